/** The platform's clock, timers and random numbers. No other file of the app reads them. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Random, Timers } from '#core/ports/ports';

export const systemClock: Clock = { now: () => Date.now() };

/** A longer timer checks the clock in such steps. Node's own timers have at most 24 days. */
const STEP_MS = 30_000;

/**
 * On some systems Node's timers stand still while the computer sleeps. A timer therefore also ends if its time has
 * passed by the clock. Otherwise work that became due during the night would wait for hours after it.
 */
export const systemTimers: Timers = {
  after: (delayMs, callback) => {
    if (delayMs <= 0) {
      const immediate = setImmediate(callback);
      return () => clearImmediate(immediate);
    }
    const begunAt = Date.now();
    let leftMs = delayMs;
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      const stepMs = Math.min(leftMs, STEP_MS);
      timer = setTimeout(() => {
        leftMs -= stepMs;
        if (leftMs <= 0 || Date.now() - begunAt >= delayMs) callback();
        else wait();
      }, stepMs);
    };
    wait();
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = {
  next: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  uuid: () => randomUUID(),
};
