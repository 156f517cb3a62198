/** Contacts and lines that an earlier attempt added: they are not added again, and later changes of them arrive. */
import { expect, it, vi } from 'vitest';
import {
  allSettled,
  isPush,
  LOST,
  losesNextAnswer,
  showsLate,
  withData,
  withoutRows,
  answer,
} from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;
type Values = Record<string, unknown>;

const ARRIVES = { arrives: true, cuts: true };
const SURE = { confirmed: true };
const one = (sql: string): string => String(rig.service.database.prepare(sql).pluck().get());
const detailOf = (where: string): Values =>
  JSON.parse(one(`SELECT detail FROM record WHERE ${where}`)) as Values;
const linesOf = (id: string): Values[] =>
  detailOf(`resource = 'outboundInvoice' AND id = ${id}`).record_list as Values[];
const settled = async (all: Desk, id: string) => {
  await vi.waitFor(
    async () => expect(['applied', 'conflict', 'rejected']).toContain((await all.item(id)).state),
    { timeout: 25_000 },
  );
  return all.item(id);
};
/** The user keeps the own value in a conflict about this field. */
const keepMine = async (all: Desk, id: string, field: string): Promise<void> => {
  const { mergedCommand } = await import('../../../src/renderer/features/outbox/merge');
  const item = await all.item(id);
  const merged = mergedCommand(item, { [`/${field}`]: { pick: 'mine' } }, () => 'local:again');
  if (merged === null) throw new Error('not merged');
  expect(await all.core.outbox.edit({ id, ...merged, version: item.version })).toMatchObject({ ok: true });
};

/** An edit of an invoice in the CRM that adds a line; it arrives, and its answer is lost. */
const lineInDoubt = async (all: Desk) => {
  const { fieldsOf, line } = all.order();
  const children = [line(0, 'local:l')];
  const made = await all.submit({ kind: 'outboundInvoice', children, fields: fieldsOf('INV-9') });
  await all.core.outbox.sendNow({ id: made });
  await all.until(made, 'applied');
  const target = (await all.item(made)).realId ?? '';
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'outboundInvoice', id: target });
  const form = await all.open({ kind: 'outboundInvoice', mode: 'edit', target, ownDraft: null });
  form.actions.setField('discount_rate', '5');
  form.actions.addChildren([line(2, 'local:n')]);
  losesNextAnswer(rig);
  const id = savedId(await all.saveForm(form, SURE));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  return { id, target, orderLine: Number(line(0, 'x').fields.order_record_id) };
};

it('a line that arrived is not added again after a conflict about another field', async () => {
  const all = await desk();
  const { id, target, orderLine } = await lineInDoubt(all);
  await colleague('invoices/outbound/push', {
    outbound_invoice_id: Number(target),
    discount_rate: 7,
    record_list: [{ outbound_record_id: linesOf(target)[0]?.outbound_record_id, order_record_id: orderLine }],
  });
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  expect(await settled(all, id)).toMatchObject({ state: 'conflict', mayHaveArrived: true });
  await keepMine(all, id, 'discount_rate');
  await settled(all, id);
  await allSettled(all);
  expect(linesOf(target)).toHaveLength(2);
});

it('a line that the first attempt added is not added again by a correction in doubt', async () => {
  const all = await desk();
  const { id, target } = await lineInDoubt(all);
  const late = showsLate(rig, ({ url }, got) =>
    url.includes('/outbound/info')
      ? withData(got, (data) => ({
          ...data,
          discount_rate: 100,
          record_list: (data.record_list as Values[]).slice(0, 1),
        }))
      : got,
  );
  await all.core.outbox.sendAgain({ id });
  late.begin();
  expect(await settled(all, id)).toMatchObject({ conflicts: [], state: 'rejected' });
  late.push = () => LOST;
  const form = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  form.actions.setField('discount_rate', '7');
  savedId(await all.saveForm(form, SURE));
  await all.until(id, 'uncertain');
  late.shows = true;
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  expect(await settled(all, id)).toMatchObject({ state: 'applied', conflicts: [] });
  await allSettled(all);
  expect(linesOf(target)).toHaveLength(2);
});

it('a contact that arrived is not added again after a conflict about another field', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  form.actions.setField('remark', 'mine');
  form.actions.addChildren([{ ref: 'local:n', fields: { name: 'Zoe Zander' } }]);
  losesNextAnswer(rig);
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  const theirs = { company_id: Number(target), pool_id: 0, remark: 'theirs' };
  await colleague('company/pushCompanyAndCustomers', theirs);
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await all.until(id, 'conflict');
  await keepMine(all, id, 'remark');
  await allSettled(all);
  const { customers } = detailOf(`resource = 'company' AND id = ${target}`) as { customers: Values[] };
  expect(customers.filter(({ name }) => name === 'Zoe Zander')).toHaveLength(1);
});

