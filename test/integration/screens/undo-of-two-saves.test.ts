/** Undo of a form that saved twice: the user typed while it was saved, or the answer was lost. */
import { expect, it } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk, loseNext, typesMeanwhile } = makeFormDesk();

const undoOf = async (saved: unknown, operationId: string) => {
  const { undoSave } = await import('../../../src/renderer/forms/saving/undo-save');
  return await undoSave(saved as never, operationId);
};

it('takes back what was saved in a waiting item and what was typed meanwhile', async () => {
  const { open, saveForm, ref, command } = await desk();
  const form = await open(ref);
  form.actions.setField('tel', '222');
  typesMeanwhile(form, () => form.actions.setField('remark', 'by rail'));
  const saved = await saveForm(form);
  expect((await command()).fields).toMatchObject({ tel: '222', remark: 'by rail' });
  expect(await undoOf(saved, 'undo:1')).toBe('undone');
  expect((await command()).fields).toMatchObject({ tel: '111', remark: 'by sea' });
  // The answer was lost, and the user repeats it.
  expect(await undoOf(saved, 'undo:1')).toBe('undone');
  expect((await command()).fields).toMatchObject({ tel: '111', remark: 'by sea' });
});

it('takes back a new item and what was typed meanwhile', async () => {
  const { core, open, saveForm } = await desk();
  const form = await open({ kind: 'company', mode: 'new', draftId: 'draft:n', ownDraft: null, about: null });
  form.actions.setField('name', 'Westwind');
  typesMeanwhile(form, () => form.actions.setField('tel', '333'));
  const saved = await saveForm(form);
  expect(saved).toMatchObject({ kind: 'saved', outcome: 'new' });
  expect(await undoOf(saved, 'undo:1')).toBe('undone');
  const item = (await core.outbox.list({})).find(({ title }) => title === 'Westwind');
  expect([item?.state, item?.command.fields.tel]).toEqual(['discarded', '333']);
});

it('takes back the save whose answer was lost, with the one after it', async () => {
  const { core, open, saveForm } = await desk();
  const form = await open({ kind: 'company', mode: 'new', draftId: 'draft:n', ownDraft: null, about: null });
  form.actions.setField('name', 'Westwind');
  loseNext('submit');
  await expect(saveForm(form)).rejects.toThrow();
  form.actions.setField('tel', '333');
  const saved = await saveForm(form);
  expect(await undoOf(saved, 'undo:1')).toBe('undone');
  const item = (await core.outbox.list({})).find(({ title }) => title === 'Westwind');
  expect(item?.state).toBe('discarded');
});

it('takes back what was saved before an issue was found in what was typed meanwhile', async () => {
  const { open, saveForm, ref, command } = await desk();
  const form = await open(ref);
  form.actions.setField('tel', '222');
  typesMeanwhile(form, () => form.actions.setField('name', ''));
  expect(await saveForm(form)).toEqual({ kind: 'issues' });
  form.actions.setField('name', 'Nordwind');
  const saved = await saveForm(form);
  expect((await command()).fields).toMatchObject({ tel: '222', name: 'Nordwind' });
  expect(await undoOf(saved, 'undo:1')).toBe('undone');
  expect((await command()).fields).toMatchObject({ tel: '111', name: 'Nordwind Pumps' });
});

it('tells the save, and takes it back, if what was typed meanwhile is taken back before it is saved', async () => {
  const { open, saveForm, ref, command } = await desk();
  const form = await open(ref);
  form.actions.setField('tel', '222');
  typesMeanwhile(form, () => form.actions.setField('name', ''));
  expect(await saveForm(form)).toEqual({ kind: 'issues' });
  form.actions.setField('name', 'Nordwind Pumps');
  const saved = await saveForm(form);
  expect(saved).toMatchObject({ kind: 'saved' });
  expect(await undoOf(saved, 'undo:1')).toBe('undone');
  expect((await command()).fields).toMatchObject({ tel: '111', name: 'Nordwind Pumps' });
});

it('does not take back what another window saved between the two', async () => {
  const { core, open, saveForm } = await desk();
  const form = await open({ kind: 'company', mode: 'new', draftId: 'draft:n', ownDraft: null, about: null });
  form.actions.setField('name', 'Westwind');
  loseNext('submit');
  await expect(saveForm(form)).rejects.toThrow();
  const { id } = (await core.outbox.list({})).find(({ title }) => title === 'Westwind')!;
  const other = await open({ kind: 'company', mode: 'intent', intentId: id });
  other.actions.setField('homepage', 'w.example');
  expect(await saveForm(other)).toMatchObject({ kind: 'saved' });
  form.actions.setField('tel', '333');
  const saved = await saveForm(form);
  expect(await undoOf(saved, 'undo:1')).toBe('undoChanged');
  const { state, command } = (await core.outbox.get({ id }))!.intent;
  expect(state).toBe('queued');
  expect(command.fields).toMatchObject({ homepage: 'w.example' });
});

it('says that it is too late if the item was sent before what was typed meanwhile was saved', async () => {
  const { core, open, saveForm } = await desk();
  const form = await open({ kind: 'company', mode: 'new', draftId: 'draft:n', ownDraft: null, about: null });
  form.actions.setField('name', 'Westwind');
  const { store } = rig.workspace().outbox;
  typesMeanwhile(form, () => form.actions.setField('tel', '333'));
  const end = form.store.subscribe(({ form: now }) => {
    if (now.intentId === null) return;
    end();
    // The push is on its way.
    const item = store.get(now.intentId)!;
    store.save({ ...item, state: 'sending', detail: { ...item.detail, sentVersions: [1] } }, null);
  });
  const saved = await saveForm(form);
  expect(await undoOf(saved, 'undo:1')).toBe('undoTooLate');
  const items = (await core.outbox.list({})).filter(({ title }) => title === 'Westwind');
  expect(items.map(({ state }) => state)).not.toContain('discarded');
});
