/** What the user changes, undoes and sends again while nobody knows whether the item arrived. */
import { expect, it, vi } from 'vitest';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;

const COMPANY = { kind: 'company', fields: { name: 'Nordwind', pool_id: '0', tel: '111', remark: 'by sea' } };
const RECEIPT = {
  kind: 'receipt',
  fields: { amount: '77.5', currency: 'USD', collection_date: '2026-11-20' },
};
const ARRIVES = { arrives: true, cuts: true };

const waiting = async ({ core }: Pick<Desk, 'core'>) =>
  (await core.outbox.list({ states: ['queued'] })).map(({ command }) => command.fields);
const allApplied = async ({ core }: Pick<Desk, 'core'>): Promise<void> => {
  await vi.waitFor(
    async () =>
      expect(
        (await core.outbox.list({})).map(({ state }) => state).filter((one) => one !== 'applied'),
      ).toEqual([]),
    { timeout: 30_000 },
  );
};
/** A new company in doubt, and its form. */
const companyForm = async (opensFirst: boolean) => {
  const all = await desk();
  if (!opensFirst) {
    const id = await all.inDoubt(COMPANY);
    return { ...all, id, form: await all.open({ kind: 'company', mode: 'intent', intentId: id }) };
  }
  rig.cut();
  const id = await all.submit(COMPANY);
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  rig.service.wire.intercept = async (request, pass) =>
    request.method === 'POST'
      ? { kind: 'failure', reason: 'reset', unsent: false, detail: 'cut off' }
      : pass();
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  return { ...all, id, form };
};

it.each([
  ['was opened before', true],
  ['is opened then', false],
])('a field that is emptied in a form that %s is emptied, alone or with another change', async (_, first) => {
  const { form, saveForm, ...all } = await companyForm(first);
  form.actions.setFields({ remark: '', tel: '222' });
  savedId(await saveForm(form));
  expect(await waiting(all)).toMatchObject([{ tel: '222', remark: '' }]);
});

it.each([true, false])('a field that is only emptied is saved; opened before: %s', async (first) => {
  const { form, saveForm, ...all } = await companyForm(first);
  form.actions.setField('remark', '');
  savedId(await saveForm(form));
  expect(await waiting(all)).toMatchObject([{ remark: '' }]);
});

it('the form of a new company shows what was saved last, which can be set back', async () => {
  const { form, id, saveForm, open, core } = await companyForm(false);
  form.actions.setField('tel', '222');
  savedId(await saveForm(form));
  expect((await core.records.get({ resource: 'company', id }))?.values.tel).toBe('222');
  const again = await open({ kind: 'company', mode: 'edit', target: id, ownDraft: null });
  expect(again.store.getState().values.fields.tel).toBe('222');
  again.actions.setField('tel', '111');
  savedId(await saveForm(again));
  expect(await waiting({ core })).toMatchObject([{ tel: '111' }]);
});

it('so does the form of an edit', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  const id = await all.inDoubt({ kind: 'company', target, fields: { pool_id: '0', tel: '111' } });
  const ref = { kind: 'company', mode: 'intent', intentId: id } as const;
  const form = await all.open(ref);
  form.actions.setField('tel', '222');
  savedId(await all.saveForm(form));
  const again = await all.open(ref);
  expect(again.store.getState().values.fields.tel).toBe('222');
  again.actions.setFields({ tel: '111', remark: 'x' });
  savedId(await all.saveForm(again));
  expect(await waiting(all)).toMatchObject([{ tel: '111', remark: 'x' }]);
});

it('Undo of a receipt that may have arrived is too late', async () => {
  const all = await desk();
  const { undoSave } = await import('../../../src/renderer/forms/saving/undo-save');
  const intentId = await all.inDoubt(RECEIPT, ARRIVES);
  const named = { key: 'receipt', name: '' } as const;
  const saved = { kind: 'saved', intentId, outcome: 'new', version: 1, named } as const;
  expect(await undoSave(saved, 'operation')).toBe('undoTooLate');
  expect((await all.item(intentId)).state).toBe('uncertain');
});

it('an invoice that arrived and is sent again is delivered: its number is its own', async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  const fields = fieldsOf('INV-77');
  const children = [line(0, 'local:l', '1')];
  const id = await all.inDoubt({ kind: 'outboundInvoice', fields, children }, ARRIVES);
  await all.core.outbox.sendAgain({ id });
  rig.mend();
  rig.workspace().outbox.reconnected();
  await vi.waitFor(async () => expect(['rejected', 'applied']).toContain((await all.item(id)).state), {
    timeout: 30_000,
  });
  const { state, reason } = await all.item(id);
  expect({ state, reason }).toEqual({ state: 'applied', reason: null });
});

