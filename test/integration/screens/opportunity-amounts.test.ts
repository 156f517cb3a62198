/** What a list shows of an opportunity whose amount waits to be sent. */
import { expect, it, vi } from 'vitest';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { window } = rig;

/** Connects without sending; returns an opportunity in dollars, and a function that edits it. */
const edited = async () => {
  await rig.connect({ dataset: 40 });
  rig.cut();
  const view = {
    resource: 'opportunity',
    filters: [{ field: 'currency', op: 'in', values: ['USD'] }],
  } as const;
  const { rows } = await window().records.page({ view: view as never, start: 0, limit: 1 });
  const { id, values } = rows[0]!;
  const { name, company_id, handler } = values;
  const edit = async (fields: object): Promise<void> => {
    const command = { schema: 1, kind: 'opportunity', target: id, children: [] } as const;
    const fixed = { name, company_id: String(company_id), handler };
    const known = await window().outbox.editBase({ kind: 'opportunity', ref: id });
    const made = { command: { ...command, fields: { ...fixed, ...fields } }, base: known?.base ?? null };
    expect(await window().outbox.submit(made)).toMatchObject({ ok: true });
  };
  const shown = async () => (await window().records.get({ resource: 'opportunity', id }))!.values;
  return { id, view, edit, shown };
};

it('the amounts in yuan and dollars belong to the amount that waits, also in the totals', async () => {
  const { id, edit, shown } = await edited();
  await edit({ amount: '5000' });
  expect(await shown()).toMatchObject({ amount: '5000', amount_rmb: '36000', amount_usd: '5000' });
  const own = { field: 'opportunity_id', op: 'in', values: [id] };
  const { fields } = await window().records.totals({
    view: { resource: 'opportunity', filters: [own] } as never,
    fields: ['amount_rmb', 'amount_usd'],
  });
  expect(fields.map(({ sums }) => sums[0]?.sum)).toEqual(['36000', '5000']);
});

it('they are empty if the currency waits and its rates are not known', async () => {
  const { edit, shown } = await edited();
  await edit({ currency: 'EUR' });
  expect(await shown()).toMatchObject({ currency: 'EUR', amount_rmb: null, amount_usd: null });
});

it('they follow a rate that waits, and stay if something else waits', async () => {
  const { edit, shown } = await edited();
  const before = await shown();
  await edit({ remark: 'by sea' });
  expect(await shown()).toMatchObject({ amount_rmb: before.amount_rmb, amount_usd: before.amount_usd });
  await edit({ exchange_rate: '700' });
  expect(await shown()).toMatchObject({
    amount_rmb: String((Number(before.amount) * 700) / 100),
    amount_usd: before.amount_usd,
  });
});

it('they are those of the CRM after the delivery', async () => {
  const { id, edit, shown } = await edited();
  await edit({ amount: '5000' });
  const waiting = await shown();
  rig.mend();
  await rig.releaseAll();
  await window().outbox.release({ kind: 'opportunity' });
  await window().outbox.setUndoSeconds({ seconds: 0 });
  await vi.waitFor(async () => expect((await window().outbox.summary()).waiting).toBe(0), 15_000);
  await rig.workspace().pull.round();
  expect((await window().records.get({ resource: 'opportunity', id }))!.pending).toBeUndefined();
  const { amount_rmb, amount_usd } = await shown();
  expect([Number(amount_rmb), Number(amount_usd)]).toEqual([
    Number(waiting.amount_rmb),
    Number(waiting.amount_usd),
  ]);
});
