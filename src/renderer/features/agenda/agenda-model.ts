/**
 * Groups follow-ups by day, in the user's local time. Pure. A follow-up without a time of day is on its
 * calendar day, before those with a time.
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
  /** Local time, `HH:MM`; null if the follow-up has no time of day. */
  time: string | null;
  /** The time as the server sent it. */
  serverTime: string;
  late: boolean;
}

/** `YYYY-MM-DD` of a local date. */
export const dayText = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Returns `day` moved by a number of days. */
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

/** Returns the follow-ups of company rows, sorted by day, time and name. */
export const followUpsOf = (rows: readonly Row[], now: Date, offsetMs: number | null): FollowUp[] => {
  const today = dayText(now);
  const clock = `${two(now.getHours())}:${two(now.getMinutes())}`;
  return rows
    .flatMap(({ id, values }): FollowUp[] => {
      const serverTime = values.next_follow_up_time;
      if (typeof serverTime !== 'string' || isNoDate(serverTime)) return [];
      const local = serverToLocal(serverTime, offsetMs);
      const day = local.slice(0, 10);
      // Midnight here may be eight in the morning for the service. Only its own text tells a day from a time.
      const time = hasTimeOfDay(serverTime) ? local.slice(11, 16) : null;
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

/**
 * Returns the late follow-ups of earlier days apart, the oldest first, and the follow-ups of each day of
 * `days`. A late follow-up is in both if its day is one of `days`.
 */
export const agendaOf = (
  followUps: readonly FollowUp[],
  days: readonly string[],
  today: string,
): { late: FollowUp[]; days: AgendaDay[] } => ({
  late: followUps.filter(({ late, day }) => late && day < today),
  days: days.map((day) => ({ day, followUps: followUps.filter((one) => one.day === day) })),
});
