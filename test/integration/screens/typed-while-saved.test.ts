/** What is typed while a form is saved, with the forms' own code and a whole core. */
import { expect, it, vi } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk, loseNext, typesMeanwhile } = makeFormDesk();
const REF = { kind: 'company', mode: 'new', draftId: 'draft:n', ownDraft: null, about: null } as const;

/** The form of a draft that was written before and is continued. */
const continued = async ({ open }: Pick<Awaited<ReturnType<typeof desk>>, 'open'>) => {
  const first = await open(REF);
  first.actions.setField('name', 'Westwind');
  await first.actions.flush();
  await first.actions.stop();
  return await open(REF);
};

it('is in the item of a continued draft, which no other window has ended', async () => {
  const { core, open, saveForm } = await desk();
  const form = await continued({ open });
  typesMeanwhile(form, () => form.actions.setField('tel', '333'));
  expect(await saveForm(form)).toMatchObject({ kind: 'saved', outcome: 'new' });
  const items = (await core.outbox.list({})).filter(({ title }) => title === 'Westwind');
  expect(items.map(({ command }) => command.fields.tel)).toEqual(['333']);
  expect(await core.outbox.drafts()).toEqual([]);
});

it('is in the item also if the answer was lost', async () => {
  const { core, open, saveForm } = await desk();
  const form = await continued({ open });
  loseNext('submit');
  await expect(saveForm(form)).rejects.toThrow();
  form.actions.setField('tel', '333');
  expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  const items = (await core.outbox.list({})).filter(({ title }) => title === 'Westwind');
  expect(items.map(({ command }) => command.fields.tel)).toEqual(['333']);
  expect(await core.outbox.drafts()).toEqual([]);
});

it('is told of no other window when its draft is written before the save is repeated', async () => {
  const { core, open, saveForm } = await desk();
  const form = await continued({ open });
  loseNext('submit');
  await expect(saveForm(form)).rejects.toThrow();
  form.actions.setField('tel', '333');
  await form.actions.flush();
  expect(form.store.getState().isDraftGone).toBe(false);
  expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  const items = (await core.outbox.list({})).filter(({ title }) => title === 'Westwind');
  expect(items.map(({ command }) => command.fields.tel)).toEqual(['333']);
  expect(await core.outbox.drafts()).toEqual([]);
});

it('makes no second record if another window saved the draft before the lost save arrived', async () => {
  const { core, open, saveForm } = await desk();
  const form = await continued({ open });
  const other = await open(REF);
  const down = vi.spyOn(rig.workspace().outbox, 'once').mockImplementationOnce(() => {
    throw new Error('did not arrive');
  });
  await expect(saveForm(form)).rejects.toThrow();
  expect(down).toHaveBeenCalledOnce();
  expect(await saveForm(other)).toMatchObject({ kind: 'saved' });
  form.actions.setField('tel', '333');
  await form.actions.flush();
  expect(await saveForm(form)).toEqual({ kind: 'draft-gone' });
  expect((await core.outbox.list({})).filter(({ title }) => title === 'Westwind')).toHaveLength(1);
  expect(await saveForm(form, { isSecond: true })).toMatchObject({ kind: 'saved', outcome: 'new' });
});

it('is not asked twice about a draft that another window saved before the lost save arrived', async () => {
  const { open, saveForm } = await desk();
  const form = await continued({ open });
  const other = await open(REF);
  vi.spyOn(rig.workspace().outbox, 'once').mockImplementationOnce(() => {
    throw new Error('did not arrive');
  });
  await expect(saveForm(form)).rejects.toThrow();
  expect(await saveForm(other)).toMatchObject({ kind: 'saved' });
  expect(await saveForm(form)).toEqual({ kind: 'draft-gone' });
  expect(await saveForm(form, { isSecond: true })).toMatchObject({ kind: 'saved', outcome: 'new' });
});

it('leaves the draft of the item if it is not valid', async () => {
  const { core, open, saveForm } = await desk();
  const form = await continued({ open });
  typesMeanwhile(form, () => form.actions.setField('name', ''));
  expect(await saveForm(form)).toMatchObject({ kind: 'issues' });
  await form.actions.flush();
  expect(form.store.getState()).toMatchObject({ isDraftGone: false, isApart: false });
  const { id } = (await core.outbox.list({})).find(({ title }) => title === 'Westwind')!;
  expect(await core.outbox.drafts()).toMatchObject([{ intentId: id }]);
  form.actions.setField('name', 'Westwind AG');
  expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  expect(await core.outbox.drafts()).toEqual([]);
});

it('leaves no draft if it is taken back before the next save', async () => {
  const { core, open, saveForm } = await desk();
  const form = await continued({ open });
  typesMeanwhile(form, () => form.actions.setField('name', ''));
  expect(await saveForm(form)).toMatchObject({ kind: 'issues' });
  await form.actions.flush();
  expect(await core.outbox.drafts()).toHaveLength(1);
  form.actions.setField('name', 'Westwind');
  expect(await saveForm(form)).toMatchObject({ kind: 'saved', outcome: 'new' });
  expect(await core.outbox.drafts()).toEqual([]);
});