it('a contact that a correction adds and a later edit changes is added once, as it was changed', async () => {
  const all = await desk();
  const children = [{ ref: 'local:a', fields: { name: 'Ada' } }];
  const id = await all.inDoubt(
    { kind: 'company', fields: { name: 'Nordwind', pool_id: '0' }, children },
    ARRIVES,
  );
  await all.core.outbox.sendAgain({ id });
  showsLate(rig, ({ url }, got) =>
    url.includes('/list') ? withoutRows(got, ({ name }) => name === 'Nordwind') : got,
  ).begin();
  await all.until(id, 'rejected');
  rig.cut();
  const first = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  first.actions.addChildren([{ ref: 'local:b', fields: { name: 'Bob', post: 'Buyer' } }]);
  savedId(await all.saveForm(first));
  const second = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  second.actions.setChild('local:b', 'post', 'Head buyer');
  savedId(await all.saveForm(second));
  rig.mend();
  rig.workspace().outbox.reconnected();
  expect(new Set(await allSettled(all))).toEqual(new Set(['applied']));
  expect(detailOf(`resource = 'company' AND name = 'Nordwind'`).customers).toMatchObject([
    { name: 'Ada' },
    { name: 'Bob', post: 'Head buyer' },
  ]);
});

it('a line that a correction adds and a later edit changes is sent once, with its product', async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  const children = [line(0, 'local:l', '1')];
  const id = await all.inDoubt({ kind: 'outboundInvoice', fields: fieldsOf('INV-77'), children }, ARRIVES);
  await all.core.outbox.sendAgain({ id });
  showsLate(rig, (request, got) => {
    if (request.url.includes('serial_id=INV-77'))
      return answer(request, '{"code":404,"message":"Not Found Resource","data":{}}');
    return request.url.includes('/list') ? withoutRows(got, (item) => item.serial_id === 'INV-77') : got;
  }).begin();
  await all.until(id, 'rejected');
  rig.cut();
  const first = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  first.actions.addChildren([line(1, 'local:m', '2')]);
  savedId(await all.saveForm(first, SURE));
  const second = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  second.actions.setChild('local:m', 'outbound_count', '3');
  savedId(await all.saveForm(second, SURE));
  const added: Values[] = [];
  rig.service.wire.intercept = async (request, pass) => {
    const lines = isPush(request)
      ? (JSON.parse(String(request.body)) as { record_list: Values[] }).record_list
      : [];
    added.push(...lines.filter((one) => one.outbound_record_id === undefined));
    return pass();
  };
  rig.workspace().outbox.reconnected();
  expect(new Set(await allSettled(all))).toEqual(new Set(['applied']));
  const { record_list } = detailOf(`resource = 'outboundInvoice' AND number = 'INV-77'`);
  expect(
    (record_list as Values[]).map((one) => [Number(one.product_id), Number(one.outbound_count)]),
  ).toEqual([
    [Number(line(0, 'x').fields.product_id), 1],
    [Number(line(1, 'x').fields.product_id), 3],
  ]);
  expect(added.filter((one) => one.product_id === undefined)).toEqual([]);
});

it('money: an own invoice that a colleague has changed is not called another invoice', async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  const fields = { ...fieldsOf('INV-77'), discount_rate: 95 };
  const id = await all.inDoubt(
    { kind: 'outboundInvoice', fields, children: [line(0, 'local:l', '1')] },
    ARRIVES,
  );
  const realId = one(
    `SELECT CAST(id AS TEXT) FROM record WHERE resource = 'outboundInvoice' AND number = 'INV-77'`,
  );
  await colleague('invoices/outbound/push', {
    outbound_invoice_id: Number(realId),
    discount_rate: 90,
    record_list: [
      {
        outbound_record_id: linesOf(realId)[0]?.outbound_record_id,
        order_record_id: Number(line(0, 'x').fields.order_record_id),
      },
    ],
  });
  await all.core.outbox.sendAgain({ id });
  rig.mend();
  rig.workspace().outbox.reconnected();
  await all.until(id, 'uncertain');
  expect(await all.item(id)).toMatchObject({ waits: 'your-decision', candidates: [{ id: realId }] });
  // The user says that it is another one; then its number is in use.
  await all.core.outbox.sendAgain({ id });
  expect(await settled(all, id)).toMatchObject({ state: 'rejected', reason: { code: 'number-in-use' } });
});
