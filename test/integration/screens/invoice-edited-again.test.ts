/** An invoice that is in the CRM with two lines is edited again, while an edit waits or after it was delivered. */
import { expect, it } from 'vitest';
import { makeOutboxDesk, NEW_FORM, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
/** More may be invoiced than was ordered. */
const SURE = { confirmed: true };

const invoice = async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  const fields = fieldsOf('INV-9');
  const children = [line(0, 'local:l'), line(1, 'local:m')];
  const id = await all.submit({ kind: 'outboundInvoice', children, fields });
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'applied');
  const target = (await all.item(id)).realId ?? '';
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'outboundInvoice', id: target });
  const ref = { kind: 'outboundInvoice', mode: 'edit', target, ownDraft: null } as const;
  const counts = (form: Awaited<ReturnType<typeof all.open>>) =>
    form.store.getState().values.children.map(({ fields: of }) => of.outbound_count);
  return { ...all, ref, target, line, counts };
};

it.each([
  ['the discount', 'discount_rate'],
  ['the count of the new line', 'outbound_count'],
])('after a line was added offline, %s can be changed', async (_, field) => {
  const { open, saveForm, ref, line, item } = await invoice();
  rig.cut();
  const form = await open(ref);
  form.actions.addChildren([line(2, 'local:n')]);
  savedId(await saveForm(form, SURE));
  const again = await open(ref);
  if (field === 'discount_rate') again.actions.setField(field, '7');
  else again.actions.setChild('local:n', field, '3');
  const id = savedId(await saveForm(again, SURE));
  const { fields, children } = (await item(id)).command;
  const added = children.find(({ ref: one }) => one === 'local:n')?.fields;
  expect([fields.discount_rate, added?.outbound_count, added?.sale_price]).toEqual(
    field === 'discount_rate' ? [7, '5', '5'] : [undefined, '3', '5'],
  );
});

it('a draft of the waiting edit can be saved after the edit was delivered', async () => {
  const { open, saveForm, ref, line, until } = await invoice();
  rig.cut();
  const form = await open(ref);
  form.actions.addChildren([line(2, 'local:n')]);
  const intentId = savedId(await saveForm(form, SURE));
  const item = await open({ kind: 'outboundInvoice', mode: 'intent', intentId });
  item.actions.setChild('local:n', 'outbound_count', '3');
  await item.actions.flush();
  rig.mend();
  rig.workspace().outbox.reconnected();
  await until(intentId, 'applied');
  const answer = await saveForm(item, SURE);
  if (answer.kind !== 'delivered') throw new Error(answer.kind);
  const again = await open({ kind: 'outboundInvoice', ...NEW_FORM, draftId: answer.draftId });
  expect(await saveForm(again, SURE)).toMatchObject({ kind: 'saved' });
});

it('the form shows the lines that were delivered, as the panel does, before they are read again', async () => {
  const { core, open, saveForm, ref, target, line, until, counts } = await invoice();
  rig.service.wire.intercept = async (request, pass) => {
    const answer = await pass();
    if (request.method === 'POST' && request.url.includes('outbound/push')) rig.cut();
    return answer;
  };
  const form = await open(ref);
  form.actions.setChild(form.store.getState().values.children[0]?.ref ?? '', 'outbound_count', '3');
  form.actions.addChildren([line(2, 'local:n')]);
  const id = savedId(await saveForm(form, SURE));
  await core.outbox.sendNow({ id });
  await until(id, 'applied');
  const lines = (await core.records.get({ resource: 'outboundInvoice', id: target }))?.values.record_list;
  expect((lines as { outbound_count: unknown }[]).map((one) => String(one.outbound_count))).toEqual([
    '3',
    '5',
    '5',
  ]);
  expect(counts(await open(ref))).toEqual(['3', '5', '5']);
});

it('a line that the user did not touch and a colleague removed is no conflict', async () => {
  const { core, open, saveForm, ref, target, until, item } = await invoice();
  const form = await open(ref);
  form.actions.setField('discount_rate', '7');
  await colleague('invoices/outbound/push', {
    outbound_invoice_id: Number(target),
    record_list: [{ outbound_record_id: Number(form.store.getState().values.children[1]?.ref), remove: 1 }],
  });
  const id = savedId(await saveForm(form, SURE));
  await core.outbox.sendNow({ id });
  await until(id, 'applied');
  expect((await item(id)).conflicts).toEqual([]);
});

it('a new line that another window has saved is removed by a form of the same draft', async () => {
  const { core, open, saveForm, ref, line, item } = await invoice();
  rig.cut();
  const first = await open(ref);
  first.actions.addChildren([line(2, 'local:n')]);
  await first.actions.flush();
  const [draft] = await core.outbox.drafts();
  const second = await open({ kind: 'outboundInvoice', ...NEW_FORM, draftId: draft?.id ?? '' });
  second.actions.setChild('local:n', 'outbound_count', '3');
  await second.actions.flush();
  const id = savedId(await saveForm(first, SURE));
  await second.actions.stop();
  const again = await open({ kind: 'outboundInvoice', ...NEW_FORM, draftId: draft?.id ?? '' });
  again.actions.removeChild('local:n', true);
  again.actions.setField('discount_rate', '7');
  savedId(await saveForm(again, SURE));
  expect((await item(id)).command.children.map(({ ref: one }) => one)).not.toContain('local:n');
});
