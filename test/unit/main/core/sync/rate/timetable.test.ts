import { describe, expect, it } from 'vitest';
import {
  attentionOf,
  createTimetable,
  PACES,
  type Attention,
  type TimedList,
} from '#core/sync/rate/timetable';
import { seededRandom } from '#service/random';

const NEWEST = Array.from({ length: 8 }, (_, i): TimedList => ({ key: `newest ${i}`, newest: true }));
const OTHERS = Array.from({ length: 10 }, (_, i): TimedList => ({ key: `other ${i}`, newest: false }));
const LISTS = [...NEWEST, ...OTHERS];

/** A desk that does nothing but keep to the timetable; answers what it asked for and when. */
const desk = (seed: number, lists: readonly TimedList[] = LISTS) => {
  const timetable = createTimetable({ next: seededRandom(seed) });
  let now = 0;
  return (attention: Attention, forMs: number, from = now): { key: string; at: number }[] => {
    const asked: { key: string; at: number }[] = [];
    now = from;
    for (const until = from + forMs; now < until;) {
      for (const key of timetable.due(lists, PACES[attention], now)) {
        asked.push({ key, at: now });
        timetable.asked(key, now);
      }
      now += timetable.delayMs(lists, PACES[attention], now);
    }
    return asked;
  };
};
const HOUR = 3_600_000;
const gapsOf = (asked: readonly { key: string; at: number }[], key: string): number[] => {
  const times = asked.filter((one) => one.key === key).map(({ at }) => at);
  return times.slice(1).map((at, i) => at - times[i]!);
};

describe('the timetable', () => {
  it('[PL24] in use, reads every newest page at least every 65 seconds, and the rest less often', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const run = desk(seed);
      run('in-use', 10 * 60_000);
      const asked = run('in-use', HOUR);
      for (const { key } of NEWEST) expect(Math.max(...gapsOf(asked, key))).toBeLessThanOrEqual(65_000);
      for (const { key } of OTHERS) expect(Math.max(...gapsOf(asked, key))).toBeLessThanOrEqual(11 * 60_000);
      expect(asked.length).toBeLessThan(750);
    }
  });
  it('[PL24] reads a rare list every quarter of an hour in use, and every hour otherwise', () => {
    const run = desk(4, [...LISTS, { key: 'rare', newest: false, rare: true }]);
    run('in-use', 30 * 60_000);
    const used = gapsOf(run('in-use', 4 * HOUR), 'rare');
    expect(used.length).toBeGreaterThanOrEqual(14);
    for (const gap of used) expect(gap).toBeGreaterThan(14.5 * 60_000);
    for (const gap of used) expect(gap).toBeLessThanOrEqual(16 * 60_000);
    expect(run('background', 10 * HOUR).filter(({ key }) => key === 'rare').length).toBeLessThanOrEqual(11);
  });
  it('[PL24] spreads its requests, so that 15 seconds seldom pass without an answer', () => {
    const run = desk(3);
    run('in-use', 10 * 60_000);
    const asked = run('in-use', HOUR);
    const rests = asked.slice(1).map(({ at }, i) => at - asked[i]!.at);
    expect(rests.filter((rest) => rest > 15_000).length).toBeLessThan(5);
  });
  it('[PL24] makes far fewer requests in the background, and the fewest at night', () => {
    const run = desk(5);
    run('background', HOUR);
    const background = run('background', HOUR).length;
    const night = run('night', HOUR).length;
    expect(background).toBeLessThanOrEqual(120);
    expect(night).toBeLessThanOrEqual(30);
    expect(night).toBeGreaterThan(0);
  });
  it('[PL24] after a night, catches up in several steps and begins with what a person looks at', () => {
    const run = desk(7);
    run('in-use', HOUR);
    const asked = run('in-use', 20_000, 10 * HOUR);
    const steps = new Map<number, number>();
    for (const { at } of asked) steps.set(at, (steps.get(at) ?? 0) + 1);
    expect(Math.max(...steps.values())).toBe(4);
    expect(asked.slice(0, 8).every(({ key }) => key.startsWith('newest'))).toBe(true);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(18);
  });
  it('[PL24] installations that start together do not make later requests together', () => {
    const firsts = [11, 12, 13, 14].map((seed) => desk(seed)('in-use', 5 * 60_000).at(-1)!.at);
    expect(new Set(firsts).size).toBe(4);
  });
  it('[PL24] reads every list after a clock was set back', () => {
    const run = desk(2);
    run('in-use', HOUR, 10 * HOUR);
    expect(new Set(run('in-use', 60_000, HOUR).map(({ key }) => key)).size).toBeGreaterThanOrEqual(8);
  });
  it('[PL24] knows since when all visible lists are fresh, after all were read', () => {
    const timetable = createTimetable({ next: () => 0.5 });
    for (const { key } of NEWEST.slice(1)) timetable.asked(key, 500);
    expect(timetable.oldest(LISTS)).toBeNull();
    timetable.asked('newest 0', 900);
    expect(timetable.oldest(LISTS)).toBe(500);
  });
  it('[PL24] does not know it if the account may read none of them any more', () => {
    const timetable = createTimetable({ next: () => 0.5 });
    const others = LISTS.filter((list) => !list.newest);
    for (const { key } of others) timetable.asked(key, 500);
    expect(timetable.oldest(others)).toBeNull();
  });
  it('[PL24] it is night if no window is in use and it is night at the service', () => {
    expect(attentionOf(true, '2026-05-12 23:30:00')).toBe('in-use');
    expect(attentionOf(false, '2026-05-12 23:30:00')).toBe('night');
    expect(attentionOf(false, '2026-05-12 05:59:59')).toBe('night');
    expect(attentionOf(false, '2026-05-12 06:00:00')).toBe('background');
  });
});
