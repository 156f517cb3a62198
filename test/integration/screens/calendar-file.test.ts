/** The calendar file of the day plan, with a whole core. */
import { expect, it, vi } from 'vitest';
import { stubWindow } from '../../support/renderer/bridge-to';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { window } = rig;
// Variables, because these tests are compiled without JSX.
const FOLDER: string = '../../../src/renderer/features/agenda';

it('has the same entry for a new company before and after its delivery', async () => {
  await rig.connect();
  stubWindow(rig.fixture.core.router);
  const { connectCore } = await import('../../../src/renderer/client/client');
  connectCore();
  const { readForFile } = await import(`${FOLDER}/agenda-queries`);
  const { calendarFile } = await import(`${FOLDER}/calendar-file`);
  const { followUpsOf } = await import(`${FOLDER}/agenda-model`);
  const fileOf = async (): Promise<string> => {
    const { rows, localIds } = await readForFile('2027-03-01', '2027-03-31', null);
    const followUps = followUpsOf(rows, new Date(), 0);
    const title = (name: string): string => name;
    return calendarFile(followUps, { accountId: 'a', now: 0, offsetMs: 0, localIds, title });
  };
  rig.cut();
  const fields = { name: 'Nordwind Pumps', pool_id: '0', next_follow_up_time: '2027-03-05 09:00:00' };
  const submitted = await window().outbox.submit({
    command: { kind: 'company', schema: 1, target: null, fields, children: [] },
  });
  expect(submitted.ok).toBe(true);
  const before = await fileOf();
  expect(before).toContain('SUMMARY:Nordwind Pumps');
  rig.mend();
  await rig.releaseAll();
  await window().outbox.pause({ paused: false });
  const items = async () => (await window().outbox.list({})).map(({ state }) => state);
  await vi.waitFor(async () => expect(await items()).toEqual(['applied']), 10_000);
  await rig.rounds();
  expect(await fileOf()).toBe(before);
});
