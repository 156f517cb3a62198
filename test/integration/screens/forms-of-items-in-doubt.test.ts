/** What the form of an item shows and takes while it is not known whether the item arrived, and after a refusal. */
import { expect, it } from 'vitest';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import { isPush, LOST, refusal, showsLate } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;

const COMPANY = { kind: 'company', fields: { name: 'Nordwind', pool_id: '0', tel: '111', remark: 'by sea' } };
const pushesGet = (answer: (request: HttpRequest) => HttpResult): void => {
  rig.service.wire.intercept = async (request, pass) => (isPush(request) ? answer(request) : pass());
};
const formOf = (intentId: string) => ({ kind: 'company', mode: 'intent', intentId }) as const;

/** A new company in doubt is sent again and refused. */
const refuse = async (all: Desk, id: string): Promise<void> => {
  await all.core.outbox.sendAgain({ id });
  pushesGet(refusal);
  rig.workspace().outbox.reconnected();
  await all.until(id, 'rejected');
};

it('the form of a new company in doubt shows its custom fields and those of its contacts', async () => {
  const all = await desk();
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  const children = [{ ref: 'local:a', fields: { name: 'Ada' }, custom: { '71234568': 'left-handed' } }];
  const id = await all.submit({ ...COMPANY, custom: { '71234567': 'Hall 7' }, children });
  const shown = async () => {
    const { values } = (await all.open(formOf(id))).store.getState();
    return [values.custom, values.children[0]?.custom];
  };
  const before = await shown();
  expect(before).toEqual([{ '71234567': 'Hall 7' }, { '71234568': 'left-handed' }]);
  pushesGet(() => LOST);
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  expect(await shown()).toEqual(before);
});

it('the form of a record shows a custom field that a waiting edit changes', async () => {
  const all = await desk();
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  const target = all.cache.liveIds('company')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'company', id: target });
  const ref = { kind: 'company', mode: 'edit', target, ownDraft: null } as const;
  const form = await all.open(ref);
  form.actions.setOwn('71234567', 'Hall 9');
  savedId(await all.saveForm(form));
  expect((await all.open(ref)).store.getState().values.custom).toMatchObject({ '71234567': 'Hall 9' });
});

it.each(['list of drafts', 'Outbox'])(
  'text that was typed while the item was in doubt is shown after its refusal, opened from the %s',
  async (from) => {
    const all = await desk();
    const id = await all.inDoubt(COMPANY);
    const form = await all.open(formOf(id));
    form.actions.setField('remark', 'a long text');
    await form.actions.flush();
    await form.actions.stop();
    const [draft] = await all.core.outbox.drafts();
    await refuse(all, id);
    const ofDraft = { kind: 'company', mode: 'edit', target: id, ownDraft: draft?.id ?? '' } as const;
    const again = await all.open(from === 'Outbox' ? formOf(id) : ofDraft);
    expect(again.store.getState().values.fields.remark).toBe('a long text');
    expect(savedId(await all.saveForm(again))).toBe(id);
    expect((await all.item(id)).command.fields.remark).toBe('a long text');
    expect(await all.core.outbox.drafts()).toEqual([]);
  },
);

it('Undo takes back a correction that was not sent, although an earlier attempt may have arrived', async () => {
  const all = await desk();
  const { undoSave } = await import('../../../src/renderer/forms/saving/undo-save');
  const id = await all.inDoubt(COMPANY);
  await refuse(all, id);
  await all.core.outbox.setUndoSeconds({ seconds: 30 });
  const form = await all.open(formOf(id));
  form.actions.setField('tel', '222');
  const saved = await all.saveForm(form);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  expect(await all.item(id)).toMatchObject({ state: 'queued', canUndo: true });
  expect(await undoSave(saved, 'operation')).toBe('undone');
  expect(await all.item(id)).toMatchObject({
    state: 'rejected',
    mayHaveArrived: true,
    command: { fields: { tel: '111' } },
  });
});

it('Undo of a correction is too late once the correction itself may have arrived', async () => {
  const all = await desk();
  const { undoSave } = await import('../../../src/renderer/forms/saving/undo-save');
  const id = await all.inDoubt(COMPANY);
  await refuse(all, id);
  const form = await all.open(formOf(id));
  form.actions.setField('tel', '222');
  pushesGet(() => LOST);
  const saved = await all.saveForm(form);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  await all.until(id, 'uncertain');
  rig.cut();
  await all.core.outbox.sendAgain({ id });
  expect((await all.item(id)).state).toBe('queued');
  expect(await undoSave(saved, 'operation')).toBe('undoTooLate');
});

it('a number cannot be removed from a refused item of which an earlier attempt may have arrived', async () => {
  const all = await desk();
  const id = await all.inDoubt({ ...COMPANY, fields: { ...COMPANY.fields, star: 3 } });
  await refuse(all, id);
  const form = await all.open(formOf(id));
  form.actions.setField('star', '');
  expect((await all.saveForm(form)).kind).toBe('issues');
  expect(form.store.getState().issues).toEqual({ 'fields.star': { code: 'empty' } });
  form.actions.setField('star', '2');
  savedId(await all.saveForm(form));
});

it('a number can be removed from an item that certainly did not arrive', async () => {
  const all = await desk();
  pushesGet(refusal);
  const id = await all.submit({ ...COMPANY, fields: { ...COMPANY.fields, star: 3 } });
  await all.until(id, 'rejected');
  const form = await all.open(formOf(id));
  form.actions.setField('star', '');
  savedId(await all.saveForm(form));
  expect((await all.item(id)).command.fields).not.toHaveProperty('star');
});

it('a number that was entered after the attempt can be removed again', async () => {
  const all = await desk();
  const id = await all.inDoubt({ kind: 'company', fields: { name: 'Nordwind', pool_id: '0' } });
  await all.core.outbox.sendAgain({ id });
  showsLate(rig, (_, got) => got).begin();
  await all.until(id, 'rejected');
  const first = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  first.actions.setField('star', '3');
  savedId(await all.saveForm(first));
  await all.until(id, 'rejected');
  const second = await all.open({ kind: 'company', mode: 'intent', intentId: id });
  second.actions.setField('star', '');
  const saved = await all.saveForm(second);
  expect({ saved, issues: second.store.getState().issues }).toMatchObject({ saved: { kind: 'saved' } });
});
