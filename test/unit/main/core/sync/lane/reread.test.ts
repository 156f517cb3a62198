import { describe, expect, it } from 'vitest';
import { newLane, readLane, type LaneSpec, type LaneState } from '#core/sync/lane/lane-state';
import { needsReread, nextPart, partRead, rereadSoon } from '#core/sync/lane/reread';

const SPEC: LaneSpec = { resource: 'order', flag: 'live', windows: 'stated', paged: true };
const NOW = '2026-06-01 12:00:00';
/** A list whose records were changed one a day, the newest today. */
const onePerDay =
  (count: number) =>
  (before: string, skip: number): string | null => {
    const days = Array.from({ length: count }, (_, i) =>
      new Date(Date.UTC(2026, 5, 1, 10) - i * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
    );
    return days.filter((day) => day < before)[skip] ?? null;
  };
const lane = (over: Partial<LaneState>): LaneState => ({ ...newLane(SPEC), todo: [], ...over });

describe('the parts of a list', () => {
  it('[PL32] follow each other from the newest record to the oldest, without a gap, and begin again', () => {
    let state = lane({ total: 100 });
    const parts: string[][] = [];
    do {
      const part = nextPart(state, { now: NOW, splitAbove: 40, timeBefore: onePerDay(100) });
      parts.push([part.from, part.to]);
      state = partRead(state, part);
    } while (state.reread.to !== null);
    expect(parts).toEqual([
      ['2026-04-22 00:00:00', '2026-06-03 00:00:00'],
      ['2026-03-12 00:00:00', '2026-04-22 00:00:00'],
      ['1970-01-01 00:00:00', '2026-03-12 00:00:00'],
    ]);
  });

  it('[PL32] begin after the watermark if the clock of this computer is behind the service', () => {
    const state = lane({ total: 100, watermark: '2026-06-10 09:00:00' });
    const part = nextPart(state, { now: NOW, splitAbove: 40, timeBefore: onePerDay(100) });
    expect(part.to).toBe('2026-06-12 00:00:00');
  });

  it('[PL32] are one if the list is no longer than a window', () => {
    const part = nextPart(lane({ total: 40 }), { now: NOW, splitAbove: 40, timeBefore: () => null });
    expect(part).toMatchObject({ purpose: 'reread', axis: 'all' });
    expect(partRead(lane({ reread: { to: NOW, isUrgent: true } }), part).reread).toEqual({
      to: null,
      isUrgent: false,
    });
  });

  it('[PL32] a day with more records than a part does not stop them', () => {
    const timeBefore = (before: string, skip: number): string | null =>
      before > '2026-05-01 08:00:00' && skip < 500 ? '2026-05-01 08:00:00' : null;
    const first = nextPart(lane({ total: 500 }), { now: NOW, splitAbove: 40, timeBefore });
    const next = nextPart(partRead(lane({ total: 500 }), first), { now: NOW, splitAbove: 40, timeBefore });
    expect([first.from, next.to, next.from]).toEqual([
      '2026-05-01 00:00:00',
      '2026-05-01 00:00:00',
      '1970-01-01 00:00:00',
    ]);
  });

  it('[PL4] begin again at the newest after the service’s clock was ahead', () => {
    const waiting = lane({
      reread: { to: '2020-01-01 00:00:00', isUrgent: false },
      todo: [nextPart(lane({ total: 1 }), { now: NOW, splitAbove: 40, timeBefore: () => null })],
    });
    expect(rereadSoon(waiting)).toMatchObject({ reread: { to: null, isUrgent: true }, todo: [] });
  });

  it('[PL32] begin at the newest in a copy that an earlier version made', () => {
    const { reread: _reread, remainderWalks: _walks, loweredAt: _at, ...earlier } = lane({ walks: 7 });
    expect(readLane(SPEC, JSON.stringify(earlier))).toEqual(lane({ walks: 7 }));
  });

  it('[PL32] are read only where equal counts end a census', () => {
    const wanted = (spec: Partial<LaneSpec>, meaning: LaneState['meaning']): boolean =>
      needsReread({ ...SPEC, ...spec }, lane({ meaning }));
    expect(wanted({}, 'stated')).toBe(true);
    expect(wanted({ flag: 'drafts' }, 'update')).toBe(true);
    expect(wanted({}, 'create')).toBe(false);
    expect(wanted({ flag: 'removed' }, 'stated')).toBe(false);
    expect(wanted({ paged: false }, 'stated')).toBe(false);
  });
});
