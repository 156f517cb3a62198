/** Travel: what is said of pins whose record is not here, or was delivered meanwhile. */
import { expect, it } from 'vitest';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { workspace, window, rounds, cut, mend } = rig;

it('a pinned lead is neither "deleted in your CRM" nor complete because leads are left out on this computer', async () => {
  await rig.connect({ dataset: 20 });
  await rounds();
  const [lead = ''] = workspace().cache.liveIds('lead');
  await window().travel.pin({ pins: [{ kind: 'record', resource: 'lead', id: lead }] });
  expect((await window().travel.state()).pins).toMatchObject([{ id: lead, isGone: false }]);
  await window().sync.keep({ resource: 'lead', keep: false });
  await rounds();
  const state = await window().travel.state();
  expect(state.pins).toMatchObject([{ id: lead, isGone: false, missing: null }]);
  expect(state.absent).toContainEqual({ resource: 'lead', part: 'records', why: 'left-out' });
});

it('a company that was pinned before its delivery is still shown as taken along after it', async () => {
  await rig.connect({ dataset: 20 });
  await rig.releaseAll();
  await window().outbox.setUndoSeconds({ seconds: 0 });
  cut();
  const done = await window().outbox.submit({
    command: {
      kind: 'company',
      schema: 1,
      target: null,
      fields: { name: 'New At The Fair', pool_id: '0' },
      children: [],
    },
  });
  if (!done.ok) throw new Error('refused');
  await window().travel.pin({ pins: [{ kind: 'record', resource: 'company', id: done.id }] });
  expect(await window().travel.pins()).toEqual([`company~${done.id}`]);
  mend();
  await rounds();
  await window().outbox.sendNow({ id: done.id });
  await expect
    .poll(async () => (await window().outbox.get({ id: done.id }))?.intent.state, { timeout: 15_000 })
    .toBe('applied');
  await rounds();
  const realId = (await window().outbox.get({ id: done.id }))?.intent.realId ?? '';
  // The page of the company asks for this key; the button P shows and changes it.
  const keys = await window().travel.pins();
  await window().travel.pin({ pins: [{ kind: 'record', resource: 'company', id: realId }] });
  expect(keys).toContain(`company~${realId}`);
});

it('nothing is called full or removed while no account is open', async () => {
  await rig.connect({ dataset: 20 });
  const pin = { kind: 'record' as const, resource: 'company' as const, id: '1' };
  await window().accounts.signOut({ accountId: workspace().profileId, data: 'keep' });
  await expect(window().travel.pin({ pins: [pin] })).rejects.toMatchObject({ code: 'no-account' });
  await expect(window().travel.unpin({ keys: ['company~1'] })).rejects.toMatchObject({ code: 'no-account' });
});
