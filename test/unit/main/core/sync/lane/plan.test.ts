import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  newLane,
  type LaneSpec,
  type LaneState,
  type TimeWindow,
} from '../../../../../../src/main/core/sync/lane/lane-state';
import { nextAsk, takePage } from '../../../../../../src/main/core/sync/lane/plan';
import {
  DEFAULT_LIMITS,
  type PageFacts,
  type PlanLimits,
} from '../../../../../../src/main/core/sync/lane/plan-step';
import { census, enqueue, incrementsOf } from '../../../../../../src/main/core/sync/lane/round-windows';

const LIMITS: PlanLimits = { pageSize: 10, splitAbove: 30, maxTries: 3, marginMs: 60_000, calmPages: 2 };
const SPEC: LaneSpec = { resource: 'order', flag: 'live', windows: 'stated', paged: true };
const NOW = '2026-06-01 12:00:00';
interface Row {
  id: number;
  create: string;
  update: string;
}

/**
 * A list service of rows, driven by the planner until it has nothing to ask. `meddle` runs before each
 * answer.
 */
const drive = (
  start: LaneState,
  rows: Row[],
  options: {
    spec?: LaneSpec;
    cap?: number;
    meddle?: (request: number) => void;
    ignoreWindows?: boolean;
    /** The items of the list do not contain their times. */
    isTimeless?: boolean;
    statuses?: string[];
    /** Without a status filter the total changes between the pages. */
    isUnsteady?: boolean;
    /** What is on disk already. */
    disk?: Map<number, string>;
    /** The records on disk are counted. */
    isCounted?: boolean;
    /** Records that the service counts and does not show. */
    phantoms?: number;
    now?: string;
  } = {},
) => {
  const spec = options.spec ?? SPEC;
  const disk = options.disk ?? new Map<number, string>();
  let [state, seen, requests] = [start, new Set<number>(), 0];
  const results: string[] = [];
  for (;;) {
    const planned = nextAsk(state, LIMITS);
    if (!planned) return { state, disk, requests, results };
    const { window, page, count } = planned.ask;
    if (page === 1) seen = new Set();
    requests += 1;
    if (requests > 5000) throw new Error('the planner does not end');
    options.meddle?.(requests);
    const found = rows
      .filter(
        (row) =>
          window.axis === 'all' ||
          options.ignoreWindows ||
          ((window.axis === 'create' ? row.create : row.update) >= window.from &&
            (window.axis === 'create' ? row.create : row.update) <= window.to),
      )
      .filter(() => window.status === null || window.status === 's')
      .toSorted((a, b) => (a.update < b.update ? 1 : a.update > b.update ? -1 : b.id - a.id));
    const size = Math.min(count, options.cap ?? count);
    const items = found.slice((page - 1) * size, page * size);
    const changed = items.filter((row) => disk.get(row.id) !== row.update).length;
    for (const row of items) disk.set(row.id, row.update);
    const fresh = items.filter((row) => !seen.has(row.id)).length;
    for (const row of items) seen.add(row.id);
    const isMoving = options.isUnsteady === true && window.status === null && found.length > 0;
    const facts: PageFacts = {
      length: items.length,
      fresh,
      changed,
      total:
        found.length + Number(isMoving && page === 1) + (window.axis === 'all' ? (options.phantoms ?? 0) : 0),
      now: options.now ?? NOW,
      times: items.map(({ create, update }) =>
        options.isTimeless ? { create: undefined, update: undefined } : { create, update },
      ),
      held: options.isCounted && window.axis === 'all' ? disk.size : null,
      missing: 0,
      untimed: 0,
    };
    const step = takePage(spec, planned.state, { facts, limits: LIMITS, statuses: options.statuses ?? [] });
    state = step.state;
    if (step.finished) results.push(step.finished.result);
  }
};

const day = fc
  .integer({ min: 0, max: 3000 })
  .map((n) =>
    new Date(Date.UTC(2018, 0, 1) + n * 86_400_000 + (n % 86_400) * 1000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
  );
const rowsOf = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 5000 }), create: day }), {
    selector: (row) => row.id,
    maxLength: 120,
  })
  .map((rows): Row[] => rows.map((row) => ({ ...row, update: row.create })));

