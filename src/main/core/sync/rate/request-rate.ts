/**
 * The rate of background requests. It adapts to what the service can handle, up to a limit that the user may set
 * (PL25). Twenty good answers raise the rate by a quarter. A 429, a server error or a time-out halves it. If answers
 * become three times as slow as the best ones, it falls by a fifth.
 *
 * Several requests run at once, so one failure of the service affects several of them: they count once. A low
 * rate rises with every good answer, because twenty answers would take minutes.
 */
import type { Clock } from '../../ports/ports';

export interface RequestRate {
  /** Reserves the next place and returns how long to wait for it. */
  takePlace(): number;
  /** Counts a request, also one that a person waits for. */
  left(): void;
  answered(tookMs: number): void;
  /** The service could not keep up. */
  troubled(): void;
  perMinute(): number;
  /** Requests of the last sixty seconds. */
  lastMinute(): number;
}

const START_PER_MINUTE = 600;
const LEAST_PER_MINUTE = 12;
const GOOD_RUN = 20;
/** Below this rate every good answer raises it. */
const LOW_PER_MINUTE = 300;
const BURST_MS = 5_000;
/** Answers faster than this never count as slow. */
const SLOW_MS = 1_500;
/** No answer takes longer, because a read has ended by then. */
const LONGEST_MS = 300_000;
const SECONDS = 60;

export const createRequestRate = (clock: Clock, mostPerMinute: () => number): RequestRate => {
  let rate = START_PER_MINUTE;
  let [nextAt, good, usualMs, bestMs] = [0, 0, null as number | null, Number.POSITIVE_INFINITY];
  let troubledAt: number | null = null;
  const seconds = new Map<number, number>();
  const perMinute = (): number => Math.min(rate, mostPerMinute());
  const change = (factor: number): void => {
    good = 0;
    rate = Math.max(LEAST_PER_MINUTE, Math.min(Math.max(START_PER_MINUTE, mostPerMinute()), rate * factor));
  };
  return {
    takePlace: () => {
      if (mostPerMinute() === Number.POSITIVE_INFINITY) return 0;
      const now = clock.now();
      const spacingMs = 60_000 / perMinute();
      // If the clock was set back, the next place is at most twenty requests away.
      nextAt = Math.min(Math.max(now, nextAt), now + 20 * spacingMs);
      const waitMs = nextAt - now;
      nextAt += spacingMs;
      return waitMs;
    },
    left: () => {
      const second = Math.floor(clock.now() / 1000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
      for (const old of seconds.keys()) if (old <= second - SECONDS || old > second) seconds.delete(old);
    },
    answered: (tookMs) => {
      // The clock was set or the computer slept, so the duration is not that of the service.
      if (tookMs < 0 || tookMs > LONGEST_MS) return;
      usualMs = usualMs === null ? tookMs : usualMs * 0.9 + tookMs * 0.1;
      bestMs = Math.min(bestMs, usualMs);
      good += 1;
      if (good < (rate < LOW_PER_MINUTE ? 1 : GOOD_RUN)) return;
      change(usualMs > SLOW_MS && usualMs > 3 * bestMs ? 0.8 : 1.25);
    },
    troubled: () => {
      const now = clock.now();
      // Failures within `BURST_MS` count once. If the clock was set back, the earlier failures are no longer
      // considered.
      if (troubledAt !== null && now >= troubledAt && now < troubledAt + BURST_MS) return;
      troubledAt = now;
      change(0.5);
    },
    perMinute,
    lastMinute: () => {
      const second = Math.floor(clock.now() / 1000);
      let sum = 0;
      for (const [at, count] of seconds) if (at > second - SECONDS && at <= second) sum += count;
      return sum;
    },
  };
};
