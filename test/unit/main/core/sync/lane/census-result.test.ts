/** [PL7] What a verified census means for the records on disk. */
import { expect, it } from 'vitest';
import { settleFinished } from '#core/sync/lane/census-result';
import type { LaneContext } from '#core/sync/lane/lane-context';
import { newLane, type TimeWindow } from '#core/sync/lane/lane-state';
import { lanesOf, sourceOf } from '#core/sync/lane/lanes';
import { apply, openTemporaryCache } from '../../store/cache-fixture';

const spec = lanesOf(sourceOf('order')).find(({ flag }) => flag === 'live')!;

/** Three orders of one day on disk; a census of that day has seen the first one. */
const missingAfter = async (status: string | null): Promise<number> => {
  const cache = openTemporaryCache();
  const times = { create_time: '2026-05-01 09:00:00', update_time: '2026-05-01 09:00:00' };
  apply(
    cache,
    'order',
    [1, 2, 3].map((order_id) => ({ order_id, order_no: `SO-${order_id}`, ...times })),
  );
  const window: TimeWindow = {
    purpose: 'census',
    axis: 'create',
    from: '2026-05-01 00:00:00',
    to: '2026-05-02 00:00:00',
    status,
    tries: 0,
  };
  const context = {
    cache,
    clock: { now: () => 1_000 },
    log: { info: () => undefined, warn: () => undefined },
    turn: async () => undefined,
    stopped: () => false,
    onProgress: () => undefined,
  };
  await settleFinished(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the result of a census uses
    context as unknown as LaneContext,
    spec,
    {
      state: { ...newLane(spec), phase: 'steady' },
      finished: { window, result: 'verified', total: 1 },
    },
    { ids: new Set(['1']), fresh: (ids) => [...ids], keep: () => undefined },
  );
  return cache.counts('order').quarantined;
};

it('records of the day that the census did not show are missing', async () => {
  expect(await missingAfter(null)).toBe(2);
});

it('a part that shows the records of one status says nothing about those of the others', async () => {
  expect(await missingAfter('1')).toBe(0);
});
