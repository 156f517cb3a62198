/** The forms' own code against a whole core: what is left to invoice when old details are not kept. */
import { expect, it, vi } from 'vitest';
import { stubWindow } from '../../support/renderer/bridge-to';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();

it('an order with invoices whose details are not kept is never offered in full again', async () => {
  await rig.connect({ dataset: 60 });
  for (let round = 0; round < 3; round += 1) await rig.workspace().pull.round();
  stubWindow(rig.fixture.core.router);
  // They look at their window as they are loaded.
  const { connectCore, core } = await import('../../../src/renderer/client/client');
  const { isInvoicedUnknown, orderFacts, orderLinesOf } =
    await import('../../../src/renderer/forms/kinds/order-lines');
  connectCore();
  const linesOf = async (id: string) => orderLinesOf((await orderFacts(id))!);
  const leftOf = async (id: string) => (await linesOf(id)).map(({ left, facts }) => [facts.invoiced, left]);
  const orders = await core.records.page({
    view: { resource: 'order', sort: [{ field: 'create_time', direction: 'asc' }] },
    start: 0,
    limit: 60,
  });
  const isOld = async (id: string): Promise<boolean> => {
    const lists = await core.records.related({ resource: 'order', id, limit: 10 });
    const invoices = lists.find(({ resource }) => resource === 'outboundInvoice')?.rows ?? [];
    return invoices.length > 0 && invoices.every(({ values }) => String(values.update_time) < '2026-05');
  };
  let found: string | null = null;
  for (const { id } of orders.rows)
    if (found === null && (await isOld(id)) && (await leftOf(id)).some(([invoiced]) => Number(invoiced) > 0))
      found = id;
  const before = await leftOf(found!);
  await core.sync.keepDetails({ months: 3 });
  await rig.rounds();
  rig.cut();
  const offline = await linesOf(found!);
  expect(offline.every(isInvoicedUnknown)).toBe(true);
  expect(offline.map(({ left, child }) => [left, child.fields.outbound_count])).toEqual(
    offline.map(() => [null, '']),
  );
  rig.mend();
  // The details are requested, and are there at once or the next time.
  await vi.waitFor(async () => expect(await leftOf(found!)).toEqual(before), {
    timeout: 20_000,
    interval: 500,
  });
  vi.unstubAllGlobals();
});
