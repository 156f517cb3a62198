/** One waiting item in the forms of two windows. */
import { expect, it } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk } = makeFormDesk();

const newItem = async (core: Awaited<ReturnType<typeof desk>>['core'], command: object): Promise<string> => {
  const done = await core.outbox.submit({
    command: { schema: 1, target: null, children: [], ...command },
    base: null,
  });
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done.id;
};

it('an edit of another field of a new item keeps its custom fields', async () => {
  const { core, open, saveForm } = await desk();
  const id = await newItem(core, {
    kind: 'company',
    fields: { name: 'Custom Ltd', pool_id: '0' },
    custom: { '501': 'red', '502': 'x' },
  });
  const form = await open({ kind: 'company', mode: 'intent', intentId: id });
  expect(form.store.getState().values.custom).toMatchObject({ '501': 'red' });
  form.actions.setField('tel', '222');
  expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  const { command } = (await core.outbox.get({ id }))!.intent;
  expect(command).toMatchObject({ fields: { tel: '222' }, custom: { '501': 'red', '502': 'x' } });
});

it('a custom field that another window changed stays', async () => {
  const { core, open, saveForm } = await desk();
  const id = await newItem(core, { kind: 'company', fields: { name: 'Custom Ltd', pool_id: '0' } });
  const ref = { kind: 'company', mode: 'intent', intentId: id } as const;
  const [first, second] = [await open(ref), await open(ref)];
  second.actions.setOwn('501', 'red');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.setField('tel', '222');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved' });
  const { command } = (await core.outbox.get({ id }))!.intent;
  expect(command).toMatchObject({ fields: { tel: '222' }, custom: { '501': 'red' } });
});

it('Undo of the message in one window takes back the edit of that window', async () => {
  const { core, open, saveForm, ref, command } = await desk();
  const [first, second] = [await open(ref), await open(ref)];
  first.actions.setField('tel', '222');
  const mine = await saveForm(first);
  expect(mine).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  second.actions.setField('remark', 'by rail');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  // What the message of the first window does (form-outcome.ts).
  const undone = await core.outbox.undo({
    id: ref.intentId,
    operationId: 'undo:1',
    ...('version' in mine && mine.version !== undefined ? { version: mine.version } : {}),
  });
  const { fields } = await command();
  expect([undone.ok, fields.tel, fields.remark]).not.toEqual([true, '222', 'by sea']);
});

it('two windows that allocate a receipt to one order make one allocation', async () => {
  const { core, open, saveForm } = await desk();
  const company = rig.workspace().cache.liveIds('company')[0]!;
  const order = rig.workspace().cache.liveIds('order')[0]!;
  const id = await newItem(core, {
    kind: 'receipt',
    fields: { amount: '100.00', company_id: company, currency: 'EUR' },
  });
  const ref = { kind: 'receipt', mode: 'intent', intentId: id } as const;
  const [first, second] = [await open(ref), await open(ref)];
  const line = (n: string) => ({
    ref: `local:${n}`,
    fields: { refer_type: '2', refer_id: order, cash_collection_amount: '100.00' },
  });
  second.actions.addChildren([line('s')]);
  await saveForm(second);
  first.actions.addChildren([line('f')]);
  const two = await saveForm(first);
  const { command } = (await core.outbox.get({ id }))!.intent;
  expect([two.kind, command.children.length]).not.toEqual(['saved', 2]);
});

it('a form whose item was discarded or delivered keeps its text', async () => {
  const { core, open, saveForm, ref } = await desk();
  const form = await open(ref);
  form.actions.setField('tel', '222');
  await form.actions.flush();
  expect(await core.outbox.discard({ id: ref.intentId })).toMatchObject({ ok: true });
  const result = await saveForm(form);
  expect(result).toMatchObject({ kind: 'refused', code: 'not-now' });
  expect(await core.outbox.drafts()).toHaveLength(1);
});

it('the other window’s edit of another field of the record stays', async () => {
  const { core, open, saveForm } = await desk();
  const target = rig.workspace().cache.liveIds('company')[0]!;
  const base = await open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  base.actions.setField('tel', '999');
  const saved = await saveForm(base);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  const ref = { kind: 'company', mode: 'intent', intentId: saved.intentId } as const;
  const [first, second] = [await open(ref), await open(ref)];
  second.actions.setFields({ remark: 'by rail', tel: '777' });
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.setField('homepage', 'h.example');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved' });
  expect((await core.outbox.get({ id: saved.intentId }))!.intent.command.fields).toMatchObject({
    tel: '777',
    remark: 'by rail',
    homepage: 'h.example',
  });
});

it('a field of a record that one window cleared and the other set has the later value', async () => {
  const { core, open, saveForm } = await desk();
  const target = rig.workspace().cache.liveIds('company')[0]!;
  const opened = await open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  opened.actions.setField('tel', '999');
  const saved = await saveForm(opened);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  const ref = { kind: 'company', mode: 'intent', intentId: saved.intentId } as const;
  const [first, second] = [await open(ref), await open(ref)];
  // A field that the record has empty: the other window fills it, the first never touched it.
  const empty = ['homepage', 'fax', 'address', 'remark', 'short_name'].find(
    (name) => !first.store.getState().values.fields[name],
  )!;
  second.actions.setField(empty, 'filled');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.setField('tel', '888');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved' });
  expect((await core.outbox.get({ id: saved.intentId }))!.intent.command.fields).toMatchObject({
    [empty]: 'filled',
    tel: '888',
  });
});

it('two windows that remove one of two contacts each leave a valid item', async () => {
  const { open, saveForm, ref, command } = await desk();
  const [first, second] = [await open(ref), await open(ref)];
  second.actions.removeChild('local:a', true);
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.setChild('local:a', 'name', 'Anna');
  first.actions.setMain('local:a');
  await saveForm(first);
  const children = (await command()).children;
  expect(children.filter(({ fields }) => String(fields.main_customer_flag) === '1')).toHaveLength(1);
});
