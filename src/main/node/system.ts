/** The platform's clock, timers and chance: the only place of the app that reads them. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Random, Timers } from '#core/ports/ports';

export const systemClock: Clock = { now: () => Date.now() };

/** Longest delay a Node timer holds; a longer one would fire at once. */
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
