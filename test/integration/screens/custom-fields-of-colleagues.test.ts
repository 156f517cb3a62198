/** A custom field that a colleague changed is not overwritten without a question. */
import { expect, it, vi } from 'vitest';
import { CHOICE_MARK } from '../../../src/renderer/forms/fields/asked-fields';
import { losesNextAnswer } from '../../support/outbox/answers';
import { makeOutboxDesk, savedId } from '../../support/renderer/outbox-desk';

const { rig, desk } = makeOutboxDesk();
type Desk = Awaited<ReturnType<typeof desk>>;

const FIELD = '70550001';
const stored = (id: string): unknown => {
  const doc = rig.service.database
    .prepare(`SELECT doc FROM record WHERE resource = 'opportunity' AND id = ?`)
    .pluck()
    .get(BigInt(id)) as string;
  return (JSON.parse(doc) as { external_field_data: Record<string, unknown> }).external_field_data[FIELD];
};
const settled = async (all: Desk, id: string) => {
  await vi.waitFor(
    async () => expect(['applied', 'conflict', 'rejected']).toContain((await all.item(id)).state),
    { timeout: 20_000 },
  );
  return all.item(id);
};
const prepare = async () => {
  const all = await desk();
  await all.core.outbox.release({ kind: 'opportunity' });
  const target = all.cache.liveIds('opportunity')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'opportunity', id: target });
  const open = () => all.open({ kind: 'opportunity', mode: 'edit', target, ownDraft: null });
  return { all, target, open };
};

/** A colleague sets a custom field. */
const put = (target: string, value: unknown, key = FIELD): void => {
  const { service } = rig.service;
  const custom = service.context.store.get('opportunity', target)?.doc.external_field_data;
  service.touch('opportunity', target, { external_field_data: { ...(custom as object), [key]: value } });
};

it('the edit is not sent, says which field it is, and "Try again" replaces the value', async () => {
  const { all, target, open } = await prepare();
  const form = await open();
  form.actions.setOwn(FIELD, 'By air');
  put(target, 'By rail');
  const id = savedId(await all.saveForm(form));
  expect(await settled(all, id)).toMatchObject({
    state: 'rejected',
    reason: { code: 'custom-changed', field: FIELD, message: 'By rail' },
  });
  expect(stored(target)).toBe('By rail');
  // The form says so too.
  const again = await all.open({ kind: 'opportunity', mode: 'intent', intentId: id });
  expect(again.store.getState().form.refusal).toEqual({
    why: 'customChangedTo',
    message: 'By rail',
    field: FIELD,
  });
  expect(await all.core.outbox.sendAgain({ id })).toEqual({ ok: true });
  expect(await settled(all, id)).toMatchObject({ state: 'applied' });
  expect(stored(target)).toBe('By air');
  expect((await all.item(id)).notes).toContain('custom-anyway');
});

it('an own change that was delivered is none by others, and neither is another field', async () => {
  const { all, target, open } = await prepare();
  const form = await open();
  const second = await all.open({ kind: 'opportunity', mode: 'edit', target, ownDraft: null });
  form.actions.setOwn(FIELD, 'By air');
  expect(await settled(all, savedId(await all.saveForm(form)))).toMatchObject({ state: 'applied' });
  second.actions.setOwn(FIELD, 'By truck');
  expect(await settled(all, savedId(await all.saveForm(second)))).toMatchObject({ state: 'applied' });
  const third = await all.open({ kind: 'opportunity', mode: 'edit', target, ownDraft: null });
  put(target, 'By rail');
  third.actions.setOwn('70550002', '7');
  expect(await settled(all, savedId(await all.saveForm(third)))).toMatchObject({ state: 'applied' });
  expect(stored(target)).toBe('By rail');
});

it('own choices (a list) that were delivered are no change by others', async () => {
  const { all, open } = await prepare();
  const openWithList = async () => {
    const form = await open();
    const { form: opened } = form.store.getState();
    form.store.setState({ form: { ...opened, asked: { ...opened.asked, lists: [FIELD] } } });
    return form;
  };
  const [first, second] = [await openWithList(), await openWithList()];
  first.actions.setOwn(FIELD, ['Air', 'Rail'].join(CHOICE_MARK));
  expect(await settled(all, savedId(await all.saveForm(first)))).toMatchObject({ state: 'applied' });
  second.actions.setOwn(FIELD, ['Sea', 'Rail'].join(CHOICE_MARK));
  expect(await settled(all, savedId(await all.saveForm(second)))).toMatchObject({ state: 'applied' });
});

