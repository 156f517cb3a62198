/** What the times on a page say about a time filter, when some of them are empty or older than the record. */
import { expect, it } from 'vitest';
import { newLane, type LaneSpec, type TimeWindow } from '#core/sync/lane/lane-state';
import { learn } from '#core/sync/lane/learn-from-page';
import { DEFAULT_LIMITS, type PageFacts } from '#core/sync/lane/plan-step';

const WINDOW: TimeWindow = {
  purpose: 'increment',
  axis: 'update',
  from: '2026-05-20 10:00:00',
  to: '2026-05-22 00:00:00',
  status: null,
  tries: 0,
};
const [NOW, OLD] = ['2026-05-20 10:01:00', '2024-02-01 09:00:00'];
const walk = {
  ...{ key: '1', window: WINDOW, page: 1, firstTotal: null, firstNow: null },
  ...{ seen: 0, stale: 0, calm: 0, totalMoved: false },
};
const meaningAfter = (
  windows: LaneSpec['windows'],
  times: PageFacts['times'],
  window: TimeWindow = WINDOW,
): string => {
  const spec: LaneSpec = { resource: 'order', flag: 'live', windows, paged: true };
  const facts: PageFacts = {
    length: times.length,
    fresh: times.length,
    changed: times.length,
    total: times.length,
    now: NOW,
    times,
    held: null,
    missing: null,
    untimed: null,
  };
  return learn(spec, { ...newLane(spec), walk: { ...walk, window } }, facts, DEFAULT_LIMITS).meaning;
};

it('[PL8] a new record without an update time, beside an edited old one, contradicts no filter', () => {
  const edited = { create: OLD, update: NOW };
  for (const none of ['', '1970-01-01 00:00:00', '1970-01-01 08:00:00', '0000-00-00 00:00:00', 0, null]) {
    const made = { create: NOW, update: none };
    expect([meaningAfter('stated', [edited, made]), meaningAfter('unproven', [edited, made])]).toEqual([
      'stated',
      'update',
    ]);
  }
  // It was imported: its update time is older than its creation time.
  expect(meaningAfter('stated', [edited, { create: NOW, update: OLD }])).toBe('stated');
});

it('[PL8] a record that fits neither time contradicts the filter', () => {
  const strange = { create: OLD, update: OLD };
  for (const times of [[strange], [{ create: NOW, update: NOW }, strange], [{ create: OLD, update: '' }]])
    expect([meaningAfter('stated', times), meaningAfter('unproven', times)]).toEqual(['ignored', 'ignored']);
  expect(meaningAfter('unproven', [{ create: NOW, update: OLD }])).toBe('create');
  const epoch = {
    ...WINDOW,
    axis: 'create',
    from: '1970-01-01 00:00:00',
    to: '1971-01-01 00:00:00',
  } as const;
  expect(meaningAfter('unproven', [{ create: OLD, update: '1970-01-01 08:00:00' }], epoch)).toBe('update');
});
