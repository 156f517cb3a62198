/**
 * Which part of the outbox is shown over the cache, depending on how much of the cache is known to be
 * complete.
 */
import { describe, expect, it } from 'vitest';
import { outboxOverlay } from '#core/accounts/workspace/outbox-overlay';
import type { ServerClock } from '#core/api/server-clock';
import type { Outbox } from '#core/outbox/create-outbox';
import { laneKey, newLane, type LaneState } from '#core/sync/lane/lane-state';
import { lanesOf, sourceOf } from '#core/sync/lane/lanes';

const AS_OF = '2026-11-02 09:00:00';
const window = { purpose: 'census', axis: 'all', from: '', to: '', status: null, tries: 0 } as const;
const live = lanesOf(sourceOf('order')).find(({ flag }) => flag === 'live')!;

const shown = (lane: Partial<LaneState> | null, isLeftOut = false, serverTime = '2026-11-02 10:00:00') => {
  const asked: unknown[] = [];
  const rows = [
    { id: '1', intents: [{ state: 'applied' }], createdAt: 250, touchedAt: 90 },
    { id: '2', intents: [{ state: 'applied' }, { state: 'queued' }] },
  ];
  const outbox = {
    overlay: (resource: string, cached: unknown, completeAsOf: string | null) => {
      asked.push([resource, completeAsOf]);
      return rows;
    },
    realIdOf: (id: string) => `real ${id}`,
    store: { revision: () => 7 },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the overlay uses
  } as unknown as Outbox;
  const states = new Map<string, string>();
  if (lane !== null) states.set(laneKey(live), JSON.stringify({ ...newLane(live), ...lane }));
  const overlay = outboxOverlay(
    outbox,
    { state: (key) => states.get(key) ?? null },
    {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the overlay uses
      serverClock: { at: (epochMs: number) => (epochMs < 100 ? `at ${epochMs}` : serverTime) } as ServerClock,
      now: () => 100,
      selfUserId: () => null,
    },
    () => isLeftOut,
  );
  return {
    overlay,
    asked,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ids are all that is looked at
    ids: (overlay.rows('order', {} as never) as { id: string }[]).map(({ id }) => id),
  };
};

describe('the outbox over the copy', () => {
  it('knows the copy as complete only if its list is steady and every window was verified', () => {
    const complete = { phase: 'steady', completeAsOf: AS_OF } as const;
    expect(shown(complete).asked).toEqual([['order', AS_OF]]);
    expect(shown({ ...complete, unverified: [window] }).asked).toEqual([['order', null]]);
    expect(shown({ ...complete, phase: 'backfill' }).asked).toEqual([['order', null]]);
    expect(shown(null).asked).toEqual([['order', null]]);
  });

  it('does not know it as complete while the service has an earlier time: its clock was set back', () => {
    const complete = { phase: 'steady', completeAsOf: AS_OF } as const;
    expect(shown(complete, false, '2026-11-02 08:59:59').asked).toEqual([['order', null]]);
  });

  it('shows what was delivered, unless the kind is left out of the copy', () => {
    expect(shown(null).ids).toEqual(['1', '2']);
    expect(shown(null, true).ids).toEqual(['2']);
  });

  it('takes what was entered by a clock that was set back since as entered now', () => {
    const [row] = shown(null).overlay.rows('order', {} as never);
    expect(row).toMatchObject({ createdAt: 100, touchedAt: 90 });
  });

  it('passes on the revision, the real ids and the time of the service', () => {
    const { overlay } = shown(null);
    expect([overlay.revision(), overlay.realIdOf('local:1'), overlay.serverTime(5)]).toEqual([
      7,
      'real local:1',
      'at 5',
    ]);
  });
});
