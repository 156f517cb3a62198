/** A new record that the user discards while nobody knows whether it arrived, and that the service has. */
import { expect, it } from 'vitest';
import { explanationOf } from '../../../src/renderer/features/outbox/item-state';
import { makeOutboxDesk } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();

it('[OB34] is shown like any record of the CRM, and its item says that the CRM may have it', async () => {
  const all = await desk();
  const company = { kind: 'company', fields: { name: 'Nordwind', pool_id: '0' } };
  const id = await all.inDoubt(company, { arrives: true, cuts: true });
  const rows = async () => {
    const view = {
      resource: 'company',
      filters: [{ field: 'name', op: 'in', values: ['Nordwind'] }],
    } as const;
    return (await all.core.records.page({ view: view as never, start: 0, limit: 5 })).rows;
  };
  expect((await rows()).map((row) => row.id)).toEqual([id]);
  // The dialog has said that this does not remove it from the CRM.
  expect(await all.core.outbox.chain({ id })).toMatchObject([{ id, mayHaveArrived: true }]);
  expect(await all.core.outbox.discard({ id })).toEqual({ ok: true });
  expect(await rows()).toEqual([]);
  rig.service.wire.intercept = (_, pass) => pass();
  rig.mend();
  await rig.rounds();
  const [row, ...more] = await rows();
  expect(more).toEqual([]);
  expect(row?.id).toMatch(/^\d+$/);
  expect(row?.pending).toBeUndefined();
  const item = await all.item(id);
  expect(item).toMatchObject({ state: 'discarded', mayHaveArrived: true, realId: null });
  expect(explanationOf(item, null)).toBe('discardedMaybe');
});
