/** The platform's clock, timers and random numbers. No other file of the app reads them. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Random, Timers } from '#core/ports/ports';

export const systemClock: Clock = { now: () => Date.now() };

/** The longest delay of a Node timer; a longer one would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemTimers: Timers = {
  after: (delayMs, callback) => {
    if (delayMs <= 0) {
      const immediate = setImmediate(callback);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(callback, Math.min(delayMs, MAX_DELAY_MS));
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = {
  next: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  uuid: () => randomUUID(),
};
