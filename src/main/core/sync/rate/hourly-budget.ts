/**
 * The hourly budget of background requests. Lists are read even if it is used up. Details use two parts of it (PL24):
 * - A number that the lists leave in every hour. They may be requested at once, so that the changes of a night do not
 *   wait for an hour.
 * - What the lists do not use of the rest, which refills evenly over the hour.
 */
import type { Clock } from '../../ports/ports';
import { isOver } from './is-over';
import { HOUR_MS, type Pace } from './timetable';

export interface HourlyBudget {
  /** Counts one request, of a list or for details. */
  spend(): void;
  /** Takes the place of one request for details. Returns false if the hour has none left. */
  takePlace(): boolean;
}

/** The most unused requests that are kept: those of a minute, so that no hour has many more than its budget. */
const SAVED_SHARE = 1 / 60;
/**
 * The largest overdraft beyond the details that may be requested at once, as a share of the hourly budget. It is small,
 * so that a first copy does not block details for long.
 */
const DEBT_SHARE = 0.02;

export const createHourlyBudget = (
  clock: Clock,
  pace: () => Pick<Pace, 'perHour' | 'detailsPerHour'>,
): HourlyBudget => {
  /** When details were requested in the last hour; epoch ms, the earliest first. */
  let taken: number[] = [];
  let [saved, at] = [0, clock.now()];
  const count = (): number => {
    const now = clock.now();
    const { perHour } = pace();
    saved = Math.min(perHour * SAVED_SHARE, saved + (Math.max(0, now - at) / HOUR_MS) * perHour);
    at = now;
    return saved;
  };
  return {
    spend: () => {
      const { perHour, detailsPerHour } = pace();
      saved = Math.max(-detailsPerHour - perHour * DEBT_SHARE, count() - 1);
    },
    takePlace: () => {
      const now = clock.now();
      taken = taken.filter((time) => !isOver(now, time, HOUR_MS));
      if (taken.length >= pace().detailsPerHour && count() < 1) return false;
      taken.push(now);
      return true;
    },
  };
};
