/** The form of a refused new record shows what was saved in a later edit, which waits for the record. */
import { expect, it } from 'vitest';
import { allSettled, isPush, LOST, refusal, showsLate, withoutRows } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;

const contact = (ref: string, name: string) => ({ ref, fields: { name, email: `${name}@n.example` } });
const COMPANY = {
  kind: 'company',
  fields: { name: 'Nordwind', pool_id: '0', tel: '111', remark: 'by sea', address: 'too long' },
  children: [contact('local:a', 'ada')],
};
const formOf = (intentId: string) => ({ kind: 'company', mode: 'intent', intentId }) as const;
const nordwind = (): Record<string, unknown> =>
  JSON.parse(
    String(
      rig.service.database
        .prepare(`SELECT detail FROM record WHERE resource = 'company' AND name LIKE 'Nordwind%'`)
        .pluck()
        .get(),
    ),
  );

/** A new company in doubt, an edit of it that was saved then, and a refusal of the company. */
const refusedWithLater = async (all: Desk) => {
  const id = await all.inDoubt(COMPANY);
  const form = await all.open(formOf(id));
  form.actions.setFields({ tel: '222', remark: '' });
  form.actions.addChildren([contact('local:b', 'bob')]);
  const later = savedId(await all.saveForm(form));
  expect(later).not.toBe(id);
  await all.core.outbox.sendAgain({ id });
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? refusal(request) : pass());
  rig.workspace().outbox.reconnected();
  await all.until(id, 'rejected');
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? LOST : pass());
  return { id, later };
};

it('the form shows the later values, and the record gets them once', async () => {
  const all = await desk();
  const { id } = await refusedWithLater(all);
  const form = await all.open(formOf(id));
  const { values, form: opened } = form.store.getState();
  expect(values.fields).toMatchObject({ tel: '222', address: 'too long' });
  expect(values.fields.remark ?? '').toBe('');
  expect(values.children.map(({ fields }) => fields.name)).toEqual(['ada', 'bob']);
  expect(opened.intentId).toBe(id);
  form.actions.setFields({ address: 'short' });
  rig.mend();
  expect(savedId(await all.saveForm(form))).toBe(id);
  expect(await allSettled(all)).toEqual(['applied', 'applied']);
  const record = nordwind() as { customers: { name: string }[] };
  expect(record).toMatchObject({ address: 'short', remark: '' });
  expect(JSON.stringify(record)).toContain('222');
  expect(record.customers.map(({ name }) => name)).toEqual(['ada', 'bob']);
});

it('a value that is changed over the later one is the last one', async () => {
  const all = await desk();
  const { id } = await refusedWithLater(all);
  const form = await all.open(formOf(id));
  form.actions.setFields({ address: 'short', tel: '333' });
  rig.mend();
  savedId(await all.saveForm(form));
  expect(await allSettled(all)).toEqual(['applied', 'applied']);
  expect(JSON.stringify(nordwind())).toContain('333');
});

it('a value that is saved in the later edit while the form is open is the last one', async () => {
  const all = await desk();
  const { id, later } = await refusedWithLater(all);
  const form = await all.open(formOf(id));
  const other = await all.open(formOf(later));
  other.actions.setFields({ tel: '444', remark: 'by air' });
  other.actions.setChild('local:b', 'post', 'Buyer');
  other.actions.setChild('local:b', 'name', 'rob');
  savedId(await all.saveForm(other));
  form.actions.setFields({ address: 'short' });
  rig.mend();
  savedId(await all.saveForm(form));
  expect(await allSettled(all)).toEqual(['applied', 'applied']);
  const record = nordwind() as { customers: Record<string, unknown>[] };
  expect(record).toMatchObject({ address: 'short', remark: 'by air' });
  expect(JSON.stringify(record)).toContain('444');
  expect(record.customers).toMatchObject([{ name: 'ada' }, { name: 'rob', post: 'Buyer' }]);
});

it('what the user sets back, empties or removes in the form stays so', async () => {
  const all = await desk();
  const { id } = await refusedWithLater(all);
  const form = await all.open(formOf(id));
  form.actions.setFields({ address: '', tel: '111', remark: 'by rail' });
  form.actions.removeChild('local:b', true);
  rig.mend();
  savedId(await all.saveForm(form));
  expect(await allSettled(all)).toEqual(['applied', 'applied']);
  const record = nordwind() as { customers: { name: string }[] };
  expect(record).toMatchObject({ remark: 'by rail' });
  expect(JSON.stringify(record)).toContain('111');
  expect(JSON.stringify(record)).not.toContain('222');
  expect(record.customers.map(({ name }) => name)).toEqual(['ada']);
});

