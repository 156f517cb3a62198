/**
 * When a follow-up is, and whether it is late, in the user's time. Pure. The day plan, Today and the page of
 * a customer share this rule. A follow-up without a time of day is on its calendar day in every time zone,
 * and is late only on the next day.
 */
import { hasTimeOfDay, isNoDate, parseServerTime, serverToLocal } from '#shared/domain/time';
import { dayText, localClock } from './local-day';
import { formatRelative, formatRelativeDay, serverTextToEpoch } from './time';

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

const DAY_MS = 86_400_000;
const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** Returns "in 3 hours", or "today" and "in 2 days" for a day without a time; `''` if there is none. */
export const followUpWords = (value: unknown, now: Date, offsetMs: number | null, locale: string): string => {
  const read = followUpTimeOf(value, now, offsetMs);
  if (read === null) return '';
  if (read.time === null) return formatRelativeDay(daysFrom(dayText(now), read.day), locale);
  // While the zone is unknown, the text is read as this computer's time, as above.
  const epoch = serverTextToEpoch(value, offsetMs ?? -now.getTimezoneOffset() * 60_000);
  return epoch === undefined ? '' : formatRelative(epoch, locale, now.getTime());
};
