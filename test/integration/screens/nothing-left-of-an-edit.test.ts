/** The user takes back all that a waiting edit changes, in the form of its item. */
import { expect, it, vi } from 'vitest';
import { makeFormDesk } from '../../support/renderer/form-desk';

const { rig, desk } = makeFormDesk();

it('the form says that nothing is left, and the item stays', async () => {
  const { core, open, saveForm } = await desk();
  rig.mend();
  const [target] = rig.workspace().cache.liveIds('lead');
  await vi.waitFor(
    async () =>
      expect(await core.sync.fetchDetail({ resource: 'lead', id: target! })).toMatchObject({ held: true }),
    { timeout: 20_000 },
  );
  rig.cut();
  const form = await open({ kind: 'lead', mode: 'edit', target: target!, ownDraft: null });
  form.actions.setField('user_id', '12');
  const saved = await saveForm(form);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  const again = await open({ kind: 'lead', mode: 'intent', intentId: saved.intentId });
  again.actions.setField('user_id', '');
  expect(await saveForm(again)).toEqual({ kind: 'refused', code: 'no-change' });
  expect(again.store.getState().issues).toEqual({});
  expect((await core.outbox.get({ id: saved.intentId }))?.intent).toMatchObject({
    state: 'queued',
    command: { fields: { user_id: '12' } },
  });
  await again.actions.stop();
});
