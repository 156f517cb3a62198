/** A draft that one window has saved while another window has it open. */
import { expect, it, vi } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk } = makeFormDesk();
type Desk = Awaited<ReturnType<typeof desk>>;

const REF = { kind: 'company', mode: 'new', draftId: 'draft:1', ownDraft: null, about: null } as const;

/** The forms of two windows that have the same draft of a new company. */
const twoForms = async ({ open }: Desk) => {
  const first = await open(REF);
  first.actions.setField('name', 'Südwind Pumps');
  await first.actions.flush();
  return { first, second: await open(REF) };
};

const apart = async ({ open, saveForm, core }: Desk) => {
  const first = await open(REF);
  first.actions.setField('name', 'Südwind Pumps');
  first.actions.addChildren([{ ref: 'local:x', fields: { name: 'Xi', email: 'xi@n.example' } }]);
  await first.actions.flush();
  const second = await open(REF);
  const saved = await saveForm(first);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  second.actions.setChild('local:x', 'tel', '4711');
  second.actions.setField('tel', '222');
  await second.actions.flush();
  await second.actions.stop();
  const [draft] = await core.outbox.drafts();
  return { ref: { ...REF, draftId: draft!.id }, draft: draft!, id: saved.intentId };
};

it('what was typed after another window saved the draft changes the saved record, and makes no second one', async () => {
  const all = await desk();
  const { core, open, saveForm } = all;
  const { first, second } = await twoForms(all);
  expect(await saveForm(first)).toMatchObject({ kind: 'saved', outcome: 'new' });
  // The second window has not seen it, and closes.
  second.actions.setField('tel', '222');
  await second.actions.flush();
  second.actions.setField('remark', 'by sea');
  await second.actions.flush();
  await second.actions.stop();
  const [draft] = await core.outbox.drafts();
  const again = await open({ ...REF, draftId: draft!.id });
  expect(await saveForm(again)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  const saved = (await core.outbox.list({})).filter(({ title }) => title === 'Südwind Pumps');
  expect(saved.map(({ command }) => command.fields)).toMatchObject([{ tel: '222', remark: 'by sea' }]);
});

it('text typed into a contact after another window saved the draft stays', async () => {
  const { core, open, saveForm } = await desk();
  const first = await open(REF);
  first.actions.setField('name', 'Südwind Pumps');
  first.actions.addChildren([{ ref: 'local:x', fields: { name: 'Xi', email: 'xi@n.example' } }]);
  await first.actions.flush();
  const second = await open(REF);
  expect(await saveForm(first)).toMatchObject({ kind: 'saved', outcome: 'new' });
  second.actions.setChild('local:x', 'email', 'xi@new.example');
  second.actions.addChildren([{ ref: 'local:y', fields: { name: 'Yo', email: 'yo@n.example' } }]);
  await second.actions.flush();
  await second.actions.stop();
  const [draft] = await core.outbox.drafts();
  expect(JSON.stringify(draft)).toContain('xi@new.example');
  const again = await open({ ...REF, draftId: draft!.id });
  expect(again.store.getState().values.children.map(({ fields }) => fields.email)).toEqual([
    'xi@new.example',
    'yo@n.example',
  ]);
});

it('a value stays that the first window changed after the second one opened', async () => {
  const { core, open, saveForm } = await desk();
  const first = await open(REF);
  first.actions.setFields({ name: 'Südwind Pumps', remark: 'by sea' });
  await first.actions.flush();
  const second = await open(REF);
  first.actions.setField('remark', 'by rail');
  expect(await saveForm(first)).toMatchObject({ kind: 'saved', outcome: 'new' });
  second.actions.setField('tel', '222');
  await second.actions.flush();
  await second.actions.stop();
  const [draft] = await core.outbox.drafts();
  const again = await open({ ...REF, draftId: draft!.id });
  expect(again.store.getState().values.fields).toMatchObject({ tel: '222', remark: 'by rail' });
});

it('after the delivery the draft has the changed contact, or the form says that it has not', async () => {
  const all = await desk();
  const { ref, id } = await apart(all);
  rig.mend();
  await rig.releaseAll();
  await rig.window().outbox.sendNow({ id });
  await vi.waitFor(async () => expect((await all.core.outbox.get({ id }))?.intent.state).toBe('applied'), {
    timeout: 20_000,
  });
  await rig.rounds();
  const form = await all.open(ref);
  const { values, form: opened } = form.store.getState();
  expect(JSON.stringify(values.children).includes('4711') || opened.caution === 'delivered-children').toBe(
    true,
  );
});

it('the draft of an item that was taken back is a new record with all text', async () => {
  const all = await desk();
  const { ref, id } = await apart(all);
  expect(await all.core.outbox.discard({ id })).toMatchObject({ ok: true });
  const form = await all.open(ref);
  expect(form.store.getState().values).toMatchObject({ fields: { name: 'Südwind Pumps', tel: '222' } });
  expect(JSON.stringify(form.store.getState().values.children)).toContain('4711');
  expect(await all.saveForm(form)).toMatchObject({ kind: 'saved', outcome: 'new' });
});

it('after the first window took its record back, the draft ends with the save of the second window', async () => {
  const all = await desk();
  const { core, saveForm } = all;
  const { first, second } = await twoForms(all);
  second.actions.setField('tel', '222');
  await second.actions.flush();
  const saved = await saveForm(first);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  await core.outbox.discard({ id: saved.intentId, operationId: 'undo' });
  expect(await saveForm(second)).toMatchObject({ kind: 'saved', outcome: 'new' });
  // A draft that stayed would be a second record when it is continued.
  expect(await core.outbox.drafts()).toEqual([]);
});

it('a second window that was told saves no second record without asking', async () => {
  const all = await desk();
  const { first, second } = await twoForms(all);
  expect(await all.saveForm(first)).toMatchObject({ kind: 'saved' });
  second.actions.setField('tel', '222');
  expect(await all.saveForm(second)).toMatchObject({ kind: 'draft-gone' });
});

it('what a second window typed into the draft before the first saved it makes no second record', async () => {
  const all = await desk();
  const { core, open, saveForm } = all;
  const { first, second } = await twoForms(all);
  second.actions.setField('tel', '222');
  await second.actions.flush();
  const saved = await saveForm(first);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  expect(await core.outbox.drafts()).toMatchObject([{ id: 'draft:1', intentId: saved.intentId }]);
  expect(await saveForm(second)).toEqual({ kind: 'draft-gone' });
  await second.actions.stop();
  const again = await open(REF);
  expect(await saveForm(again)).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  const items = (await core.outbox.list({})).filter(({ title }) => title === 'Südwind Pumps');
  expect(items.map(({ command }) => command.fields.tel)).toEqual(['222']);
});

it('of three windows with one draft, the last is told although the first took its record back', async () => {
  const all = await desk();
  const { core, open, saveForm } = all;
  const { first, second } = await twoForms(all);
  const third = await open(REF);
  third.actions.setField('tel', '222');
  await third.actions.flush();
  const saved = await saveForm(first);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  await core.outbox.discard({ id: saved.intentId, operationId: 'undo' });
  const anew = await saveForm(second);
  if (anew.kind !== 'saved') throw new Error(anew.kind);
  expect(anew.outcome).toBe('new');
  expect(await saveForm(third)).toEqual({ kind: 'draft-gone' });
  await third.actions.stop();
  expect(await core.outbox.drafts()).toMatchObject([{ id: 'draft:1', intentId: anew.intentId }]);
  expect(await saveForm(await open(REF))).toMatchObject({ kind: 'saved', outcome: 'replaced' });
  const items = await core.outbox.list({});
  const alive = items.filter(({ title, state }) => title === 'Südwind Pumps' && state !== 'discarded');
  expect(alive.map(({ command }) => command.fields.tel)).toEqual(['222']);
});
