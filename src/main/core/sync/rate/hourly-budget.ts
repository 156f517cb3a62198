/**
 * The hourly budget of background requests. It refills evenly over the hour. Lists are read even if the budget is used
 * up; details use what the lists leave (PL24).
 */
import type { Clock } from '../../ports/ports';

export interface HourlyBudget {
  /** Counts one request. */
  spend(): void;
  /** Returns true if at least one more request is allowed. */
  left(): boolean;
}

/** The most unused requests that are kept: the budget of a quarter of an hour. */
const SAVED_SHARE = 0.25;
/**
 * The largest overdraft, as a share of the hourly budget. It is small, so that a first copy does not block details for
 * long.
 */
const DEBT_SHARE = 0.02;

export const createHourlyBudget = (clock: Clock, perHour: () => number): HourlyBudget => {
  let [saved, at] = [perHour() * SAVED_SHARE, clock.now()];
  const count = (): number => {
    const now = clock.now();
    const rate = perHour();
    saved = Math.min(rate * SAVED_SHARE, saved + (Math.max(0, now - at) / 3_600_000) * rate);
    at = now;
    return saved;
  };
  return {
    spend: () => {
      saved = Math.max(-perHour() * DEBT_SHARE, count() - 1);
    },
    left: () => count() >= 1,
  };
};
