/**
 * When a follow-up is, and whether it is late, in the user's time. Pure. The day plan, Today and the page of
 * a customer share this rule. A follow-up without a time of day is on its calendar day in every time zone,
 * and is late only on the next day.
 */
import { hasTimeOfDay, isNoDate, parseServerTime, serverToLocal } from '#shared/domain/time';
import { dayText, localClock } from './local-day';

export interface FollowUpTime {
  /** Local day, `YYYY-MM-DD`. */
  day: string;
  /** Local time, `HH:MM`; null if the follow-up has no time of day. */
  time: string | null;
  late: boolean;
}

/** Reads the server's text; null if there is no follow-up. */
export const followUpTimeOf = (value: unknown, now: Date, offsetMs: number | null): FollowUpTime | null => {
  if (typeof value !== 'string' || isNoDate(value) || parseServerTime(value) === undefined) return null;
  const today = dayText(now);
  const clock = localClock(now);
  const local = serverToLocal(value, offsetMs);
  const day = local.slice(0, 10);
  // Midnight here may be eight in the morning for the service. Only its own text tells a day from a time.
  const time = hasTimeOfDay(value) ? local.slice(11, 16) : null;
  return { day, time, late: day < today || (day === today && time !== null && time < clock) };
};
