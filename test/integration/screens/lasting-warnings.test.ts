/** Warnings and decisions that must outlast the form, the window, a lost answer or a restored copy. */
import { expect, it, vi } from 'vitest';
import { makeOutboxDesk, NEW_FORM, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk, loseAnswer } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;

const RECEIPT = { kind: 'receipt', fields: { amount: '77', currency: 'USD', collection_date: '2026-11-20' } };
const newReceipt = (draftId: string) => ({ kind: 'receipt', ...NEW_FORM, draftId }) as const;

/** A form whose item was discarded in doubt; it warns of a second record. */
const warned = async (all: Desk) => {
  const id = await all.inDoubt(RECEIPT);
  const form = await all.open({ kind: 'receipt', mode: 'intent', intentId: id });
  form.actions.setField('remark', 'x');
  await form.actions.flush();
  await all.core.outbox.discard({ id });
  if ((await all.saveForm(form)).kind === 'saved') throw new Error('saved without a warning');
  expect(form.store.getState().form.caution).toBe('item-lost');
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  return form;
};

it('"Edit again" after Undo of a form with a warning has the warning', async () => {
  const all = await desk();
  const form = await warned(all);
  const { draftOfSaved, tellSaved } = await import('../../../src/renderer/forms/saving/form-outcome');
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  const saved = await all.saveForm(form);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  const queries = { invalidateQueries: () => undefined };
  const { form: now, values } = form.store.getState();
  const more = { draft: draftOfSaved(now, values) };
  tellSaved(((key: string) => key) as never, queries as never, 'receipt', saved, more);
  for (const label of ['form.undo', 'form.editAgain']) {
    await vi.waitFor(() => expect(useToasts.getState().short?.action?.label).toBe(label));
    useToasts.getState().short?.action?.run();
  }
  await vi.waitFor(async () => expect(await all.core.outbox.drafts()).toHaveLength(1));
  const [kept] = await all.core.outbox.drafts();
  const again = await all.open(newReceipt(kept?.id ?? ''));
  expect(again.store.getState().form.caution).toBe('item-lost');
});

it('a warning stays with a draft whose item is saved from it and then discarded', async () => {
  const all = await desk();
  const form = await warned(all);
  const inOtherWindow = await all.open(newReceipt(form.store.getState().draftId));
  inOtherWindow.actions.setField('remark', 'y');
  await inOtherWindow.actions.flush();
  await all.core.outbox.discard({ id: savedId(await all.saveForm(form)) });
  await inOtherWindow.actions.stop();
  const [draft] = await all.core.outbox.drafts();
  const again = await all.open(newReceipt(draft?.id ?? ''));
  expect(again.store.getState().form.caution).toBe('item-lost');
});

it('a restored copy brings back no draft that was saved since, as a draft of a second receipt', async () => {
  const all = await desk();
  const { core, open, saveForm, until } = all;
  const count = (): number =>
    Number(
      rig.service.database.prepare(`SELECT count(*) FROM record WHERE resource = 'receipt'`).pluck().get(),
    );
  const before = count();
  const form = await open(newReceipt('draft:n'));
  form.actions.setFields(RECEIPT.fields);
  await form.actions.flush();
  const { text } = await core.outbox.export();
  const id = savedId(await saveForm(form));
  await core.outbox.sendNow({ id });
  await until(id, 'applied');
  await core.outbox.restore({ text });
  for (const draft of await core.outbox.drafts()) {
    const again = await open(newReceipt(draft.id));
    expect(again.store.getState().form.caution).not.toBeNull();
    const result = await saveForm(again);
    if (result.kind === 'saved') await core.outbox.sendNow({ id: result.intentId });
  }
  await vi.waitFor(
    async () => expect((await core.outbox.list({})).every(({ state }) => state === 'applied')).toBe(true),
    { timeout: 20_000 },
  );
  expect(count()).toBe(before + 1);
});

it('"Create again", pressed again after a lost answer, makes one draft', async () => {
  const all = await desk();
  const target = all.cache.liveIds('company')[0] ?? '';
  const id = await all.submit({ kind: 'company', target, fields: { pool_id: '0', tel: '77' } });
  rig.service.database.prepare(`DELETE FROM record WHERE resource = 'company' AND id = ?`).run(target);
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'rejected');
  const { createAgain } = await import('../../../src/renderer/forms/opening/create-again');
  const item = await all.item(id);
  const accountId = rig.workspace().profileId;
  loseAnswer();
  // The button repeats the operation. The router that opens the draft is not part of this test.
  await createAgain(item, 'operation', accountId).catch(() => undefined);
  const [draft] = await all.core.outbox.drafts();
  const form = await all.open({ kind: 'company', ...NEW_FORM, draftId: draft?.id ?? '' });
  form.actions.setField('tel', '888');
  await form.actions.flush();
  await createAgain(item, 'operation', accountId).catch(() => undefined);
  const drafts = await all.core.outbox.drafts();
  expect(drafts).toHaveLength(1);
  expect(JSON.stringify(drafts)).toContain('888');
});

it('a form that is left after a save without an answer is told to be saved, not kept as a draft', async () => {
  const { core, open, saveForm } = await desk();
  const { endUnanswered } = await import('../../../src/renderer/forms/saving/save-form');
  const form = await open(newReceipt('draft:n'));
  form.actions.setFields(RECEIPT.fields);
  await form.actions.flush();
  loseAnswer();
  await expect(saveForm(form)).rejects.toThrow();
  const id = savedId((await endUnanswered(form)) ?? { kind: 'not saved' });
  await form.actions.flush();
  expect(await core.outbox.drafts()).toEqual([]);
  expect((await core.outbox.list({})).map((one) => one.id)).toEqual([id]);
});

it('leaving a form does not save what the user has corrected since a save that failed', async () => {
  const { core, open, saveForm } = await desk();
  const { endUnanswered } = await import('../../../src/renderer/forms/saving/save-form');
  const form = await open(newReceipt('draft:n'));
  form.actions.setFields(RECEIPT.fields);
  await form.actions.flush();
  vi.spyOn(rig.workspace().outbox, 'once').mockImplementationOnce(() => {
    throw new Error('not reached');
  });
  await expect(saveForm(form)).rejects.toThrow();
  form.actions.setField('amount', '7.75');
  await form.actions.flush();
  expect(await endUnanswered(form)).toBeNull();
  expect(await core.outbox.list({})).toEqual([]);
  expect(JSON.stringify(await core.outbox.drafts())).toContain('7.75');
});
