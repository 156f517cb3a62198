/** Lists filtered by a customer that was not delivered when the filter was made. */
import { expect, it, vi } from 'vitest';
import type { View } from '../../../src/shared/contract/records';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { window } = rig;

const submit = async (command: object): Promise<string> => {
  const answer = await window().outbox.submit({
    command: { schema: 1, target: null, children: [], ...command },
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.id;
};

const newCustomer = async () => {
  await rig.connect({ dataset: 30 });
  await rig.releaseAll();
  await window().outbox.setUndoSeconds({ seconds: 0 });
  rig.cut();
  const customer = await submit({ kind: 'company', fields: { name: 'Zephyrine', pool_id: '1' } });
  const receipt = { amount: '12', currency: 'USD', company_id: customer };
  await submit({ kind: 'receipt', fields: receipt });
  await submit({ kind: 'trailNote', fields: { content: 'met', company_id: customer, remark_type: 101 } });
  const deliver = async (): Promise<void> => {
    rig.mend();
    await window().outbox.sendNow({ id: customer });
    await vi.waitFor(async () => expect((await window().outbox.summary()).waiting).toBe(0), 15_000);
    // A round that is under way may have read the receipts before this one was delivered.
    await rig.workspace().pull.round();
    await rig.workspace().pull.round();
  };
  return { customer, deliver };
};

const viewOf = (resource: 'receipt' | 'trail', field: string, id: string): View => ({
  resource,
  filters: [{ field, op: 'in', values: [id] }],
});
const total = async (view: View): Promise<number> =>
  (await window().records.page({ view, start: 0, limit: 5 })).total;

it('the list of its receipts still has them after the delivery, and names the customer', async () => {
  const { customer, deliver } = await newCustomer();
  const view = viewOf('receipt', 'company_info', customer);
  const chip = async () =>
    await window().records.facets({ resource: 'receipt', field: 'company_info', values: [customer] });
  const named = { value: customer, label: 'Zephyrine', count: 1 };
  expect(await total(view)).toBe(1);
  expect(await chip()).toContainEqual(named);
  await deliver();
  expect(await total(view)).toBe(1);
  expect(await chip()).toContainEqual(named);
  expect((await chip()).filter(({ label }) => label === 'Zephyrine')).toHaveLength(1);
  expect(
    (await window().records.page({ view, start: 0, limit: 5, withPending: false })).rows.map(
      ({ values }) => values.amount,
    ),
  ).toEqual(['12']);
  // The CRM takes it as a draft.
  expect((await window().records.totals({ view, fields: ['amount'] })).fields[0]?.drafts).toMatchObject([
    { sum: '12' },
  ]);
});

it('the list of its notes has them before and after the delivery', async () => {
  const { customer, deliver } = await newCustomer();
  const view = viewOf('trail', 'company_id', customer);
  expect(await total(view)).toBe(1);
  await deliver();
  expect(await total(view)).toBe(1);
});
