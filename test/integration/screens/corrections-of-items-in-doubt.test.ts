/** An item in doubt is changed, and its first attempt turns out to have arrived, while others change the record too. */
import { expect, it, vi } from 'vitest';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;

const COMPANY = { kind: 'company', fields: { name: 'Nordwind', pool_id: '0', tel: '111', remark: 'by sea' } };
const ARRIVES = { arrives: true, cuts: true };
const COMPANY_PUSH = 'company/pushCompanyAndCustomers';
const SURE = { confirmed: true };

const answer = ({ url }: HttpRequest, text: string): HttpResult => ({
  kind: 'answer',
  status: 200,
  headers: {},
  text,
  url,
});
const refusal = (request: HttpRequest): HttpResult =>
  answer(request, '{"code":404,"message":"locked","data":{}}');
const LOST: HttpResult = { kind: 'failure', reason: 'reset', unsent: false, detail: 'cut off' };
const isPush = ({ method, url }: HttpRequest): boolean => method === 'POST' && url.includes('push');

const settled = async (all: Desk, id: string) => {
  await vi.waitFor(
    async () => expect(['applied', 'conflict', 'rejected']).toContain((await all.item(id)).state),
    { timeout: 25_000 },
  );
  return all.item(id);
};
const allApplied = async ({ core }: Desk): Promise<void> => {
  await vi.waitFor(
    async () => {
      const states = (await core.outbox.list({})).map(({ state }) => state);
      expect(states.filter((state) => state !== 'applied')).toEqual([]);
    },
    { timeout: 25_000 },
  );
};
const NORDWIND = `FROM record WHERE resource = 'company' AND name = 'Nordwind'`;
const one = (sql: string): string => String(rig.service.database.prepare(sql).pluck().get());
const nordwind = (): unknown => JSON.parse(one(`SELECT detail ${NORDWIND}`));
const nordwindId = (): string => one(`SELECT CAST(id AS TEXT) ${NORDWIND}`);
const linesOf = (id: string): { outbound_record_id: number }[] =>
  JSON.parse(one(`SELECT detail FROM record WHERE resource = 'outboundInvoice' AND id = ${id}`)).record_list;

/** Until `shows`: pushes are refused, or lost, and the list of companies does not show Nordwind. */
const showsLate = () => {
  const late = { shows: false, push: refusal };
  const intercept = async (request: HttpRequest, pass: () => Promise<HttpResult>): Promise<HttpResult> => {
    if (!late.shows && isPush(request)) return late.push(request);
    const got = await pass();
    if (late.shows || !request.url.includes('/company/list') || got.kind !== 'answer') return got;
    const body = JSON.parse(got.text);
    const list = body.data.list.filter(({ name }: { name: string }) => name !== 'Nordwind');
    const total = body.data.totalItem - body.data.list.length + list.length;
    const data = { ...body.data, list, totalItem: total, count: total };
    return { ...got, text: JSON.stringify({ ...body, data }) };
  };
  return Object.assign(late, {
    begin: (): void => {
      rig.service.wire.intercept = intercept;
      rig.workspace().outbox.reconnected();
    },
  });
};
/** A new company that arrived without an answer, was sent again and refused. */
const refusedAgain = async (all: Desk, children: object[] = []) => {
  const id = await all.inDoubt({ ...COMPANY, children }, ARRIVES);
  const late = showsLate();
  await all.core.outbox.sendAgain({ id });
  return { id, late };
};
const changeBy = async (all: Desk, intentId: string, fields: Record<string, string>): Promise<string> => {
  const form = await all.open({ kind: 'company', mode: 'intent', intentId });
  form.actions.setFields(fields);
  return savedId(await all.saveForm(form));
};

/** An invoice of one line that is in the CRM, with its details here. */
const invoice = async (all: Desk) => {
  const { fieldsOf, line } = all.order();
  const fields = fieldsOf('INV-9');
  const made = await all.submit({ kind: 'outboundInvoice', children: [line(0, 'local:l')], fields });
  await all.core.outbox.sendNow({ id: made });
  await all.until(made, 'applied');
  const target = (await all.item(made)).realId ?? '';
  await rig.rounds();
  const fetch = async (): Promise<void> => {
    await all.core.sync.fetchDetail({ resource: 'outboundInvoice', id: target });
  };
  await fetch();
  return { target, line, fields, fetch };
};

