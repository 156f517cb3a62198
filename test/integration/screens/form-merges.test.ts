/** A form over an item that another window, or a save whose answer was lost, has changed. */
import { expect, it } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk, loseNext } = makeFormDesk();

it('a value that is typed back after a lost answer is saved in the item', async () => {
  const { open, saveForm, ref, command } = await desk();
  const form = await open(ref);
  loseNext('edit');
  form.actions.setField('tel', '222');
  await expect(saveForm(form)).rejects.toThrow();
  expect((await command()).fields.tel).toBe('222');
  form.actions.setField('tel', '111');
  expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  expect((await command()).fields.tel).toBe('111');
});

it('a value of a record that is typed back after a lost answer is not ’unchanged’', async () => {
  const { core, open, saveForm } = await desk();
  const target = rig.workspace().cache.liveIds('company')[0]!;
  const form = await open({ kind: 'company', mode: 'edit', target, ownDraft: null });
  const before = form.store.getState().values.fields.tel;
  loseNext('submit');
  form.actions.setField('tel', '222');
  await expect(saveForm(form)).rejects.toThrow();
  form.actions.setField('tel', before ?? '');
  const result = await saveForm(form);
  const items = (await core.outbox.list({})).filter(({ command }) => command.target === target);
  expect([result.kind, items.map(({ command }) => command.fields.tel)]).not.toEqual(['unchanged', ['222']]);
});

it('a lost answer and an edit of the item in another window: both texts stay', async () => {
  const { core, open, saveForm, command } = await desk();
  const form = await open({ kind: 'company', mode: 'new', draftId: 'draft:n', ownDraft: null, about: null });
  form.actions.setField('name', 'Westwind');
  loseNext('submit');
  await expect(saveForm(form)).rejects.toThrow();
  const item = (await core.outbox.list({})).find(({ title }) => title === 'Westwind')!;
  const other = await open({ kind: 'company', mode: 'intent', intentId: item.id });
  other.actions.setField('homepage', 'w.example');
  expect(await saveForm(other)).toMatchObject({ kind: 'saved' });
  form.actions.setField('tel', '333');
  expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  expect((await command(item.id)).fields).toMatchObject({ tel: '333', homepage: 'w.example' });
});

it('text typed in a contact that another window removed is not lost silently', async () => {
  const { open, saveForm, ref, command } = await desk();
  const [first, second] = [await open(ref), await open(ref)];
  second.actions.removeChild('local:b', true);
  expect(await saveForm(second)).toMatchObject({ kind: 'saved' });
  first.actions.setChild('local:b', 'email', 'bob@new.example');
  const result = await saveForm(first);
  const has = JSON.stringify(await command()).includes('bob@new.example');
  expect([result.kind === 'saved' && !has]).toEqual([false]);
});

it('the draft after a merge does not take the other window’s value for typed', async () => {
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

it('typed after another window saved the draft: what was typed in a contact stays', async () => {
  const { core, open, saveForm } = await desk();
  const ref = { kind: 'company', mode: 'new', draftId: 'draft:1', ownDraft: null, about: null } as const;
  const first = await open(ref);
  first.actions.setField('name', 'Südwind Pumps');
  first.actions.addChildren([{ ref: 'local:x', fields: { name: 'Xi', email: 'xi@n.example' } }]);
  await first.actions.flush();
  const second = await open(ref);
  expect(await saveForm(first)).toMatchObject({ kind: 'saved', outcome: 'new' });
  second.actions.setChild('local:x', 'email', 'xi@new.example');
  second.actions.addChildren([{ ref: 'local:y', fields: { name: 'Yo', email: 'yo@n.example' } }]);
  await second.actions.flush();
  await second.actions.stop();
  const [draft] = await core.outbox.drafts();
  expect(JSON.stringify(draft)).toContain('xi@new.example');
  const again = await open({ ...ref, draftId: draft!.id });
  expect(again.store.getState().values.children.map(({ fields }) => fields.email)).toEqual([
    'xi@new.example',
    'yo@n.example',
  ]);
});

it('a value that the first window changed after the second opened stays', async () => {
  const { core, open, saveForm } = await desk();
  const ref = { kind: 'company', mode: 'new', draftId: 'draft:1', ownDraft: null, about: null } as const;
  const first = await open(ref);
  first.actions.setFields({ name: 'Südwind Pumps', remark: 'by sea' });
  await first.actions.flush();
  const second = await open(ref);
  first.actions.setField('remark', 'by rail');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved', outcome: 'new' });
  second.actions.setField('tel', '222');
  await second.actions.flush();
  await second.actions.stop();
  const [draft] = await core.outbox.drafts();
  const again = await open({ ...ref, draftId: draft!.id });
  expect(again.store.getState().values.fields).toMatchObject({ tel: '222', remark: 'by rail' });
});
