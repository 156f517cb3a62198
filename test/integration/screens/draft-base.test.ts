/**
 * The forms' own code with a whole core: a draft is always compared with the values that it was started from.
 */
import { expect, it, vi } from 'vitest';
import { loadForms } from '../../support/renderer/form-desk';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();

it('[OB20] a draft of a record that a colleague changed meanwhile becomes a conflict and overwrites nothing', async () => {
  await rig.connect();
  const { core, open } = await loadForms(rig);
  await rig.releaseAll();
  const { cache } = rig.workspace();
  const target = cache.liveIds('company')[0]!;
  const ref = { kind: 'company', mode: 'edit', target, ownDraft: null } as const;
  const touch = async (tel: string): Promise<void> => {
    expect(rig.service.service.touch('company', target, { tel })).toBe(true);
    rig.workspace().pull.refetch('company');
    await rig.rounds();
  };
  const { actions, store } = await open(ref);
  const seen = store.getState().form.base?.fields.tel;
  actions.setField('tel', '+49 40 111');
  await actions.flush();
  expect(store.getState().draft).toBe('saved');
  await touch('+49 40 999');
  const taken = (await open(ref)).store.getState().form;
  expect(taken.restored).toBe(true);
  expect(taken.base?.fields.tel).toEqual(seen);
  const { id } = (await core.outbox.submit({
    command: {
      kind: 'company',
      schema: 1,
      target,
      fields: { tel: '+49 40 111', name: String(taken.base?.fields.name), pool_id: '0' },
      children: [],
    },
    base: taken.base,
    draftId: taken.draftId,
  })) as { id: string };
  await rig.window().outbox.sendNow({ id });
  await vi.waitFor(async () => expect((await core.outbox.get({ id }))?.intent.state).toBe('conflict'), {
    timeout: 20_000,
  });
  vi.unstubAllGlobals();
});
