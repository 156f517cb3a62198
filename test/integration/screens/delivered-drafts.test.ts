/** The forms' own code against a whole core: drafts whose item was delivered, or whose text was saved elsewhere. */
import { afterEach, expect, it, vi } from 'vitest';
import { loadForms } from '../../support/renderer/form-desk';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const NEW = { mode: 'new', ownDraft: null, about: null } as const;

afterEach(() => vi.unstubAllGlobals());

const desk = async () => {
  await rig.connect({ dataset: 30 });
  await rig.releaseAll();
  await rig.window().outbox.setUndoSeconds({ seconds: 0 });
  const { core, open, saveForm } = await loadForms(rig);
  rig.cut();
  const { cache } = rig.workspace();
  const submit = async (command: object): Promise<string> => {
    const answer = await core.outbox.submit({
      command: { schema: 1, target: null, children: [], ...command },
      base: null,
    });
    if (!answer.ok) throw new Error(answer.code);
    return answer.id;
  };
  const stateOf = async (id: string) => (await core.outbox.get({ id }))?.intent.state;
  const delivered = async (id: string): Promise<void> => {
    rig.mend();
    rig.workspace().outbox.kick();
    await rig.workspace().pull.round();
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('applied'), { timeout: 20_000 });
  };
  const receipt = {
    kind: 'receipt',
    fields: {
      amount: '1200.50',
      currency: 'USD',
      company_id: cache.liveIds('company')[0]!,
      handler: [cache.liveIds('user')[0]!],
      collection_date: '2026-11-20',
      cash_collection_invoice_no: 'R-100',
    },
  };
  return { core, open, saveForm, submit, delivered, receipt };
};
const receipts = (): number =>
  Number(
    rig.service.database
      .prepare(`SELECT count(*) FROM record WHERE resource = 'receipt' AND removed = 0`)
      .pluck()
      .get(),
  );

it('the draft of a new receipt that was delivered meanwhile changes this receipt and makes no second one', async () => {
  const { core, open, saveForm, submit, delivered, receipt } = await desk();
  const before = receipts();
  const id = await submit({ ...receipt, fields: { ...receipt.fields, remark: 'by sea' } });
  const form = await open({ kind: 'receipt', mode: 'intent', intentId: id });
  form.actions.setFields({ remark: '', fee_amount: '3' });
  await form.actions.flush();
  await form.actions.stop();
  await delivered(id);
  const realId = (await core.outbox.get({ id }))?.intent.realId ?? '';
  // The user corrects the amount in the record before the draft is continued.
  const record = await open({ kind: 'receipt', mode: 'edit', target: realId, ownDraft: null });
  record.actions.setField('amount', '1250');
  const corrected = await saveForm(record);
  if (corrected.kind !== 'saved') throw new Error(corrected.kind);
  await delivered(corrected.intentId);

  const draft = (await core.outbox.drafts()).find(({ intentId }) => intentId === id);
  const again = await open({ kind: 'receipt', ...NEW, draftId: draft!.id });
  expect(again.store.getState().form).toMatchObject({ caution: 'delivered', target: realId, restored: true });
  expect(again.store.getState().values.fields).toMatchObject({ amount: '1250', remark: '', fee_amount: '3' });
  const saved = await saveForm(again);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  const edit = (await core.outbox.get({ id: saved.intentId }))?.intent;
  expect(edit?.command).toMatchObject({ target: realId, fields: { remark: '', amount: '1250' } });
  await delivered(saved.intentId);
  expect(receipts()).toBe(before + 1);
  expect(await core.outbox.drafts()).toEqual([]);
  expect((await core.records.get({ resource: 'receipt', id: realId }))?.values.amount).toBe('1250');
});

