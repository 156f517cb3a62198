/**
 * How many requests that nobody waits for may still leave: they come back evenly over the hour. Lists are
 * asked for whatever is left; details take what the lists leave (PL24).
 */
import type { Clock } from '../ports/ports';

export interface HourlyBudget {
  /** One request left. */
  spend(): void;
  /** At least one more may leave. */
  left(): boolean;
}

/** What a quiet quarter of an hour saves up. */
const SAVED_SHARE = 0.25;
/** What was spent beyond the budget (a first copy) is not paid back for longer than this share of an hour. */
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
