/**
 * Several attempts of one item: the first arrived without an answer, a second one was refused or lost, and the user
 * has corrected the item meanwhile. What the user entered last has to arrive.
 */
import { expect, it, vi } from 'vitest';
import {
  allSettled,
  isPush,
  LOST,
  losesNextAnswer,
  refusal,
  showsLate,
  withData,
  withoutRows,
} from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, colleague } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;
type Values = Record<string, unknown>;

const COMPANY = { kind: 'company', fields: { name: 'Nordwind', pool_id: '0', tel: '111', remark: 'by sea' } };
const ARRIVES = { arrives: true, cuts: true };
const COMPANY_PUSH = 'company/pushCompanyAndCustomers';
const one = (sql: string): string => String(rig.service.database.prepare(sql).pluck().get());
const NORDWIND = `FROM record WHERE resource = 'company' AND name = 'Nordwind'`;
const nordwind = (): Values => JSON.parse(one(`SELECT detail ${NORDWIND}`)) as Values;
const nordwindId = (): string => one(`SELECT CAST(id AS TEXT) ${NORDWIND}`);
const company = (id: string): Values =>
  JSON.parse(one(`SELECT detail FROM record WHERE resource = 'company' AND id = ${id}`)) as Values;

const listLate = () =>
  showsLate(rig, ({ url }, got) =>
    url.includes('/company/list') ? withoutRows(got, ({ name }) => name === 'Nordwind') : got,
  );
const detailsLate = (was: Values) =>
  showsLate(rig, ({ url }, got) =>
    url.includes('/company/info') ? withData(got, (data) => ({ ...data, ...was })) : got,
  );
const settled = async (all: Desk, id: string) => {
  await vi.waitFor(
    async () => expect(['applied', 'conflict', 'rejected']).toContain((await all.item(id)).state),
    { timeout: 25_000 },
  );
  return all.item(id);
};
/** A company of the CRM, with its details here. */
const existing = async (all: Desk): Promise<string> => {
  const id = all.cache.liveIds('company')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'company', id });
  return id;
};
const editBy = async (all: Desk, target: string, fields: Record<string, string>): Promise<string> => {
  const form = await all.open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  form.actions.setFields(fields);
  return savedId(await all.saveForm(form));
};
const correct = async (all: Desk, intentId: string, fields: Record<string, string>): Promise<string> => {
  const form = await all.open({ kind: 'company', mode: 'intent', intentId });
  form.actions.setFields(fields);
  return savedId(await all.saveForm(form));
};
const lostButArrived = async (all: Desk, save: () => Promise<string>): Promise<string> => {
  losesNextAnswer(rig);
  const id = await save();
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  return id;
};

it('"It arrived" sends the correction that was made after the attempt that arrived', async () => {
  const all = await desk();
  const id = await all.inDoubt(COMPANY, ARRIVES);
  const late = listLate();
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  late.push = () => LOST;
  await correct(all, id, { tel: '999' });
  await all.until(id, 'uncertain');
  rig.cut();
  expect(await all.core.outbox.arrived({ id, realId: nordwindId() })).toEqual({ ok: true });
  rig.mend();
  rig.workspace().outbox.reconnected();
  await allSettled(all);
  expect(nordwind()).toMatchObject({ tel: '999' });
});

it('an attempt that arrived is no change by somebody else', async () => {
  const all = await desk();
  const target = await existing(all);
  const { remark } = company(target);
  const id = await lostButArrived(all, () => editBy(all, target, { remark: 'one' }));
  const late = detailsLate({ remark });
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  late.push = () => LOST;
  await correct(all, id, { remark: 'two' });
  await all.until(id, 'uncertain');
  late.shows = true;
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  expect(await settled(all, id)).toMatchObject({ state: 'applied', conflicts: [] });
  await allSettled(all);
  expect(company(target).remark).toBe('two');
});

it('a correction is sent although an older edit of the record was refused', async () => {
  const all = await desk();
  const target = await existing(all);
  const { remark } = company(target);
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? refusal(request) : pass());
  const older = await editBy(all, target, { remark: 'older' });
  rig.workspace().outbox.reconnected();
  await all.until(older, 'rejected');
  const edit = (text: string) => ({
    kind: 'company',
    target,
    fields: { pool_id: '0', remark: text },
  });
  const id = await lostButArrived(all, () => all.submit(edit('one')));
  const late = detailsLate({ remark });
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  rig.cut();
  const { version } = await all.item(id);
  const command = { schema: 1, children: [], ...edit('two') };
  expect((await all.core.outbox.edit({ id, command, version })).ok).toBe(true);
  late.shows = true;
  late.begin();
  rig.mend();
  rig.workspace().outbox.reconnected();
  await all.until(id, 'applied');
  await allSettled(all);
  expect(company(target).remark).toBe('two');
});

it('a value that the user takes back in an edit that had arrived is taken back in the CRM too', async () => {
  const all = await desk();
  const target = await existing(all);
  const { remark } = company(target);
  const fields = { pool_id: '0', remark: 'one', homepage: 'a.example' };
  const id = await lostButArrived(all, () => all.submit({ kind: 'company', target, fields }));
  const late = detailsLate({ remark });
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  late.shows = true;
  late.begin();
  await correct(all, id, { homepage: '' });
  await allSettled(all);
  expect(company(target)).toMatchObject({ remark: 'one', homepage: '' });
});