it('a form that was open during the delivery becomes an edit of the delivered receipt', async () => {
  const { core, open, saveForm, submit, delivered, receipt } = await desk();
  const before = receipts();
  const id = await submit(receipt);
  const form = await open({ kind: 'receipt', mode: 'intent', intentId: id });
  form.actions.setField('remark', 'second thoughts');
  await delivered(id);
  // Its own number is not taken, and nothing is saved yet.
  const answer = await saveForm(form);
  if (answer.kind !== 'delivered') throw new Error(answer.kind);
  await form.actions.stop();
  expect(await core.outbox.list({})).toHaveLength(1);
  const again = await open({ kind: 'receipt', ...NEW, draftId: answer.draftId });
  expect(again.store.getState().values.fields.remark).toBe('second thoughts');
  const saved = await saveForm(again);
  if (saved.kind === 'saved') await delivered(saved.intentId);
  expect([saved.kind, receipts(), await core.outbox.drafts()]).toEqual(['saved', before + 1, []]);
});

it('a form whose item was delivered overwrites no text of a second form of its draft', async () => {
  const { core, open, saveForm, submit, delivered, receipt } = await desk();
  const before = receipts();
  const id = await submit(receipt);
  const first = await open({ kind: 'receipt', mode: 'intent', intentId: id });
  first.actions.setField('bank_name', 'First Bank');
  await first.actions.flush();
  await delivered(id);
  const shared = first.store.getState().draftId;
  const second = await open({ kind: 'receipt', ...NEW, draftId: shared });
  second.actions.setField('bank_name', 'Second Bank');
  await second.actions.flush();
  await second.actions.stop();

  const answer = await saveForm(first);
  if (answer.kind !== 'delivered') throw new Error(answer.kind);
  await first.actions.stop();
  const bankOf = async (draftId: string) =>
    (await open({ kind: 'receipt', ...NEW, draftId })).store.getState().values.fields.bank_name;
  expect([await bankOf(shared), await bankOf(answer.draftId)]).toEqual(['Second Bank', 'First Bank']);

  const again = await open({ kind: 'receipt', ...NEW, draftId: shared });
  const saved = await saveForm(again);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  await delivered(saved.intentId);
  const realId = (await core.outbox.get({ id }))?.intent.realId ?? '';
  expect(receipts()).toBe(before + 1);
  expect((await core.records.get({ resource: 'receipt', id: realId }))?.values.bank_name).toBe('Second Bank');
});

it('the draft of a delivered company keeps added contacts, and says that changed ones are to be entered again', async () => {
  const { core, open, submit, delivered } = await desk();
  const contact = (ref: string, name: string) => ({ ref, fields: { name, email: `${name}@n.example` } });
  const id = await submit({
    kind: 'company',
    fields: { name: 'Nordwind Pumps', pool_id: '0' },
    children: [contact('local:a', 'ann')],
  });
  const draftOf = async (id_: string, children: object[]): Promise<void> => {
    const values = { fields: { name: 'Nordwind Pumps', pool_id: '0', tel: '999' }, children, names: {} };
    const draft = {
      id: id_,
      kind: 'company',
      target: null,
      intentId: id,
      form: { schema: 1, values },
      base: null,
    };
    await core.outbox.saveDraft(draft as never);
  };
  await draftOf('draft:added', [contact('local:a', 'ann'), contact('local:b', 'bob')]);
  await draftOf('draft:changed', [contact('local:a', 'anna')]);
  await delivered(id);
  const opened = async (draftId: string) => {
    const { form } = (await open({ kind: 'company', ...NEW, draftId })).store.getState();
    return [form.caution, form.values.fields.tel, form.values.children.map(({ fields }) => fields.name)];
  };
  expect(await opened('draft:added')).toEqual(['delivered', '999', ['ann', 'bob']]);
  expect(await opened('draft:changed')).toEqual(['delivered-children', '999', ['ann']]);
});

it('the draft of a note that was delivered meanwhile says that saving makes a second note', async () => {
  const { core, open, saveForm, submit, delivered, receipt } = await desk();
  const company = receipt.fields.company_id;
  const id = await submit({
    kind: 'trailNote',
    fields: { company_id: company, remark_type: 101, content: 'Call' },
  });
  const ref = { kind: 'trailNote', mode: 'intent', intentId: id } as const;
  const form = await open(ref);
  form.actions.setField('content', 'Call them back');
  await form.actions.flush();
  await delivered(id);
  // While it is open: a delivered note cannot be changed.
  expect(await saveForm(form)).toMatchObject({ kind: 'delivered' });
  await form.actions.stop();
  await expect(open(ref)).rejects.toThrow('delivered');
  const [draft] = await core.outbox.drafts();
  const again = await open({ kind: 'trailNote', ...NEW, draftId: draft!.id });
  expect(again.store.getState().form).toMatchObject({ caution: 'delivered-note', intentId: null });
});

