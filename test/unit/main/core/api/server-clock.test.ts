/** The time of the service, as answers tell it. */
import { describe, expect, it } from 'vitest';
import { createServerClock } from '#core/api/server-clock';
import { formatServerTime } from '#shared/domain/time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A clock that hears answers; the service is eight hours ahead of UTC. */
const desk = () => {
  const clock = createServerClock();
  let now = 1_800_000_000_000;
  /** An answer that took `tookMs` and is `ageMs` old. */
  const hear = (tookMs: number, ageMs = 0): number => {
    now += 10_000;
    clock.learn(formatServerTime(now + tookMs / 2 - ageMs, 8 * HOUR), now, now + tookMs);
    return Math.round((clock.offsetMs() ?? 0) / MINUTE);
  };
  return { hear };
};

describe('the clock of the service', () => {
  it('is not set by one old answer of a cache, however quick it was', () => {
    const { hear } = desk();
    hear(200);
    for (let n = 0; n < 5; n += 1) {
      expect(hear(5, HOUR)).toBe(480);
      expect(hear(200)).toBe(480);
    }
  });

  it('was set if two answers in a row say so', () => {
    const { hear } = desk();
    hear(20);
    expect([hear(200, HOUR), hear(200, HOUR)]).toEqual([480, 420]);
  });
});
