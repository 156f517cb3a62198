/** What starts a round of the pull, and what does not. */
import { afterEach, describe, expect, it } from 'vitest';
import { USER_LIST_PATH } from '../../../src/shared/http-api/lookups';
import { makeRig } from '../../support/sync/make-rig';
import { makeVirtualDesk, type VirtualDesk } from '../../support/sync/virtual-desk';

let desk: VirtualDesk | undefined;
afterEach(async () => {
  await desk?.dispose();
  desk = undefined;
});

/** An installation in the background, whose own steps are minutes apart; its first copy is complete. */
const copied = async (): Promise<VirtualDesk> => {
  desk = await makeVirtualDesk({ pull: { detailBudget: 0 } });
  await desk.time.advance(60_000);
  while (desk.workspace().pull.state().running) await desk.time.advance(1_000);
  return desk;
};

describe('a pull that keeps its timetable', () => {
  it('[PL24] reads every list when the user asks for a copy, and one list in a step', async () => {
    const { time, heard, workspace } = await copied();
    const listsSince = async (begin: () => void): Promise<number> => {
      const from = time.now();
      begin();
      await time.advance(60_000);
      return new Set(heard(from).flatMap(({ path }) => (path.endsWith('/list') ? path : []))).size;
    };
    const { pull } = workspace();
    expect(await listsSince(() => pull.refresh(['order']))).toBeLessThanOrEqual(4);
    expect(await listsSince(() => void pull.round())).toBeGreaterThanOrEqual(8);
  });
});

describe('a pull that is asked for each round', () => {
  const rig = makeRig();

  it('[AU4] does not begin one because a token was renewed that nobody had to sign in for', async () => {
    await rig.connect();
    await rig.rounds();
    rig.service.service.context.tokens.expireAll();
    const { client, pull } = rig.workspace();
    expect((await client.read(USER_LIST_PATH)).kind).toBe('ok');
    expect(rig.service.wire.seen.some((line) => line.includes('oauth2/refresh_token'))).toBe(true);
    expect([pull.state().running, pull.state().connectivity]).toEqual([false, 'online']);
  });
});
