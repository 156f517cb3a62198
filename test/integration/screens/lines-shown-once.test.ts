/** A line that waits under its local id while the copy of the invoice has it under its real one. */
import { expect, it } from 'vitest';
import { allSettled, losesNextAnswer } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
type Values = Record<string, unknown>;
const SURE = { confirmed: true };
const countsOf = (id: string): number[] => {
  const detail = rig.service.database
    .prepare(`SELECT detail FROM record WHERE resource = 'outboundInvoice' AND id = ?`)
    .pluck()
    .get(BigInt(id)) as string;
  return (JSON.parse(detail) as { record_list: Values[] }).record_list.map((of) => Number(of.outbound_count));
};

/** An edit of a new invoice in doubt is held; then the invoice is found. */
const editHeld = async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  losesNextAnswer(rig);
  const id = await all.submit({
    kind: 'outboundInvoice',
    children: [line(0, 'local:l'), line(1, 'local:k')],
    fields: fieldsOf('INV-9'),
  });
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  const form = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  form.actions.setChild('local:l', 'outbound_count', '3');
  const later = savedId(await all.saveForm(form, SURE));
  await all.core.outbox.hold({ id: later, held: true });
  rig.mend();
  rig.service.wire.intercept = (_, pass) => pass();
  rig.workspace().outbox.reconnected();
  await all.until(id, 'applied');
  await rig.rounds();
  const target = (await all.item(id)).realId ?? '';
  await all.core.sync.fetchDetail({ resource: 'outboundInvoice', id: target });
  const record = await all.open({ kind: 'outboundInvoice', mode: 'edit', target, ownDraft: null });
  return { all, later, target, record };
};

it('the form of the invoice shows each line once, with what waits', async () => {
  const { all, later, target, record } = await editHeld();
  expect(record.store.getState().values.children).toMatchObject([
    { fields: { outbound_count: '3' } },
    { fields: { outbound_count: '5' } },
  ]);
  record.actions.setChild(record.store.getState().values.children[1]?.ref ?? '', 'outbound_count', '4');
  savedId(await all.saveForm(record, SURE));
  await all.core.outbox.hold({ id: later, held: false });
  expect(new Set(await allSettled(all))).toEqual(new Set(['applied']));
  expect(countsOf(target)).toEqual([3, 4]);
});

it('a line that is removed in it is removed, and no other', async () => {
  const { all, later, target, record } = await editHeld();
  record.actions.removeChild(record.store.getState().values.children[1]?.ref ?? '', true);
  savedId(await all.saveForm(record, SURE));
  await all.core.outbox.hold({ id: later, held: false });
  expect(new Set(await allSettled(all))).toEqual(new Set(['applied']));
  expect(countsOf(target)).toEqual([3]);
});
