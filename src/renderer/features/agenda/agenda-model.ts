/**
 * Groups follow-ups by day, in the user's local time. Pure. A follow-up without a time of day is on its
 * calendar day, before those with a time.
 */
import type { Row } from '#shared/contract/records';
import { hasTimeOfDay, serverToLocal } from '#shared/domain/time';
import { type FollowUpTime, followUpTimeOf } from '../../format/follow-up-time';
import { dayText } from '../../format/local-day';

export interface FollowUp extends FollowUpTime {
  /** The company's id. */
  id: string;
  name: string;
  /** The time as the server sent it. */
  serverTime: string;
}

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
  return rows
    .flatMap(({ id, values }): FollowUp[] => {
      const serverTime = values.next_follow_up_time;
      const when = followUpTimeOf(serverTime, now, offsetMs);
      if (when === null) return [];
      const name = String(values.name || values.short_name || id);
      return [{ id, name, serverTime: String(serverTime), ...when }];
    })
    .toSorted(
      (a, b) =>
        a.day.localeCompare(b.day) ||
        (a.time ?? '').localeCompare(b.time ?? '') ||
        a.name.localeCompare(b.name),
    );
};

/**
 * Returns the first local day that rows after this one can have. Rows are in the order of the service's clock,
 * in which a day without a time may come before the times of the local day before it.
 */
export const dayReached = (row: Row | undefined, offsetMs: number | null): string => {
  const text = String(row?.values.next_follow_up_time ?? '');
  const moment = hasTimeOfDay(text) ? text : `${text.slice(0, 10)} 00:00:01`;
  return serverToLocal(moment, offsetMs).slice(0, 10);
};

export interface AgendaDay {
  day: string;
  followUps: FollowUp[];
}

/** Returns the late follow-ups of the days before `day`, the oldest first. */
export const lateBefore = (followUps: readonly FollowUp[], day: string): FollowUp[] =>
  followUps.filter((one) => one.late && one.day < day);

/** Returns the follow-ups of each day of `days`. A late one is among them if its day is. */
export const agendaOf = (followUps: readonly FollowUp[], days: readonly string[]): AgendaDay[] =>
  days.map((day) => ({ day, followUps: followUps.filter((one) => one.day === day) }));