it('Undo takes the correction back, and the later edit stays as it was', async () => {
  const all = await desk();
  const { undoSave } = await import('../../../src/renderer/forms/saving/undo-save');
  const { id, later } = await refusedWithLater(all);
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  const before = [(await all.item(id)).command, (await all.item(later)).command];
  const form = await all.open(formOf(id));
  form.actions.setFields({ address: 'short', tel: '333' });
  form.actions.setChild('local:b', 'tel', '5');
  const saved = await all.saveForm(form);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  expect((await all.item(later)).command.fields.tel).toBe('333');
  expect(await undoSave(saved, 'operation')).toBe('undone');
  expect((await all.item(id)).state).toBe('rejected');
  expect([(await all.item(id)).command, (await all.item(later)).command]).toEqual(before);
  await all.core.outbox.setUndoSeconds({ seconds: 0 });
  const again = await all.open(formOf(id));
  again.actions.setFields({ address: 'short' });
  rig.mend();
  savedId(await all.saveForm(again));
  expect(await allSettled(all)).toEqual(['applied', 'applied']);
  expect(JSON.stringify(nordwind())).not.toContain('333');
  const { customers } = nordwind() as { customers: { name: string }[] };
  expect(customers.map(({ name }) => name)).toEqual(['ada', 'bob']);
});

it('the form of a refused invoice shows lines that a later edit adds, and each is invoiced once', async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  const id = await all.inDoubt({
    kind: 'outboundInvoice',
    fields: fieldsOf('INV-LATER'),
    children: [line(0, 'local:l1', '1')],
  });
  const { command } = await all.item(id);
  const saved = await all.core.outbox.edit({
    id,
    command: { ...command, children: [line(0, 'local:l1', '2'), line(1, 'local:l2', '3')] },
    operationId: 'later',
  });
  expect(saved).toMatchObject({ ok: true, outcome: 'successor' });
  await all.core.outbox.sendAgain({ id });
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? refusal(request) : pass());
  rig.workspace().outbox.reconnected();
  await all.until(id, 'rejected');
  const form = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  const counts = form.store.getState().values.children.map(({ fields }) => fields.outbound_count);
  expect(counts).toEqual(['2', '3']);
  form.actions.setChild('local:l2', 'outbound_count', '4');
  rig.mend();
  savedId(await all.saveForm(form, { confirmed: true }));
  expect(await allSettled(all)).toEqual(['applied', 'applied']);
  const invoice = rig.service.database
    .prepare(`SELECT detail FROM record WHERE resource = 'outboundInvoice' AND id = ?`)
    .pluck()
    .get(Number((await all.item(id)).realId)) as string;
  const { record_list: lines } = JSON.parse(invoice) as { record_list: { outbound_count: unknown }[] };
  expect(lines.map(({ outbound_count: count }) => Number(count))).toEqual([2, 4]);
});

it('if an earlier attempt of the record had arrived, a contact of the later edit is added once', async () => {
  const all = await desk();
  const id = await all.inDoubt(COMPANY, { arrives: true, cuts: true });
  const form = await all.open(formOf(id));
  form.actions.setFields({ tel: '222' });
  form.actions.addChildren([contact('local:b', 'bob')]);
  const later = savedId(await all.saveForm(form));
  const late = showsLate(rig, (request, got) =>
    request.url.includes('/company/list') ? withoutRows(got, ({ name }) => name === 'Nordwind') : got,
  );
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  const again = await all.open(formOf(id));
  expect(again.store.getState().values.children.map(({ fields }) => fields.name)).toEqual(['ada', 'bob']);
  again.actions.setFields({ address: 'short' });
  again.actions.setChild('local:b', 'post', 'Buyer');
  late.shows = true;
  savedId(await all.saveForm(again));
  await allSettled(all);
  expect((await all.item(later)).state).toBe('applied');
  const record = nordwind() as { customers: Record<string, unknown>[] };
  expect(record).toMatchObject({ address: 'short' });
  expect(record.customers).toMatchObject([{ name: 'ada' }, { name: 'bob', post: 'Buyer' }]);
  expect(JSON.stringify(record)).toContain('222');
});