it.each([
  ['another field', 2],
  ['another field and adds a further line', 3],
])('a new line of an invoice is added once, if a correction after a refusal changes %s', async (_, lines) => {
  const all = await desk();
  const { target, line } = await invoice(all);
  const known = {
    ref: String(linesOf(target)[0]?.outbound_record_id),
    fields: { order_record_id: line(0, 'x').fields.order_record_id },
  };
  const children = [known, line(2, 'local:n')];
  const edit = { kind: 'outboundInvoice', target, fields: { discount_rate: 5 }, children };
  const id = await all.inDoubt(edit, ARRIVES);
  let isLate = true;
  rig.service.wire.intercept = async (request, pass) => {
    if (isLate && isPush(request)) return refusal(request);
    const got = await pass();
    if (!isLate || got.kind !== 'answer' || !request.url.includes('/outbound/info')) return got;
    const body = JSON.parse(got.text);
    const data = { ...body.data, discount_rate: 100, record_list: body.data.record_list.slice(0, 1) };
    return { ...got, text: JSON.stringify({ ...body, data }) };
  };
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await all.until(id, 'rejected');
  const form = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  form.actions.setField('discount_rate', '7');
  if (lines === 3) form.actions.addChildren([line(1, 'local:o')]);
  isLate = false;
  savedId(await all.saveForm(form, SURE));
  await allApplied(all);
  expect(linesOf(target)).toHaveLength(lines);
});

it('an edit of a new company in doubt does not overwrite a colleague', async () => {
  const all = await desk();
  const id = await all.inDoubt(COMPANY, ARRIVES);
  const edit = await changeBy(all, id, { tel: '222' });
  await colleague(COMPANY_PUSH, { company_id: Number(nordwindId()), pool_id: 0, tel: '333' });
  await all.core.outbox.arrived({ id, realId: nordwindId() });
  rig.mend();
  rig.workspace().outbox.reconnected();
  expect((await settled(all, edit)).state).toBe('conflict');
});

it('an edit is compared with what its form has shown, not with what was read since', async () => {
  const all = await desk();
  const { core } = all;
  const target = all.cache.liveIds('company')[0] ?? '';
  await core.sync.fetchDetail({ resource: 'company', id: target });
  await core.outbox.setUndoSeconds({ seconds: 30 });
  const first = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  first.actions.setField('tel', '111');
  const id = savedId(await all.saveForm(first));
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  await colleague(COMPANY_PUSH, { company_id: Number(target), pool_id: 0, remark: 'theirs' });
  await rig.workspace().pull.round();
  await core.sync.fetchDetail({ resource: 'company', id: target });
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? LOST : pass());
  await core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  form.actions.setField('remark', 'mine');
  const edit = savedId(await all.saveForm(form));
  rig.mend();
  await core.outbox.sendAgain({ id });
  await core.outbox.sendNow({ id });
  await all.until(id, 'applied');
  await core.outbox.sendNow({ id: edit });
  expect((await settled(all, edit)).state).toBe('conflict');
});

it('what the user entered after the correction counts', async () => {
  const all = await desk();
  const id = await all.inDoubt(COMPANY, ARRIVES);
  const later = await changeBy(all, id, { remark: 'two' });
  const late = showsLate();
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  rig.cut();
  await changeBy(all, id, { tel: '333', remark: 'three' });
  await changeBy(all, later, { remark: 'four' });
  late.shows = true;
  late.begin();
  await allApplied(all);
  expect(nordwind()).toMatchObject({ tel: '333', remark: 'four' });
});

it('a correction that is in doubt itself is sent, if the first attempt is found', async () => {
  const all = await desk();
  const { id, late } = await refusedAgain(all);
  late.begin();
  await all.until(id, 'rejected');
  late.push = () => LOST;
  await changeBy(all, id, { tel: '999' });
  await all.until(id, 'uncertain');
  rig.mend();
  rig.workspace().outbox.reconnected();
  await allApplied(all);
  expect(nordwind()).toMatchObject({ tel: '999' });
});