it('is in a draft again if it was in the draft that the save ended', async () => {
  const { core, open, saveForm } = await desk();
  const form = await continued({ open });
  const before = async () => {
    form.actions.setFields({ name: '', remark: 'met in Canton' });
    await form.actions.flush();
  };
  expect(await saveForm(form, { before })).toEqual({ kind: 'issues' });
  // Also if the user has closed the form meanwhile.
  await vi.waitFor(async () => expect(JSON.stringify(await core.outbox.drafts())).toContain('met in Canton'));
});

it('is in a draft again also if the answer was lost', async () => {
  const { core, open, saveForm } = await desk();
  const form = await continued({ open });
  const before = async () => {
    form.actions.setField('remark', 'met in Canton');
    await form.actions.flush();
  };
  loseNext('submit');
  await expect(saveForm(form, { before })).rejects.toThrow();
  await form.actions.flush();
  await form.actions.stop();
  const { id } = (await core.outbox.list({})).find(({ title }) => title === 'Westwind')!;
  const drafts = await core.outbox.drafts();
  expect(drafts).toMatchObject([{ intentId: id }]);
  expect(JSON.stringify(drafts)).toContain('met in Canton');
});

it('does not empty what another window enters after the save', async () => {
  const { core, open, saveForm } = await desk();
  const form = await open(REF);
  form.actions.setFields({ name: 'Westwind', remark: 'by sea' });
  await form.actions.flush();
  form.actions.setField('remark', '');
  await form.actions.flush();
  typesMeanwhile(form, () => form.actions.setField('name', ''));
  expect(await saveForm(form)).toMatchObject({ kind: 'issues' });
  await form.actions.flush();
  await form.actions.stop();
  const { id } = (await core.outbox.list({})).find(({ title }) => title === 'Westwind')!;
  const { command } = (await core.outbox.get({ id }))!.intent;
  const fields = { ...command.fields, remark: 'by sea' };
  expect(await core.outbox.edit({ id, command: { ...command, fields } })).toMatchObject({ ok: true });
  const [draft] = await core.outbox.drafts();
  const again = await open({ ...REF, draftId: draft!.id });
  expect(again.store.getState().values.fields.remark).toBe('by sea');
});

it('is asked about again if it invoices more than was ordered', async () => {
  const { core, open, saveForm } = await desk();
  const { orderLinesOf, orderFacts } = await import('../../../src/renderer/forms/kinds/order-lines');
  let order: string | undefined;
  for (const id of rig.workspace().cache.liveIds('order')) {
    const facts = await orderFacts(id, false);
    const lines = facts === null ? [] : await orderLinesOf(facts);
    if (lines.length > 0 && lines.every(({ left }) => left !== '0' && left !== null)) order ??= id;
  }
  const form = await open({
    kind: 'outboundInvoice',
    mode: 'new',
    draftId: 'draft:i',
    ownDraft: null,
    about: { resource: 'order', id: order! },
  });
  const [line] = form.store.getState().values.children;
  form.actions.setChild(line!.ref, 'outbound_count', '70000');
  form.actions.setField('handler', ['1']);
  expect(await saveForm(form)).toMatchObject({ kind: 'over-ordered' });
  typesMeanwhile(form, () => form.actions.setChild(line!.ref, 'outbound_count', '9000000'));
  expect(await saveForm(form, { confirmed: true })).toMatchObject({
    kind: 'over-ordered',
    lines: [{ ref: line!.ref, now: '9000000' }],
  });
  const [item] = await core.outbox.list({ latest: 1 });
  expect(item!.command.children[0]!.fields.outbound_count).toBe('70000');
  expect(await saveForm(form, { confirmed: true })).toMatchObject({ kind: 'saved', outcome: 'new' });
});

it('plans the next step that is chosen last, and Undo takes back both', async () => {
  const { core, open, saveForm } = await desk();
  const { createNextStep, NEXT_STEP } = await import('../../../src/renderer/forms/sheet/save-next-step');
  const { undoSave } = await import('../../../src/renderer/forms/saving/undo-save');
  const [company = ''] = rig.workspace().cache.liveIds('company');
  const form = await open({
    kind: 'trailNote',
    mode: 'new',
    draftId: 'draft:t',
    ownDraft: null,
    about: { resource: 'company', id: company },
  });
  form.actions.setFields({ content: 'Called', [NEXT_STEP]: '2027-01-01 10:00:00' });
  typesMeanwhile(form, () => form.actions.setField(NEXT_STEP, '2027-02-02 10:00:00'));
  const nextStep = createNextStep({ accountId: form.store.getState().form.accountId, selfUserId: null });
  const before = () => nextStep.save(form.store.getState().values);
  expect(await saveForm(form, { before })).toMatchObject({ kind: 'saved', outcome: 'new' });
  const planned = async () =>
    (await core.outbox.list({}))
      .filter(({ command, state }) => command.target === company && state === 'queued')
      .map(({ command }) => command.fields[NEXT_STEP]);
  expect(await planned()).toEqual(['2027-02-02 10:00:00']);
  const [also, ...others] = nextStep.saved();
  expect(others).toEqual([]);
  expect(await undoSave(also!, 'undo:1')).toBe('undone');
  expect(await planned()).toEqual([]);
});