it('a colleague who sets back an older own value is asked about', async () => {
  const { all, target, open } = await prepare();
  for (const value of ['A', 'B']) {
    const form = await open();
    form.actions.setOwn(FIELD, value);
    expect(await settled(all, savedId(await all.saveForm(form)))).toMatchObject({ state: 'applied' });
    await rig.rounds();
    await all.core.sync.fetchDetail({ resource: 'opportunity', id: target });
  }
  const form = await open();
  expect(form.store.getState().values.custom?.[FIELD]).toBe('B');
  form.actions.setOwn(FIELD, 'C');
  put(target, 'A');
  expect(await settled(all, savedId(await all.saveForm(form)))).toMatchObject({ state: 'rejected' });
});

it('"Try again" of one value is no agreement about a later one', async () => {
  const { all, target, open } = await prepare();
  const form = await open();
  form.actions.setOwn(FIELD, 'Mine');
  put(target, 'Theirs');
  const id = savedId(await all.saveForm(form));
  expect(await settled(all, id)).toMatchObject({ reason: { code: 'custom-changed' } });
  rig.cut();
  await all.core.outbox.sendAgain({ id });
  const again = await all.open({ kind: 'opportunity', mode: 'intent', intentId: id });
  again.actions.setOwn('70550002', '9');
  savedId(await all.saveForm(again));
  put(target, '123', '70550002');
  rig.mend();
  rig.workspace().outbox.reconnected();
  expect(await settled(all, id)).toMatchObject({ state: 'rejected' });
});

it('"Try again" replaces only the value that the item has named: another field is asked about next', async () => {
  const { all, target, open } = await prepare();
  const form = await open();
  form.actions.setOwn(FIELD, 'By air');
  form.actions.setOwn('70550002', '9');
  put(target, 'By rail');
  put(target, '123', '70550002');
  const id = savedId(await all.saveForm(form));
  expect(await settled(all, id)).toMatchObject({ reason: { field: FIELD, message: 'By rail' } });
  await all.core.outbox.sendAgain({ id });
  expect(await settled(all, id)).toMatchObject({ reason: { field: '70550002', message: '123' } });
  expect(stored(target)).toBe('By rail');
  await all.core.outbox.sendAgain({ id });
  expect(await settled(all, id)).toMatchObject({ state: 'applied' });
  expect(stored(target)).toBe('By air');
});

it('"Try again" does not replace a value that a colleague enters after it', async () => {
  const { all, target, open } = await prepare();
  const form = await open();
  form.actions.setOwn(FIELD, 'By air');
  put(target, 'By rail');
  const id = savedId(await all.saveForm(form));
  expect(await settled(all, id)).toMatchObject({ reason: { message: 'By rail' } });
  rig.cut();
  await all.core.outbox.sendAgain({ id });
  put(target, 'By ship');
  rig.mend();
  rig.workspace().outbox.reconnected();
  expect(await settled(all, id)).toMatchObject({ state: 'rejected', reason: { message: 'By ship' } });
  expect(stored(target)).toBe('By ship');
});

it('a very long custom value does not close the form', async () => {
  const { all, target, open } = await prepare();
  put(target, 'x'.repeat(200_000));
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'opportunity', id: target });
  const form = await open();
  form.actions.setField('remark', 'hello');
  const id = savedId(await all.saveForm(form));
  expect(await settled(all, id)).toMatchObject({ state: 'applied' });
});

it('a list of many choices does not close the form', async () => {
  const { all, target, open } = await prepare();
  put(
    target,
    Array.from({ length: 600 }, (_, at) => `c${at}`),
  );
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'opportunity', id: target });
  const form = await open();
  form.actions.setField('remark', 'hello');
  const id = savedId(await all.saveForm(form));
  expect(await settled(all, id)).toMatchObject({ state: 'applied' });
});

it('a field that the user empties again in the refused item does not keep the value of its attempt', async () => {
  const { all, target, open } = await prepare();
  rig.service.service.touch('opportunity', target, { remark: null });
  await rig.rounds();
  await all.core.sync.fetchDetail({ resource: 'opportunity', id: target });
  const form = await open();
  // The copy shows no remark where none is set.
  expect(form.store.getState().form.base?.fields).not.toHaveProperty('remark');
  form.actions.setField('remark', 'mine');
  form.actions.setOwn(FIELD, 'By air');
  losesNextAnswer(rig);
  const id = savedId(await all.saveForm(form));
  await all.core.outbox.sendNow({ id });
  await all.until(id, 'uncertain');
  put(target, 'By rail');
  rig.mend();
  await all.core.outbox.sendAgain({ id });
  rig.workspace().outbox.reconnected();
  expect(await settled(all, id)).toMatchObject({ reason: { code: 'custom-changed' } });
  const again = await all.open({ kind: 'opportunity', mode: 'intent', intentId: id });
  again.actions.setField('remark', '');
  savedId(await all.saveForm(again));
  await all.until(id, 'rejected');
  await all.core.outbox.sendAgain({ id });
  expect(await settled(all, id)).toMatchObject({ state: 'applied' });
  expect(rig.service.service.context.store.get('opportunity', target)?.doc.remark ?? '').toBe('');
});