it('a corrected e-mail of a contact is sent, if the first attempt is found', async () => {
  const all = await desk();
  const { id, late } = await refusedAgain(all, [
    { ref: 'local:a', fields: { name: 'Ada', email: 'ada@old.example' } },
  ]);
  late.begin();
  await all.until(id, 'rejected');
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  form.actions.setChild('local:a', 'email', 'ada@new.example');
  savedId(await all.saveForm(form));
  late.shows = true;
  late.begin();
  await allApplied(all);
  expect(nordwind()).toMatchObject({ customers: [{ name: 'Ada', email: 'ada@new.example' }] });
});

it('"Send without a number" makes no edit of an invoice that had arrived', async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  const fields = fieldsOf('INV-77');
  const children = [line(0, 'local:l', '1')];
  const id = await all.inDoubt({ kind: 'outboundInvoice', fields, children }, ARRIVES);
  let isLate = true;
  rig.service.wire.intercept = async (request, pass) => {
    if (isLate && request.url.includes('serial_id=INV-77'))
      return answer(request, '{"code":404,"message":"No Privilege","data":{}}');
    const got = await pass();
    if (!isLate || !request.url.includes('/outbound/list') || got.kind !== 'answer') return got;
    const body = JSON.parse(got.text);
    const list = body.data.list.filter((of: { serial_id: string }) => of.serial_id !== 'INV-77');
    const data = { ...body.data, list, totalItem: 5000, count: 5000 };
    return { ...got, text: JSON.stringify({ ...body, data }) };
  };
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  const item = await settled(all, id);
  expect(item.reason?.code).toBe('number-not-checked');
  const { serial_id: _, ...rest } = item.command.fields;
  isLate = false;
  await all.core.outbox.edit({ id, command: { ...item.command, fields: rest }, version: item.version });
  await allApplied(all);
  expect(await all.core.outbox.list({})).toHaveLength(1);
});

it('a line that is removed while the invoice is in doubt is not kept without a word', async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  const fields = fieldsOf('INV-7');
  const children = [line(0, 'local:l', '1'), line(1, 'local:m', '1')];
  const id = await all.submit({ kind: 'outboundInvoice', children, fields });
  const form = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? LOST : pass());
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  form.actions.removeChild('local:m', true);
  form.actions.setField('discount_rate', '7');
  expect((await all.saveForm(form, SURE)).kind).not.toBe('saved');
});

it('a changed allocation of a receipt that arrived without an answer is refused: it would be a second one', async () => {
  const all = await desk();
  const order = String(all.cache.liveIds('order')[0]);
  const allocated = (cash_collection_invoice_amount: string) => ({
    kind: 'receipt',
    schema: 1,
    target: null,
    fields: { amount: '77.5', currency: 'USD', collection_date: '2026-11-20' },
    children: [
      { ref: 'local:l', fields: { refer_id: order, refer_type: 1, cash_collection_invoice_amount } },
    ],
  });
  const id = await all.inDoubt(allocated('77.5'), ARRIVES);
  const realId = one(
    `SELECT CAST(id AS TEXT) FROM record WHERE resource = 'receipt' ORDER BY create_time DESC LIMIT 1`,
  );
  const { version } = await all.item(id);
  const changed = await all.core.outbox.edit({ id, command: allocated('50'), version });
  if (!changed.ok) throw new Error(changed.code);
  await all.core.outbox.arrived({ id, realId });
  let pushes = 0;
  rig.service.wire.intercept = async (request, pass) => {
    if (isPush(request)) pushes += 1;
    return pass();
  };
  rig.workspace().outbox.reconnected();
  expect(await settled(all, changed.id)).toMatchObject({
    state: 'rejected',
    reason: { code: 'ids-unknown' },
  });
  expect(pushes).toBe(0);
});

it('the form shows the later of two delivered counts, as the panel does', async () => {
  const all = await desk();
  const { target, fetch } = await invoice(all);
  const ref = { kind: 'outboundInvoice', mode: 'edit', target, ownDraft: null } as const;
  for (const count of ['3', '4']) {
    const form = await all.open(ref);
    form.actions.setChild(form.store.getState().values.children[0]?.ref ?? '', 'outbound_count', count);
    const id = savedId(await all.saveForm(form, SURE));
    await all.core.outbox.sendNow({ id });
    await all.until(id, 'applied');
  }
  await fetch();
  const { children } = (await all.open(ref)).store.getState().values;
  expect(children.map((item) => item.fields.outbound_count)).toEqual(['4']);
});
