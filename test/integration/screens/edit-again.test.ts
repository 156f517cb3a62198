/** "Edit again" after Undo of an edit that was merged into a waiting item. */
import { expect, it, vi } from 'vitest';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { desk } = makeOutboxDesk();

it('opens the form with what was typed; the waiting item keeps its earlier edit', async () => {
  const all = await desk();
  const { draftOfSaved, tellSaved } = await import('../../../src/renderer/forms/saving/form-outcome');
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  const target = all.cache.liveIds('company')[0]!;
  const edit = async (ownDraft: string | null) =>
    all.open({ kind: 'company', mode: 'edit', target, ownDraft });
  const first = await edit(null);
  first.actions.setField('remark', 'first');
  const id = savedId(await all.saveForm(first));

  const second = await edit(null);
  second.actions.setField('address', 'second');
  const saved = await all.saveForm(second);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  expect(saved).toMatchObject({ outcome: 'folded', intentId: id });
  const { form, values } = second.store.getState();
  const queries = { invalidateQueries: () => undefined };
  tellSaved(((key: string) => key) as never, queries as never, 'company', saved, {
    draft: draftOfSaved(form, values),
  });
  for (const label of ['form.undo', 'form.editAgain']) {
    await vi.waitFor(() => expect(useToasts.getState().short?.action?.label).toBe(label), 10_000);
    useToasts.getState().short?.action?.run();
  }
  const fields = async () => (await all.item(id)).command.fields;
  expect(await fields()).toMatchObject({ remark: 'first' });
  expect(await fields()).not.toHaveProperty('address');

  const draft = await vi.waitFor(async () => {
    const [made] = await all.core.outbox.drafts();
    expect(made).toBeDefined();
    return made!;
  }, 10_000);
  const again = await edit(draft.id);
  expect(again.store.getState().values.fields).toMatchObject({ remark: 'first', address: 'second' });
  expect(savedId(await all.saveForm(again))).toBe(id);
  expect(await fields()).toMatchObject({ remark: 'first', address: 'second' });
});