describe('the planner', () => {
  it('[PL2] on an unchanging service every record is seen and the lane is complete', () => {
    fc.assert(
      fc.property(
        rowsOf,
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom<LaneSpec['windows']>('stated', 'unproven', 'none'),
        (rows, cap, windows) => {
          const spec = { ...SPEC, windows };
          const { state, disk } = drive(newLane(spec), rows, { spec, cap });
          expect([...disk.keys()].toSorted((a, b) => a - b)).toEqual(
            rows.map((row) => row.id).toSorted((a, b) => a - b),
          );
          expect(state).toMatchObject({ phase: 'steady', unverified: [], walk: null });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('[PL3] a short page does not count as the last', () => {
    const rows = Array.from({ length: 25 }, (_, id): Row => ({
      id,
      create: '2026-05-01 00:00:00',
      update: '2026-05-01 00:00:00',
    }));
    expect(drive(newLane(SPEC), rows, { cap: 4 })).toMatchObject({ requests: 7, results: ['verified'] });
  });

  it('[PL5] it ends whatever changes meanwhile, and a window that changed never counts as complete', () => {
    fc.assert(
      fc.property(
        rowsOf,
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.nat()),
        (start, every, dice) => {
          const rows = [...start];
          let next = 10_000;
          const { state } = drive(newLane(SPEC), rows, {
            meddle: (request) => {
              if (request % every !== 0 || request > 400) return;
              const roll = dice.next().value as number;
              if (roll % 2 === 0) rows.push({ id: next++, create: NOW, update: NOW });
              else rows.splice(roll % Math.max(1, rows.length), 1);
            },
          });
          expect(state.phase).toBe('steady');
          const claimed = state.unverified.length > 0 ? state.completeAsOf : null;
          expect(claimed).toBeNull();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('[PL4] an increment that cannot be verified does not move the watermark', () => {
    const rows = Array.from({ length: 25 }, (_, id): Row => ({ id, create: NOW, update: NOW }));
    const steady = drive(newLane(SPEC), rows).state;
    const before = { ...steady, watermark: '2026-05-01 00:00:00' };
    const { state } = drive(incrementsOf(SPEC, before, NOW).reduce(enqueue, before), rows, {
      // What is deleted moves the others up, past the page that is read next.
      meddle: () => void rows.shift(),
    });
    expect(state.watermark).toBe('2026-05-01 00:00:00');
  });

  it('[PL4] an increment that grows while it is read moves the watermark: what is new is after it', () => {
    const rows = Array.from({ length: 25 }, (_, id): Row => ({ id, create: NOW, update: NOW }));
    const before = { ...drive(newLane(SPEC), rows).state, watermark: '2026-05-01 00:00:00' };
    let next = 100;
    const { state } = drive(incrementsOf(SPEC, before, NOW).reduce(enqueue, before), rows, {
      meddle: () => void rows.push({ id: next++, create: NOW, update: NOW }),
    });
    expect(state.watermark).toBe('2026-06-01 11:59:00');
  });

  it('[PL4] the watermark is a margin before the answer, so that late writes are read again', () => {
    const rows = Array.from({ length: 25 }, (_, id): Row => ({ id, create: NOW, update: NOW }));
    const backfilled = drive(newLane(SPEC), rows).state;
    expect(backfilled.watermark).toBe('2026-06-01 11:59:00');
    const old = { ...backfilled, watermark: '2026-05-01 00:00:00' };
    const next = drive(incrementsOf(SPEC, old, NOW).reduce(enqueue, old), rows).state;
    expect(next.watermark).toBe('2026-06-01 11:59:00');
    // A transaction that takes two minutes to be seen is still read.
    expect(DEFAULT_LIMITS.marginMs).toBeGreaterThanOrEqual(120_000);
  });

  it('[PL6] an increment does not make a list complete of which a window is unverified', () => {
    const rows = Array.from({ length: 25 }, (_, id): Row => ({ id, create: NOW, update: NOW }));
    const before = { ...drive(newLane(SPEC), rows).state, completeAsOf: null };
    const increment = (state: LaneState): LaneState =>
      drive(incrementsOf(SPEC, state, NOW).reduce(enqueue, state), rows).state;
    expect(increment(before).completeAsOf).toBe(NOW);
    expect(increment({ ...before, unverified: [census()] }).completeAsOf).toBeNull();
  });

  describe('after the clock of the service was ahead', () => {
    const edited: Row = { id: 1, create: '2026-01-01 00:00:00', update: '2026-06-01 11:30:00' };
    const ahead = (): LaneState => ({
      ...drive(newLane(SPEC), []).state,
      watermark: '2026-06-01 14:58:00',
      completeAsOf: '2026-06-01 15:00:00',
    });
    const increment = (state: LaneState) =>
      drive(incrementsOf(SPEC, state, NOW).reduce(enqueue, state), [edited]);

    it('[PL4] the watermark goes a day back, and edits since then are read', () => {
      const first = increment(ahead());
      expect(first.disk.get(1)).toBe(edited.update);
      expect(first.state).toMatchObject({ watermark: '2026-06-01 11:59:00', todo: [], walk: null });
      expect(first.requests).toBe(2);
    });

    it('[PL4] within a day it goes back by the margin only', () => {
      const again = increment({ ...ahead(), loweredAt: '2026-06-01 10:00:00' });
      expect(again.disk.size).toBe(0);
      expect(again.state).toMatchObject({ watermark: '2026-06-01 11:59:00' });
    });

    it('[PL4] the list does not count as complete up to a time that is in the future', () => {
      const planned = nextAsk(incrementsOf(SPEC, ahead(), NOW).reduce(enqueue, ahead()), LIMITS)!;
      const facts: PageFacts = {
        length: 0,
        fresh: 0,
        changed: 0,
        total: 0,
        now: NOW,
        times: [],
        held: null,
        missing: null,
        untimed: null,
      };
      const { state } = takePage(SPEC, planned.state, { facts, limits: LIMITS });
      expect(state).toMatchObject({ watermark: '2026-05-31 12:00:00', completeAsOf: '2026-05-31 12:00:00' });
    });
  });

  it('[PL8] an ignored filter is detected, and the whole list is walked', () => {
    const rows = Array.from({ length: 50 }, (_, id): Row => ({
      id,
      create: `20${10 + (id % 15)}-05-01 00:00:00`,
      update: `20${10 + (id % 15)}-05-01 00:00:00`,
    }));
    const spec: LaneSpec = { ...SPEC, windows: 'unproven' };
    const { state, disk } = drive(newLane(spec), rows, { spec, ignoreWindows: true });
    expect(disk.size).toBe(50);
    expect(state).toMatchObject({ meaning: 'ignored', phase: 'steady', unverified: [] });
  });

  it('[PL8] a stated filter of items without times counts if it leaves records out of a long list', () => {
    const rows = Array.from({ length: 50 }, (_, id): Row => ({
      id,
      create: `20${10 + (id % 15)}-05-01 00:00:00`,
      update: `20${10 + (id % 15)}-05-01 00:00:00`,
    }));
    const works = drive(newLane(SPEC), rows, { isTimeless: true });
    expect(works.disk.size).toBe(50);
    expect(works.state).toMatchObject({ meaning: 'stated', phase: 'steady', unverified: [] });
    const ignored = drive(newLane(SPEC), rows, { isTimeless: true, ignoreWindows: true });
    expect(ignored.disk.size).toBe(50);
    expect(ignored.state).toMatchObject({ meaning: 'ignored', phase: 'steady', unverified: [] });
    expect(ignored.requests).toBeLessThan(20);
  });

  it('[PL6] a status split whose parts do not add up stays unverified', () => {
    const rows = Array.from({ length: 40 }, (_, id): Row => ({
      id,
      create: '2026-05-01 00:00:00',
      update: '2026-05-01 00:00:00',
    }));
    let next = 100;
    const meddle = (): void => {
      rows.push({ id: next++, create: '2026-05-01 00:00:00', update: NOW });
    };
    const { state } = drive(newLane(SPEC), rows, { meddle, statuses: ['s', 'other'] });
    expect(state.unverified.length).toBeGreaterThan(0);
    expect(state.completeAsOf).toBeNull();
  });

  it('[PL6] a day whose total never stands still is read by status, and is complete if the parts add up', () => {
    const rows = Array.from({ length: 40 }, (_, id): Row => ({
      id,
      create: '2026-05-01 00:00:00',
      update: '2026-05-01 00:00:00',
    }));
    const split = drive(newLane(SPEC), rows, { isUnsteady: true, statuses: ['s', 'other'] });
    expect(split.results).toContain('split');
    expect(split.disk.size).toBe(40);
    expect(split.state).toMatchObject({ phase: 'steady', unverified: [], parts: null });
    const unsplit = drive(newLane(SPEC), rows, { isUnsteady: true });
    expect(unsplit.state.unverified.length).toBeGreaterThan(0);
  });

  it('[PL6] a later census makes unverified windows verified', () => {
    const rows = Array.from({ length: 20 }, (_, id): Row => ({
      id,
      create: '2026-05-01 00:00:00',
      update: '2026-05-01 00:00:00',
    }));
    const doubtful: LaneState = {
      ...drive(newLane(SPEC), rows).state,
      unverified: [census()],
      completeAsOf: null,
    };
    expect(drive(enqueue(doubtful, census()), rows).state).toMatchObject({
      unverified: [],
      completeAsOf: NOW,
    });
  });

  describe('records that no time window contains', () => {
    const times = (create: string, n: number): Row[] =>
      Array.from({ length: n }, (_, i) => ({ id: 1000 + i, create, update: '2024-01-01 00:00:00' }));
    const many = Array.from({ length: 50 }, (_, id): Row => ({
      id,
      create: `20${10 + (id % 15)}-05-01 00:00:00`,
      update: `20${10 + (id % 15)}-05-01 00:00:00`,
    }));

    it.each(['1970-01-01 08:00:00', '1999-06-01 00:00:00', ''])(
      '[PL31] created "%s" are found in a long list',
      (create) => {
        const { state, disk } = drive(newLane(SPEC), [...many, ...times(create, 3)], { isCounted: true });
        expect(disk.size).toBe(53);
        expect(state).toMatchObject({ phase: 'steady', unverified: [], completeAsOf: NOW });
      },
    );

    it('[PL31] an equal total costs one request', () => {
      const counted = drive(newLane(SPEC), many, { isCounted: true });
      expect(counted.requests).toBe(drive(newLane(SPEC), many).requests);
      expect(counted.state).toMatchObject({ remainderWalks: null, completeAsOf: NOW });
    });

    it('[PL31] a total that cannot be reached makes the list unverified after one walk a day', () => {
      const phantoms = { isCounted: true, phantoms: 2 };
      const first = drive(newLane(SPEC), many, phantoms);
      expect(first.state).toMatchObject({
        phase: 'steady',
        unverified: [{ purpose: 'remainder' }],
        completeAsOf: null,
      });
      const next = (state: LaneState, now: string) =>
        drive(enqueue(state, census()), many, { ...phantoms, disk: first.disk, now });
      const later = next(first.state, '2026-06-01 18:00:00');
      const walked = next(later.state, '2026-06-02 12:00:00');
      expect(later.state.unverified).toHaveLength(1);
      expect(walked.state.unverified).toHaveLength(1);
      // A walk of five pages, and one more comparison with its increment.
      expect(walked.requests - later.requests).toBeGreaterThanOrEqual(5);
      expect(walked.requests).toBeLessThan(40);
    });

    it('[PL31] the list is complete when its total can be reached again', () => {
      const first = drive(newLane(SPEC), many, { isCounted: true, phantoms: 2 });
      const { state } = drive(enqueue(first.state, census()), many, { isCounted: true, disk: first.disk });
      expect(state.unverified).toEqual([]);
    });
  });

  describe('a part that is read again', () => {
    const part = (from: string, to: string): TimeWindow => ({
      purpose: 'reread',
      axis: 'update',
      from,
      to,
      status: null,
      tries: 0,
    });
    const many = Array.from({ length: 200 }, (_, id): Row => ({
      id,
      create: '2026-01-01 00:00:00',
      update: `2026-0${1 + (id % 5)}-${10 + (id % 20)} 00:00:00`,
    }));
    const steady = (): LaneState => ({
      ...drive(newLane(SPEC), []).state,
      watermark: NOW,
      reread: { to: '2026-06-01 00:00:00', isUrgent: true },
    });

    it('[PL32] ends at its first day, and is halved if it is much longer than expected', () => {
      const before = enqueue(steady(), part('2026-01-01 00:00:00', '2026-06-01 00:00:00'));
      const { state, disk, requests } = drive(before, many);
      expect(state.reread).toEqual({ to: state.reread.to, isUrgent: true });
      expect(state.reread.to! > '2026-02-01 00:00:00').toBe(true);
      expect(disk.size).toBe(many.filter(({ update }) => update >= state.reread.to!).length);
      expect(requests).toBeLessThan(12);
    });

    it('[PL32] that does not hold still is read twice, and then counts as read', () => {
      let next = 1000;
      const { state, results } = drive(
        enqueue(steady(), part('2026-05-01 00:00:00', '2026-06-02 00:00:00')),
        many.filter(({ update }) => update > '2026-05-10 00:00:00'),
        { meddle: () => void many.push({ id: next++, create: NOW, update: NOW }), isUnsteady: true },
      );
      expect(results).toEqual(['repeat', 'known']);
      expect(state).toMatchObject({ todo: [], unverified: [], reread: { to: '2026-05-01 00:00:00' } });
    });

    it('[PL4] the first answer after the service’s clock was ahead makes the parts urgent', () => {
      const before = { ...steady(), watermark: '2026-06-02 12:00:00', reread: newLane(SPEC).reread };
      const { state } = drive(incrementsOf(SPEC, before, NOW).reduce(enqueue, before), many);
      expect(state.reread).toEqual({ to: null, isUrgent: true });
    });
  });

  describe('a peek', () => {
    const unstated: LaneSpec = { resource: 'trail', flag: 'live', windows: 'unproven', paged: true };
    const steady = (meaning: LaneState['meaning']): LaneState => ({
      ...newLane(unstated),
      phase: 'steady',
      todo: [],
      watermark: NOW,
      begunAt: NOW,
      meaning,
    });
    const facts = (over: Partial<PageFacts>): PageFacts => ({
      length: 10,
      fresh: 10,
      changed: 0,
      total: 200,
      now: NOW,
      times: [],
      held: 200,
      missing: null,
      untimed: null,
      ...over,
    });
    const peek = (over: Partial<PageFacts>) => {
      const state = incrementsOf(unstated, steady('create'), NOW, true).reduce(enqueue, steady('create'));
      const planned = nextAsk(state, { ...LIMITS, pageSize: 100 })!;
      expect(planned.ask).toMatchObject({ page: 1, count: 10, window: { purpose: 'peek' } });
      return takePage(unstated, planned.state, { facts: facts(over), limits: LIMITS }).state;
    };
    it('[PL24] with nothing new and equal counts ends after one short page', () => {
      const state = peek({});
      expect([state.todo, state.completeAsOf]).toEqual([[], NOW]);
    });
    it('[PL24] with something new, or another total, is followed by a walk', () => {
      for (const over of [{ changed: 1 }, { total: 199 }, { total: null }])
        expect(peek(over).todo).toMatchObject([{ purpose: 'tail' }]);
    });
    it('[PL24] is not used if a list is not newest first, and alternates with an unproven filter', () => {
      const mixed = { ...steady('create'), newestFirst: false };
      expect(incrementsOf(unstated, mixed, NOW, true)).toMatchObject([{ purpose: 'increment' }]);
      expect(incrementsOf(unstated, mixed, NOW)).toMatchObject([
        { purpose: 'tail' },
        { purpose: 'increment' },
      ]);
      const turns = [0, 1].map((walks) =>
        incrementsOf(unstated, { ...steady('unproven'), walks }, NOW, true),
      );
      expect(turns).toMatchObject([[{ purpose: 'peek' }], [{ purpose: 'increment' }]]);
    });
  });
});
