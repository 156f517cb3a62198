/** Several forms of one waiting item, in several windows. */
import { expect, it, vi } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk, loseNext, typesMeanwhile } = makeFormDesk();

const contacts = (children: readonly { fields: Record<string, unknown> }[]) =>
  children.map(({ fields: { name, email } }) => [name, email]);

const newItem = async (core: Awaited<ReturnType<typeof desk>>['core'], command: object): Promise<string> => {
  const done = await core.outbox.submit({
    command: { schema: 1, target: null, children: [], ...command },
    base: null,
  });
  if (!done.ok) throw new Error(JSON.stringify(done));
  return done.id;
};

it('a form keeps what another window saved in the same item, and adds only what the user changed', async () => {
  const { open, saveForm, ref, command } = await desk();
  const [first, second] = [await open(ref), await open(ref)];
  second.actions.setFields({ remark: 'by rail', homepage: 'n.example' });
  second.actions.setChild('local:b', 'email', 'bob@new.example');
  second.actions.addChildren([{ ref: 'local:c', fields: { name: 'Cy', email: 'cy@n.example' } }]);
  expect(await saveForm(second)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  first.actions.setField('tel', '222');
  first.actions.setChild('local:a', 'name', 'Anna');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  const { fields, children } = await command();
  expect(fields).toMatchObject({
    name: 'Nordwind Pumps',
    tel: '222',
    remark: 'by rail',
    homepage: 'n.example',
  });
  expect(contacts(children)).toEqual([
    ['Anna', 'ann@n.example'],
    ['Bob', 'bob@new.example'],
    ['Cy', 'cy@n.example'],
  ]);
});

it('a form that is saved without a change makes no new version, so Undo takes back the last change', async () => {
  const { core, open, saveForm, ref, command } = await desk();
  const before = await command();
  const form = await open(ref);
  form.actions.setField('tel', '222');
  expect(await saveForm(form)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  const { version } = (await core.outbox.get({ id: ref.intentId }))!.intent;
  expect(await saveForm(await open(ref))).toEqual({ kind: 'unchanged' });
  expect((await core.outbox.get({ id: ref.intentId }))!.intent.version).toBe(version);
  expect(await core.outbox.undo({ id: ref.intentId })).toMatchObject({ ok: true });
  expect((await command()).fields.tel).toEqual(before.fields.tel);
});

it('a draft that is continued later keeps what was saved in its item meanwhile', async () => {
  const { core, open, saveForm, ref, command } = await desk();
  const begun = await open(ref);
  begun.actions.setField('tel', '');
  begun.actions.removeChild('local:b', true);
  await begun.actions.flush();
  await begun.actions.stop();
  // The next follow-up is planned from the record's page, and merged into the waiting item.
  const planned = await core.outbox.submit({
    command: {
      schema: 1,
      kind: 'company',
      target: ref.intentId,
      fields: { remark: 'by rail', pool_id: '0' },
      children: [],
    },
    base: null,
  });
  expect(planned).toMatchObject({ ok: true, outcome: 'folded' });
  const again = await open(ref);
  expect(again.store.getState().form.restored).toBe(true);
  expect(await saveForm(again)).toMatchObject({ kind: 'saved' });
  const { fields, children } = await command();
  expect([fields.tel, fields.remark, contacts(children)]).toEqual([
    undefined,
    'by rail',
    [['Ann', 'ann@n.example']],
  ]);
});

it('text that is typed into a contact is not lost if another window removes the contact', async () => {
  const { open, saveForm, ref, command } = await desk();
  const [first, second] = [await open(ref), await open(ref)];
  second.actions.removeChild('local:b', true);
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.setChild('local:b', 'email', 'bob@new.example');
  const result = await saveForm(first);
  const has = JSON.stringify(await command()).includes('bob@new.example');
  expect([result.kind === 'saved' && !has]).toEqual([false]);
});

it('after a merge, a value of the other window does not count as typed in this form', async () => {
  const { open, saveForm, ref, command } = await desk();
  const [first, second] = [await open(ref), await open(ref)];
  second.actions.setFields({ remark: 'by rail' });
  second.actions.addChildren([{ ref: 'local:c', fields: { name: 'Cy', email: 'cy@n.example' } }]);
  second.actions.setMain('local:c');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.addChildren([{ ref: 'local:d', fields: { name: 'Dee', email: 'dee@n.example' } }]);
  first.actions.setMain('local:d');
  const result = await saveForm(first);
  expect(result.kind).toBe('issues');
  first.actions.setField('tel', '222');
  await first.actions.flush();
  await first.actions.stop();
  // The remark of the item changes again in the other window.

  const { core } = { core: rig.window() };
  const item = (await core.outbox.get({ id: ref.intentId }))!.intent;
  expect(
    await core.outbox.edit({
      id: ref.intentId,
      command: { ...item.command, fields: { ...item.command.fields, remark: 'by air' } },
    }),
  ).toMatchObject({ ok: true });
  const again = await open(ref);
  expect(again.store.getState().values.fields).toMatchObject({ tel: '222', remark: 'by air' });
  again.actions.setMain('local:a');
  expect(await saveForm(again)).toMatchObject({ kind: 'saved' });
  expect((await command()).fields).toMatchObject({ tel: '222', remark: 'by air' });
});

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

it('Undo in one window does not take back the later edit of another window', async () => {
  const { core, open, saveForm, ref, command } = await desk();
  const [first, second] = [await open(ref), await open(ref)];
  first.actions.setField('tel', '222');
  const mine = await saveForm(first);
  expect(mine).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  second.actions.setField('remark', 'by rail');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  // The message of the first window takes back its own edit.
  const undone = await core.outbox.undo({
    id: ref.intentId,
    operationId: 'undo:1',
    ...('version' in mine && mine.version !== undefined ? { version: mine.version } : {}),
  });
  expect(undone).toMatchObject({ ok: false, code: 'changed' });
  expect((await command()).fields).toMatchObject({ tel: '222', remark: 'by rail' });
});

it('Undo of a new item does not discard what another window saved in it, or made of it', async () => {
  const { core, open, saveForm, ref, command } = await desk();
  const { undoSave } = await import('../../../src/renderer/forms/saving/undo-save');
  const target = rig.workspace().cache.liveIds('company')[0]!;
  const record = { kind: 'company', mode: 'edit', target, ownDraft: null } as const;
  const [first, second] = [await open(record), await open(record)];
  first.actions.setField('tel', '222');
  const mine = await saveForm(first);
  second.actions.setField('remark', 'by rail');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved', outcome: 'folded' });
  if (mine.kind !== 'saved') throw new Error(mine.kind);
  expect(await undoSave(mine, 'undo:1')).toBe('undoChanged');
  expect((await command(mine.intentId)).fields).toMatchObject({ tel: '222', remark: 'by rail' });

  const note = await newItem(core, {
    kind: 'trailNote',
    fields: { company_id: ref.intentId, content: 'Called' },
  });
  const made = { kind: 'saved', intentId: ref.intentId, outcome: 'new', version: 1 } as const;
  const named = { key: 'company', name: 'Nordwind Pumps' } as const;
  expect(await undoSave({ ...made, named }, 'undo:2')).toBe('undoChanged');
  expect((await core.outbox.get({ id: note }))?.intent.state).toBe('queued');
});

/** A waiting receipt, and allocations of it to one order. */
const receiptDesk = async () => {
  const { core, open, saveForm } = await desk();
  const company = rig.workspace().cache.liveIds('company')[0]!;
  const order = rig.workspace().cache.liveIds('order')[0]!;
  const id = await newItem(core, {
    kind: 'receipt',
    fields: { amount: '100.00', company_id: company, currency: 'EUR' },
  });
  const ref = { kind: 'receipt', mode: 'intent', intentId: id } as const;
  const line = (n: string, amount = '100.00') => ({
    ref: `local:${n}`,
    fields: { refer_type: '2', refer_id: order, cash_collection_amount: amount },
  });
  return { core, open, saveForm, id, ref, line };
};

it('if two windows allocate a receipt to the same order, there is one allocation', async () => {
  const { core, open, saveForm, id, ref, line } = await receiptDesk();
  const [first, second] = [await open(ref), await open(ref)];
  second.actions.addChildren([line('s')]);
  await saveForm(second);
  first.actions.addChildren([line('f')]);
  const two = await saveForm(first);
  const { command } = (await core.outbox.get({ id }))!.intent;
  expect([two.kind, command.children.length]).not.toEqual(['saved', 2]);
});

it('also if one of them is in a draft whose text was changed since', async () => {
  const { core, open, saveForm, id, ref, line } = await receiptDesk();
  const other = await open(ref);
  const left = await open(ref);
  left.actions.addChildren([line('f')]);
  await left.actions.flush();
  await left.actions.stop();
  const again = await open(ref);
  again.actions.setChild('local:f', 'cash_collection_amount', '90.00');
  other.actions.addChildren([line('s')]);
  expect(await saveForm(other)).toMatchObject({ kind: 'saved' });
  const result = await saveForm(again);
  if (result.kind === 'draft-gone') await saveForm(again, { isSecond: true });
  const { command } = (await core.outbox.get({ id }))!.intent;
  expect(command.children.map(({ fields }) => fields.cash_collection_amount)).toEqual(['90.00']);
});

it.each(['answered', 'lost', 'lost, then typed'])(
  'a form whose item was discarded is saved again as a new item, which is delivered: %s',
  async (answer) => {
    const { core, open, saveForm, ref, command } = await desk();
    const form = await open(ref);
    form.actions.setField('tel', '222');
    await form.actions.flush();
    if (answer !== 'answered') {
      loseNext('edit');
      await saveForm(form).catch(() => undefined);
    }
    if (answer === 'lost, then typed') {
      form.actions.setField('homepage', 'n.example');
      await form.actions.flush();
    }
    expect(await core.outbox.discard({ id: ref.intentId })).toMatchObject({ ok: true });
    expect(await saveForm(form)).toEqual({ kind: 'refused', code: 'discarded' });
    expect(await core.outbox.drafts()).toHaveLength(1);
    const result = await saveForm(form);
    if (result.kind !== 'saved') throw new Error(JSON.stringify(result));
    expect(result.intentId).not.toBe(ref.intentId);
    expect(await command(result.intentId)).toMatchObject({
      fields: { name: 'Nordwind Pumps', tel: '222', remark: 'by sea' },
      children: [{ fields: { name: 'Ann' } }, { fields: { name: 'Bob' } }],
    });
    expect(await core.outbox.drafts()).toEqual([]);
    rig.mend();
    await rig.releaseAll();
    await rig.window().outbox.sendNow({ id: result.intentId });
    await vi.waitFor(
      async () => expect((await core.outbox.get({ id: result.intentId }))?.intent.state).toBe('applied'),
      { timeout: 20_000 },
    );
  },
);

it('an unchanged form of a discarded item says so, and is saved again as a new item', async () => {
  const { core, open, saveForm, ref, command } = await desk();
  const form = await open(ref);
  await core.outbox.discard({ id: ref.intentId });
  expect(await saveForm(form)).toEqual({ kind: 'refused', code: 'discarded' });
  const result = await saveForm(form);
  if (result.kind !== 'saved') throw new Error(JSON.stringify(result));
  expect((await command(result.intentId)).fields).toMatchObject({ name: 'Nordwind Pumps' });
});

it.each(['form', 'draft'])(
  'the %s of a discarded edit saves its changes of the record, and no other value',
  async (of) => {
    const { core, open, saveForm, command } = await desk();
    const target = rig.workspace().cache.liveIds('company')[0]!;
    const record = { kind: 'company', mode: 'edit', target, ownDraft: null } as const;
    const base = await open(record);
    base.actions.setField('tel', '999');
    base.actions.addChildren([{ ref: 'local:x', fields: { name: 'Xi', email: 'xi@n.example' } }]);
    const saved = await saveForm(base);
    if (saved.kind !== 'saved') throw new Error(saved.kind);
    const form = await open({ kind: 'company', mode: 'intent', intentId: saved.intentId });
    form.actions.setField('remark', 'by rail');
    await form.actions.flush();
    await core.outbox.discard({ id: saved.intentId });
    if (of === 'form') await saveForm(form);
    else await form.actions.stop();
    const [draft] = await core.outbox.drafts();
    const again = of === 'form' ? form : await open({ ...record, ownDraft: draft?.id ?? '' });
    const result = await saveForm(again);
    if (result.kind !== 'saved') throw new Error(JSON.stringify(result));
    const { fields, children } = await command(result.intentId);
    expect(fields).toMatchObject({ tel: '999', remark: 'by rail' });
    expect(Object.keys(fields).sort()).toEqual(['pool_id', 'remark', 'tel']);
    expect(contacts(children)).toEqual([['Xi', 'xi@n.example']]);
    expect(children[0]?.ref).not.toBe('local:x');
  },
);

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

it('a field that another window filled stays, if this one did not change it', async () => {
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

it('there is one main contact if one window removes a contact and another makes it the main one', async () => {
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

/** The details of a company name no `user_id`, so the form does not know who has it. */
const OWNER = 'user_id';

it('a field that the record does not show, set in another window, stays: typed on while saved', async () => {
  const { core, open, saveForm } = await desk();
  const [target = ''] = rig.workspace().cache.liveIds('company');
  const record = { kind: 'company', mode: 'edit', target, ownDraft: null } as const;
  const [first, second] = [await open(record), await open(record)];
  expect(second.store.getState().form.base!.fields).not.toHaveProperty(OWNER);
  second.actions.setField(OWNER, '2');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.setField('tel', '222');
  typesMeanwhile(first, () => first.actions.setField('remark', 'met in Canton'));
  expect(await saveForm(first)).toMatchObject({ kind: 'saved' });
  const items = (await core.outbox.list({})).filter(({ command }) => command.target === target);
  expect(items.map(({ command }) => command.fields)).toMatchObject([
    { [OWNER]: '2', tel: '222', remark: 'met in Canton' },
  ]);
});

it('a field that the record does not show, set in another window, stays: the same item', async () => {
  const { core, open, saveForm } = await desk();
  const [target = ''] = rig.workspace().cache.liveIds('company');
  const begun = await open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  begun.actions.setField('homepage', 'w.example');
  const saved = await saveForm(begun);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  const item = { kind: 'company', mode: 'intent', intentId: saved.intentId } as const;
  const [first, second] = [await open(item), await open(item)];
  second.actions.setField(OWNER, '2');
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.setField('tel', '222');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved' });
  expect((await core.outbox.get({ id: saved.intentId }))!.intent.command.fields).toMatchObject({
    [OWNER]: '2',
    tel: '222',
    homepage: 'w.example',
  });
  // What the user takes back is left out, as before.
  const last = await open(item);
  last.actions.setField(OWNER, '');
  expect(await saveForm(last)).toMatchObject({ kind: 'saved' });
  expect((await core.outbox.get({ id: saved.intentId }))!.intent.command.fields).not.toHaveProperty(OWNER);
});
