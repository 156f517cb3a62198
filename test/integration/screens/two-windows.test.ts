/** The forms' own code with a whole core: two windows with the same draft open. */
import { expect, it, vi } from 'vitest';
import { loadForms } from '../../support/renderer/form-desk';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();

it('two windows with one draft keep both texts, and saving one leaves the other', async () => {
  await rig.connect();
  const { core, open: openForm, saveForm } = await loadForms(rig);
  const target = rig.workspace().cache.liveIds('company')[0]!;
  const open = () => openForm({ kind: 'company', mode: 'edit', target, ownDraft: null });
  const remarks = async (): Promise<unknown[]> =>
    (await core.outbox.drafts())
      .map(({ form }) => (form as { values: { fields: Record<string, unknown> } }).values.fields.remark)
      .toSorted();
  const type = async (form: Awaited<ReturnType<typeof open>>, text: string): Promise<void> => {
    form.actions.setField('remark', text);
    await form.actions.flush();
  };

  const first = await open();
  await type(first, 'by sea');
  const second = await open();
  // One window alone goes on with the draft.
  await type(second, 'by sea, or rail');
  expect([await remarks(), second.store.getState().isApart]).toEqual([['by sea, or rail'], false]);
  await type(first, 'by sea, in May');
  expect([await remarks(), first.store.getState().isApart]).toEqual([
    ['by sea, in May', 'by sea, or rail'],
    true,
  ]);
  await type(second, 'by rail');
  expect([await remarks(), second.store.getState().isApart]).toEqual([['by rail', 'by sea, in May'], false]);
  expect(await saveForm(first)).toMatchObject({ kind: 'saved' });
  expect(await remarks()).toEqual(['by rail']);
  // A form that has not seen the last text does not end its draft.
  const third = await open();
  await type(second, 'by air');
  third.store.setState({ values: first.store.getState().values });
  expect(await saveForm(third)).toMatchObject({ kind: 'saved' });
  expect(await remarks()).toEqual(['by air']);
  // A caller that is no form writes as before.
  const [draft] = await core.outbox.drafts();
  await core.outbox.saveDraft({ ...draft!, form: first.store.getState().values });
  expect(await core.outbox.drafts()).toHaveLength(1);
  vi.unstubAllGlobals();
});
