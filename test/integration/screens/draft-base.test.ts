/**
 * The forms' own code with a whole core: a draft is always compared with the values that it was started from.
 */
import { expect, it, vi } from 'vitest';
import type { OpenForm } from '../../../src/renderer/forms/session/form-session';
import { stubWindow } from '../../support/renderer/bridge-to';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();

it('[OB20] a draft of a record that a colleague changed meanwhile becomes a conflict and overwrites nothing', async () => {
  await rig.connect();
  stubWindow(rig.fixture.core.router);
  // They look at their window as they are loaded.
  const { connectCore, core } = await import('../../../src/renderer/client/client');
  const { createFormStore } = await import('../../../src/renderer/forms/session/form-store');
  const { openSession } = await import('../../../src/renderer/forms/session/form-session');
  connectCore();
  await rig.releaseAll();
  const { cache } = rig.workspace();
  const target = cache.liveIds('company')[0]!;
  const open = async (): Promise<OpenForm> => {
    const opened = await openSession(
      { kind: 'company', mode: 'edit', target, ownDraft: null },
      { selfUserId: null, now: '2026-11-22 10:00:00' },
    );
    if (!opened.ok) throw new Error(opened.why);
    return opened.form;
  };
  const touch = async (tel: string): Promise<void> => {
    expect(rig.service.service.touch('company', target, { tel })).toBe(true);
    rig.workspace().pull.refetch('company');
    await rig.rounds();
  };
  const first = await open();
  const seen = first.base?.fields.tel;
  const { actions, store } = createFormStore(first, () => undefined);
  actions.setField('tel', '+49 40 111');
  await actions.flush();
  expect(store.getState().draft).toBe('saved');
  await touch('+49 40 999');
  const taken = await open();
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