it('a correction after a refusal is sent, although the earlier attempt is found to have arrived', async () => {
  const all = await desk();
  const id = await all.inDoubt(COMPANY, ARRIVES);
  await all.core.outbox.sendAgain({ id });
  // The list shows the company late, and the service refuses a second one.
  let isLate = true;
  rig.service.wire.intercept = async (request, pass) => {
    if (isLate && request.method === 'POST' && request.url.includes('pushCompany'))
      return {
        kind: 'answer',
        status: 200,
        headers: {},
        text: '{"code":404,"message":"Company name already exists","data":{}}',
        url: request.url,
      };
    const answer = await pass();
    if (!isLate || !request.url.includes('/company/list') || answer.kind !== 'answer') return answer;
    const body = JSON.parse(answer.text);
    const shown = body.data.list.filter(({ name }: { name: string }) => name !== 'Nordwind');
    const total = body.data.totalItem - body.data.list.length + shown.length;
    const data = { ...body.data, list: shown, totalItem: total, count: total };
    return { ...answer, text: JSON.stringify({ ...body, data }) };
  };
  rig.workspace().outbox.reconnected();
  await all.until(id, 'rejected');
  const form = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  form.actions.setFields({ tel: '999', remark: '' });
  isLate = false;
  savedId(await all.saveForm(form));
  await allApplied(all);
  const detail = rig.service.database
    .prepare(`SELECT detail FROM record WHERE resource = 'company' AND name = 'Nordwind'`)
    .pluck()
    .get();
  expect(JSON.parse(String(detail))).toMatchObject({ tel: '999', remark: '' });
});

it.each(['arrived', 'was sent again'])('a receipt that %s says whether it became a draft', async (how) => {
  const all = await desk();
  const id = await all.inDoubt(RECEIPT, ARRIVES);
  const realId = rig.service.database
    .prepare(
      `SELECT CAST(id AS TEXT) FROM record WHERE resource = 'receipt' ORDER BY create_time DESC LIMIT 1`,
    )
    .pluck()
    .get();
  if (how === 'arrived') await all.core.outbox.arrived({ id, realId: String(realId) });
  else await all.core.outbox.sendAgain({ id });
  rig.mend();
  rig.workspace().outbox.reconnected();
  await all.until(id, 'applied');
  await vi.waitFor(async () => expect((await all.item(id)).notes).toContain('landed-as-draft'), {
    timeout: 25_000,
  });
});

it('an edit of a new company that is discarded with it becomes a new company, with a warning', async () => {
  const { form, id, saveForm, open, core, item } = await companyForm(false);
  form.actions.setField('tel', '222');
  const intentId = savedId(await saveForm(form));
  const second = await open({ kind: 'company', mode: 'intent', intentId });
  second.actions.setField('homepage', 'n.example');
  await second.actions.flush();
  await core.outbox.discard({ id });
  expect(await saveForm(second)).toEqual({ kind: 'refused', code: 'discarded' });
  expect(second.store.getState().form.caution).toBe('item-lost');
  const made = savedId(await saveForm(second));
  expect((await item(made)).command).toMatchObject({
    target: null,
    fields: { name: 'Nordwind', tel: '222', homepage: 'n.example' },
  });
});

it.each(['intent', 'edit'] as const)(
  'typed text is there when its form is opened again: %s',
  async (mode) => {
    const { form, id, open } = await companyForm(false);
    form.actions.setField('tel', '222');
    await form.actions.flush();
    const ownDraft = form.store.getState().draftId;
    const again = await open(
      mode === 'intent'
        ? { kind: 'company', mode, intentId: id }
        : { kind: 'company', mode, target: id, ownDraft },
    );
    expect(again.store.getState().values.fields.tel).toBe('222');
  },
);

it('the form of an invoice in doubt names its products', async () => {
  const all = await desk();
  const { fieldsOf, line } = all.order();
  const fields = fieldsOf('INV-9');
  const id = await all.inDoubt({ kind: 'outboundInvoice', fields, children: [line(0, 'local:l')] });
  const form = await all.open({ kind: 'outboundInvoice', mode: 'intent', intentId: id });
  expect(form.store.getState().values.children[0]?.facts?.product).toMatch(/./);
});
