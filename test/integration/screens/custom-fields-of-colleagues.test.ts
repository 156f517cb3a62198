/** A custom field that a colleague changed is not overwritten without a question. */
import { expect, it, vi } from 'vitest';
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
const opened = async (all: Desk) => {
  await all.core.outbox.release({ kind: 'opportunity' });
  const target = all.cache.liveIds('opportunity')[0] ?? '';
  await all.core.sync.fetchDetail({ resource: 'opportunity', id: target });
  const form = await all.open({ kind: 'opportunity', mode: 'edit', target, ownDraft: null });
  return { target, form };
};
const theirs = (target: string): void => {
  const { service } = rig.service;
  const custom = service.context.store.get('opportunity', target)?.doc.external_field_data;
  service.touch('opportunity', target, {
    external_field_data: { ...(custom as object), [FIELD]: 'By rail' },
  });
};

it('the edit is not sent, says which field it is, and "Try again" replaces the value', async () => {
  const all = await desk();
  const { target, form } = await opened(all);
  form.actions.setOwn(FIELD, 'By air');
  theirs(target);
  const id = savedId(await all.saveForm(form));
  expect(await settled(all, id)).toMatchObject({
    state: 'rejected',
    reason: { code: 'custom-changed', field: FIELD },
  });
  expect(stored(target)).toBe('By rail');
  expect(await all.core.outbox.sendAgain({ id })).toEqual({ ok: true });
  expect(await settled(all, id)).toMatchObject({ state: 'applied' });
  expect(stored(target)).toBe('By air');
  expect((await all.item(id)).notes).toContain('custom-anyway');
});

it('an own change that was delivered is none by others, and neither is another field', async () => {
  const all = await desk();
  const { target, form } = await opened(all);
  const second = await all.open({ kind: 'opportunity', mode: 'edit', target, ownDraft: null });
  form.actions.setOwn(FIELD, 'By air');
  expect(await settled(all, savedId(await all.saveForm(form)))).toMatchObject({ state: 'applied' });
  second.actions.setOwn(FIELD, 'By truck');
  expect(await settled(all, savedId(await all.saveForm(second)))).toMatchObject({ state: 'applied' });
  const third = await all.open({ kind: 'opportunity', mode: 'edit', target, ownDraft: null });
  theirs(target);
  third.actions.setOwn('70550002', '7');
  expect(await settled(all, savedId(await all.saveForm(third)))).toMatchObject({ state: 'applied' });
  expect(stored(target)).toBe('By rail');
});
