/** The amount left to receive of an order while edits of delivered receipts wait to be sent. */
import { describe, expect, it } from 'vitest';
import { makeOutboxDesk } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();

/** The newest receipt of the service gets an allocation of 40 to the order. */
const storeAllocation = (order: string): void => {
  const { store } = rig.service.service.context;
  const newest = store
    .sql(`SELECT CAST(id AS TEXT) FROM record WHERE resource = 'receipt' ORDER BY update_time DESC LIMIT 1`)
    .pluck()
    .get();
  const record = store.get('receipt', newest as string)!;
  record.detail = { record_list: [{ refer_type: 1, refer_id: order, cash_collection_amount: 40 }] };
  store.replace('receipt', record);
};

/**
 * Two orders with nothing received, a delivered receipt with 40 allocated to the first, and no connection. `isTaken`:
 * the CRM stored the allocation. The contract does not promise that.
 */
const begun = async (isTaken: boolean) => {
  const { core, submit, item, until, cache } = await desk();
  await rig.rounds();
  const { useSync } = await import('../../../src/renderer/client/events');
  useSync.setState({ state: await core.sync.state() });
  const { buildBlank } = await import('../../../src/renderer/forms/opening/form-blank');
  const leftOf = async (id: string): Promise<number> => {
    const about = { resource: 'order', id } as const;
    const { fields } = await buildBlank('receipt', about, { selfUserId: '3', now: '2026-11-22 10:00:00' });
    return Number(fields.amount ?? 0);
  };
  const orders: { id: string; left: number; values: Record<string, unknown> }[] = [];
  for (const id of cache.liveIds('order')) {
    const left = await leftOf(id);
    const values = cache.get('order', id)?.row.values ?? {};
    const isAlike = orders.every((one) => one.values.currency === values.currency);
    if (left > 1000 && isAlike) orders.push({ id, left, values });
  }
  const [first, second] = orders;
  if (first === undefined || second === undefined) throw new Error('no two orders in one currency');
  const allocation = (ref: string, refer_id: string, amount: string) => ({
    ref,
    fields: { refer_type: 1, refer_id, cash_collection_amount: amount },
  });
  rig.service.wire.intercept = async (request, pass) => {
    const answer = await pass();
    if (isTaken && request.method === 'POST') storeAllocation(first.id);
    return answer;
  };
  const made = await submit({
    kind: 'receipt',
    fields: {
      amount: '100',
      currency: first.values.currency,
      collection_date: '2026-11-20',
      company_id: String((first.values.company as { company_id: unknown }).company_id),
      handler: [cache.liveIds('user')[0] ?? ''],
    },
    children: [allocation('local:1', first.id, '40')],
  });
  await core.outbox.sendNow({ id: made });
  await until(made, 'applied');
  const target = (await item(made)).realId ?? '';
  await rig.rounds();
  await core.sync.fetchDetail({ resource: 'receipt', id: target });
  const money = await core.money.order({ id: first.id });
  expect(money?.currencies[0]?.received).toBe(isTaken ? '40' : '0');
  expect(await leftOf(first.id)).toBeCloseTo(first.left - 40, 2);
  rig.cut();
  const edit = (...children: object[]) =>
    submit({ kind: 'receipt', target, fields: { amount: '100', currency: first.values.currency }, children });
  return { leftOf, first, second, edit, allocation, core, target };
};

describe.each([true, false])('the CRM took the allocation of an own receipt: %s', (isTaken) => {
  it('counts what a waiting edit of the receipt allocates to another order', async () => {
    const { leftOf, second, edit, allocation } = await begun(isTaken);
    await edit(allocation('local:2', second.id, '60'));
    expect(await leftOf(second.id)).toBeCloseTo(second.left - 60, 2);
  });

  it('counts the receipt once if an edit of its allocations waits', async () => {
    const { leftOf, first, second, edit, allocation } = await begun(isTaken);
    await edit(allocation('local:2', second.id, '60'));
    expect(await leftOf(first.id)).toBeCloseTo(first.left - 40, 2);
  });

  it('counts the new amount if an edit of the amount for the order waits', async () => {
    const { leftOf, first, edit, allocation } = await begun(isTaken);
    await edit(allocation('local:2', first.id, '25'));
    expect(await leftOf(first.id)).toBeCloseTo(first.left - 25, 2);
  });
});
