/**
 * Follow-ups laid out by day, in the time of the person at the desk. Pure: rows in, days out. A follow-up
 * without a time of day stands on its calendar day, before those with a time.
 */
import type { Row } from '#shared/contract/records';
import { hasTimeOfDay, isNoDate, serverToLocal } from '#shared/domain/time';

const two = (value: number): string => String(value).padStart(2, '0');

export interface FollowUp {
  /** The company's id. */
  id: string;
  name: string;
  /** Local day, `YYYY-MM-DD`. */
  day: string;
  /** Local time, `HH:MM`; null for a day without one. */
  time: string | null;
  /** Server text. */
  serverTime: string;
  late: boolean;
}

/** `YYYY-MM-DD` of a local date. */
export const dayText = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** `day` moved by a number of days; text that is no day is today's. */
export const shiftDay = (day: string, days: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return dayText(new Date(year, month - 1, date + days));
};

/** The seven days of the week of `day`, from Monday. */
export const weekOfDay = (day: string): string[] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const fromMonday = (new Date(year, month - 1, date).getDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, at) => shiftDay(day, at - fromMonday));
};

/** The follow-ups of company rows, in order of day, time and name. */
export const followUpsOf = (rows: readonly Row[], now: Date, offsetMs: number | null): FollowUp[] => {
  const today = dayText(now);
  const clock = `${two(now.getHours())}:${two(now.getMinutes())}`;
  return rows
    .flatMap(({ id, values }): FollowUp[] => {
      const serverTime = values.next_follow_up_time;
      if (typeof serverTime !== 'string' || isNoDate(serverTime)) return [];
      const local = serverToLocal(serverTime, offsetMs);
      const day = local.slice(0, 10);
      const time = hasTimeOfDay(local) ? local.slice(11, 16) : null;
      const late = day < today || (day === today && time !== null && time < clock);
      return [{ id, name: String(values.name || values.short_name || id), day, time, serverTime, late }];
    })
    .toSorted(
      (a, b) =>
        a.day.localeCompare(b.day) ||
        (a.time ?? '').localeCompare(b.time ?? '') ||
        a.name.localeCompare(b.name),
    );
};

export interface AgendaDay {
  day: string;
  followUps: FollowUp[];
}

/** What is late stands apart, the oldest first; it is left out of its own day, except from today's. */
export const agendaOf = (
  followUps: readonly FollowUp[],
  days: readonly string[],
  today: string,
): { late: FollowUp[]; days: AgendaDay[] } => ({
  late: followUps.filter(({ late, day }) => late && day < today),
  days: days.map((day) => ({ day, followUps: followUps.filter((one) => one.day === day) })),
});
