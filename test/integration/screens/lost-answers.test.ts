/** What is typed after a save whose answer was lost. */
import { expect, it, vi } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk, loseNext } = makeFormDesk();

const deliveredBetween = async (
  change: (form: Awaited<ReturnType<Awaited<ReturnType<typeof desk>>['open']>>) => void,
) => {
  const all = await desk();
  const { core, open, saveForm } = all;
  const ref = { kind: 'company', mode: 'new', draftId: 'draft:n', ownDraft: null, about: null } as const;
  const form = await open(ref);
  form.actions.setFields({ name: 'Westwind', remark: 'secret' });
  form.actions.addChildren([{ ref: 'local:x', fields: { name: 'Xi', email: 'xi@n.example' } }]);
  await form.actions.flush();
  loseNext('submit');
  await expect(saveForm(form)).rejects.toThrow();
  const { id } = (await core.outbox.list({})).find(({ title }) => title === 'Westwind')!;
  rig.mend();
  await rig.releaseAll();
  await rig.window().outbox.sendNow({ id });
  await vi.waitFor(async () => expect((await core.outbox.get({ id }))?.intent.state).toBe('applied'), {
    timeout: 20_000,
  });
  await rig.rounds();
  change(form);
  const result = await saveForm(form);
  if (result.kind !== 'delivered') throw new Error(JSON.stringify(result));
  const again = await open({ ...ref, draftId: result.draftId });
  return again.store.getState();
};

it('after a lost answer, a value that the user changes back is saved in the item', async () => {
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

it('after a lost answer, a value of a record that the user changes back is saved too', async () => {
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

it('after a lost answer, an edit of the item in another window stays', async () => {
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

it('after a lost answer and the delivery, a changed contact is kept, or the form says that it is not', async () => {
  const { values, form } = await deliveredBetween(({ actions }) =>
    actions.setChild('local:x', 'email', 'xi@new.example'),
  );
  expect([JSON.stringify(values.children).includes('xi@new.example') || form.caution]).not.toEqual([
    'delivered',
  ]);
});

it('after a lost answer and the delivery, an emptied field is empty', async () => {
  const { values } = await deliveredBetween(({ actions }) => {
    actions.setField('remark', '');
    actions.setField('tel', '1');
  });
  expect([values.fields.tel, values.fields.remark]).toEqual(['1', '']);
});

it('after a lost answer, a contact that the user removes again is not in the item', async () => {
  const { open, saveForm, ref, command } = await desk();
  const form = await open(ref);
  form.actions.addChildren([{ ref: 'local:w', fields: { name: 'Wrong', email: 'wrong@n.example' } }]);
  loseNext('edit');
  await expect(saveForm(form)).rejects.toThrow();
  form.actions.removeChild('local:w', true);
  expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  expect(JSON.stringify(await command())).not.toContain('wrong@n.example');
});
