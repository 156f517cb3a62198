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

it('a contact that is changed after a lost answer and the delivery is kept, or the form says that it is not', async () => {
  const { values, form } = await deliveredBetween(({ actions }) =>
    actions.setChild('local:x', 'email', 'xi@new.example'),
  );
  expect([JSON.stringify(values.children).includes('xi@new.example') || form.caution]).not.toEqual([
    'delivered',
  ]);
});

it('a field that is emptied after a lost answer and the delivery is empty', async () => {
  const { values } = await deliveredBetween(({ actions }) => {
    actions.setField('remark', '');
    actions.setField('tel', '1');
  });
  expect([values.fields.tel, values.fields.remark]).toEqual(['1', '']);
});

it('a contact that was added, saved with a lost answer and removed again is not in the item', async () => {
  const { open, saveForm, ref, command } = await desk();
  const form = await open(ref);
  form.actions.addChildren([{ ref: 'local:w', fields: { name: 'Wrong', email: 'wrong@n.example' } }]);
  loseNext('edit');
  await expect(saveForm(form)).rejects.toThrow();
  form.actions.removeChild('local:w', true);
  expect(await saveForm(form)).toMatchObject({ kind: 'saved' });
  expect(JSON.stringify(await command())).not.toContain('wrong@n.example');
});