it('the draft of an item that is no longer in the outbox says that it may have been delivered', async () => {
  const { core, open, receipt } = await desk();
  const form = { schema: 1, values: { fields: receipt.fields, children: [], names: {} } };
  const draft = { id: 'draft:1', kind: 'receipt', target: null, intentId: 'local:lost', form, base: null };
  await core.outbox.saveDraft(draft as never);
  const opened = await open({ kind: 'receipt', ...NEW, draftId: 'draft:1' });
  expect(opened.store.getState().form.caution).toBe('item-lost');
});

it('a discarded item that was sent may have arrived: its form says so, also when its draft is opened again', async () => {
  const { core, open, saveForm, submit, receipt } = await desk();
  const id = await submit({ ...receipt, fields: { ...receipt.fields, remark: 'by sea' } });
  const form = await open({ kind: 'receipt', mode: 'intent', intentId: id });
  rig.service.wire.intercept = (request, pass) =>
    request.method === 'POST' && request.url.includes('eceipt')
      ? Promise.resolve({ kind: 'failure', reason: 'connect', unsent: false, detail: 'cut off' })
      : pass();
  await core.outbox.sendNow({ id });
  await vi.waitFor(async () => expect((await core.outbox.get({ id }))?.intent.mayHaveArrived).toBe(true), {
    timeout: 20_000,
  });
  expect(await core.outbox.discard({ id })).toMatchObject({ ok: true });
  expect(await saveForm(form)).toEqual({ kind: 'refused', code: 'discarded' });
  expect(form.store.getState().form.caution).toBe('item-lost');
  await form.actions.stop();
  const [draft] = await core.outbox.drafts();
  for (const typed of ['by air', 'by rail']) {
    const again = await open({ kind: 'receipt', ...NEW, draftId: draft!.id });
    expect(again.store.getState().form.caution).toBe('item-lost');
    again.actions.setField('remark', typed);
    await again.actions.flush();
    await again.actions.stop();
  }
});

it('one draft in two windows is saved twice only if the user confirms it', async () => {
  const { core, open, saveForm, receipt } = await desk();
  const form = { schema: 1, values: { fields: receipt.fields, children: [], names: {} } };
  const items = async (): Promise<number> => (await core.outbox.list({})).length;
  const draft = async (id: string) =>
    core.outbox.saveDraft({ id, kind: 'receipt', target: null, form, base: null } as never);
  const openBoth = async (id: string) => {
    await draft(id);
    const ref = { kind: 'receipt', ...NEW, draftId: id } as const;
    return [await open(ref), await open(ref)] as const;
  };
  const [first, second] = await openBoth('draft:1');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved' });
  second.actions.setField('cash_collection_invoice_no', 'R-101');
  await second.actions.flush();
  // It was typed on, so its text is kept as another draft.
  expect(second.store.getState()).toMatchObject({ isDraftGone: true, isApart: false });
  expect(await saveForm(second)).toEqual({ kind: 'draft-gone' });
  expect([await items(), (await core.outbox.drafts()).length]).toEqual([1, 1]);
  expect(await saveForm(second, { isSecond: true })).toMatchObject({ kind: 'saved' });
  expect([await items(), (await core.outbox.drafts()).length]).toEqual([2, 0]);

  // Nothing was typed in the second window. The number is free again.
  const [item] = await core.outbox.list({});
  await core.outbox.discard({ id: item!.id });
  const [third, fourth] = await openBoth('draft:2');
  await core.outbox.deleteDraft({ id: 'draft:2' });
  for (const one of [third, fourth]) expect(await saveForm(one)).toEqual({ kind: 'draft-gone' });
  expect(fourth.store.getState().isDraftGone).toBe(true);
  expect(await saveForm(fourth, { isSecond: true })).toMatchObject({ kind: 'saved' });
});