it('a later edit that was delivered is not overwritten by an older correction', async () => {
  const all = await desk();
  const target = await existing(all);
  const { remark } = company(target);
  const id = await lostButArrived(all, () => editBy(all, target, { remark: 'one' }));
  let [isLate, refuses] = [true, true];
  rig.service.wire.intercept = async (request, pass) => {
    if (refuses && isPush(request)) return refusal(request);
    const got = await pass();
    return isLate && request.url.includes('/company/info')
      ? withData(got, (data) => ({ ...data, remark }))
      : got;
  };
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  await all.until(id, 'rejected');
  // Corrected, and refused again.
  await correct(all, id, { tel: '333333' });
  await all.until(id, 'rejected');
  // Entered later, and delivered.
  refuses = false;
  const later = await editBy(all, target, { tel: '444444' });
  await all.until(later, 'applied');
  isLate = false;
  await all.core.outbox.sendAgain({ id });
  await all.until(id, 'applied');
  await allSettled(all);
  expect(String(company(target).tel)).toContain('444444');
});

it('Undo of a later edit brings back the correction before it', async () => {
  const all = await desk();
  const { undoSave } = await import('../../../src/renderer/forms/saving/undo-save');
  const id = await all.inDoubt(COMPANY, ARRIVES);
  const late = listLate();
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  rig.cut();
  await correct(all, id, { tel: '222' });
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  form.actions.setField('tel', '333');
  const saved = await all.saveForm(form);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  rig.mend();
  rig.workspace().outbox.reconnected();
  await all.until(id, 'applied');
  expect(await undoSave(saved, 'operation')).toBe('undone');
  for (const { id: left, state } of await all.core.outbox.list({}))
    if (state === 'queued') await all.core.outbox.sendNow({ id: left });
  await allSettled(all);
  expect(nordwind()).toMatchObject({ tel: '222' });
});

it('money: the amount that was entered last counts, also if an earlier attempt is found', async () => {
  const all = await desk();
  const fields = { amount: '100', currency: 'USD', collection_date: '2026-11-20' };
  const id = await all.inDoubt({ kind: 'receipt', fields }, ARRIVES);
  const realId = one(
    `SELECT CAST(id AS TEXT) FROM record WHERE resource = 'receipt' ORDER BY create_time DESC, id DESC LIMIT 1`,
  );
  const receipt = (): Values =>
    JSON.parse(one(`SELECT doc FROM record WHERE resource = 'receipt' AND id = ${realId}`)) as Values;
  const late = showsLate(rig, ({ url }, got) =>
    url.includes('receiptRegistration/list')
      ? withoutRows(got, (item) => String(item.cash_collection_invoice_id) === realId)
      : got,
  );
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  late.push = () => LOST;
  const form = await all.open({ kind: 'receipt', mode: 'intent', intentId: id });
  form.actions.setFields({ amount: '120', remark: 'for May' });
  savedId(await all.saveForm(form));
  await all.until(id, 'uncertain');
  const second = await all.open({ kind: 'receipt', mode: 'intent', intentId: id });
  second.actions.setField('amount', '150');
  savedId(await all.saveForm(second));
  late.shows = true;
  rig.workspace().outbox.reconnected();
  await allSettled(all);
  expect({ amount: Number(receipt().amount), remark: receipt().remark }).toEqual({
    amount: 150,
    remark: 'for May',
  });
});

it('a corrected custom field arrives, if only the first attempt did', async () => {
  const all = await desk();
  const bodies: string[] = [];
  const id = await all.inDoubt({ ...COMPANY, custom: { '71234567': 'Hall 7' } }, ARRIVES);
  const late = listLate();
  await all.core.outbox.sendAgain({ id });
  late.begin();
  await all.until(id, 'rejected');
  late.push = () => LOST;
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  form.actions.setOwn('71234567', 'Hall 9');
  savedId(await all.saveForm(form));
  await all.until(id, 'uncertain');
  rig.service.wire.intercept = async (request, pass) => {
    if (isPush(request)) bodies.push(String(request.body));
    return pass();
  };
  rig.workspace().outbox.reconnected();
  await settled(all, id);
  await allSettled(all);
  expect(bodies.join()).toContain('Hall 9');
});

it('a change of a new customer that no list shows yet does not overwrite a colleague', async () => {
  const all = await desk();
  const id = await all.submit(COMPANY);
  let isSent = false;
  rig.service.wire.intercept = async (request, pass) => {
    if (!isPush(request)) return isSent ? LOST : pass();
    isSent = true;
    return pass();
  };
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'applied');
  const target = nordwindId();
  await colleague(COMPANY_PUSH, { company_id: Number(target), pool_id: 0, tel: '333' });
  const edit = await editBy(all, target, { tel: '222' });
  rig.mend();
  rig.workspace().outbox.reconnected();
  expect((await settled(all, edit)).state).toBe('conflict');
});
