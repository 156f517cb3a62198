/** The value of a field for a day with or without a time: the service's time, shown in the computer's time. */
import { hasTimeOfDay, localToServer, serverToLocal } from '#shared/domain/time';

/**
 * The text of a field. The service's time decides whether there is a time of day, because its 08:00 may be midnight
 * here.
 */
export const shownMoment = (value: string, offsetMs: number | null): string =>
  serverToLocal(value, offsetMs).slice(0, hasTimeOfDay(value) ? 16 : 10);

/**
 * The value after another day is picked (`YYYY-MM-DD`, the computer's): the time stays. Without a time the value
 * is the whole day.
 */
export const movedToDay = (value: string, day: string, offsetMs: number | null): string => {
  if (!hasTimeOfDay(value)) return `${day} 00:00:00`;
  const time = serverToLocal(value, offsetMs).slice(11);
  // Midnight alone would mean the whole day.
  return localToServer(`${day} ${time === '00:00:00' ? '00:00:01' : time}`, offsetMs);
};
