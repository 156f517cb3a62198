/** Due follow-ups, as a reminder reads them: with pending work, and each once. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { formatServerTime, zoneOf } from '../../../src/shared/domain/time';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { workspace, window, cut } = rig;
const MINUTE = 60_000;

it('reminds once of each of my follow-ups, with pending changes; a day without a time is due in the morning', async () => {
  await rig.connect();
  await rig.releaseAll();
  const self = (await window().accounts.state()).account?.selfUserId ?? '';
  const mine = { field: 'user_id', op: 'in' as const, values: [self] };
  const page = (filters: object[]) =>
    window().records.page({ view: { resource: 'company', filters: filters as never }, start: 0, limit: 200 });
  const own = (await page([mine])).rows.map(({ id }) => id);
  const others = (await page([])).rows.map(({ id }) => id).filter((id) => !own.includes(id));
  expect(own.length).toBeGreaterThan(1);
  expect(others.length).toBeGreaterThan(0);
  const offset = zoneOf(workspace().client.serverClock.offsetMs()!);
  const at = Date.UTC(2027, 2, 3, 4, 5, 0);
  cut();
  const plan = async (target: string, next_follow_up_time: string): Promise<void> => {
    const fields = { next_follow_up_time, pool_id: '0' };
    const done = await window().outbox.submit({
      command: { kind: 'company', schema: 1, target, fields, children: [] },
    });
    expect(done.ok).toBe(true);
  };
  await plan(own[0]!, formatServerTime(at, offset));
  await plan(others[0]!, formatServerTime(at, offset));
  await plan(own[1]!, '2027-03-05 00:00:00');

  const due = (after: number, until: number) => window().followUps.due({ after, until });
  expect(await due(at - MINUTE, at)).toMatchObject([{ id: own[0], at }]);
  expect(await due(at, at + MINUTE)).toEqual([]);
  expect(await due(at - 2 * MINUTE, at - MINUTE)).toEqual([]);
  const morning = new Date(2027, 2, 5, 9).getTime();
  expect(await due(morning - MINUTE, morning)).toMatchObject([{ id: own[1], at: morning }]);
  // After a long sleep, and with a clock that was set back, nothing is reminded of.
  expect(await due(at - MINUTE, at + 20 * 60 * MINUTE)).toEqual([]);
  expect(await due(at, at - MINUTE)).toEqual([]);
});

it('a day without a time is due in the morning of the place where the user is, if the computer came there since the start', async () => {
  // The core keeps the zone in which the app was started.
  vi.stubEnv('TZ', 'Asia/Shanghai');
  onTestFinished(() => void vi.unstubAllEnvs());
  await rig.connect();
  await rig.releaseAll();
  const self = (await window().accounts.state()).account?.selfUserId ?? '';
  const filters = [{ field: 'user_id', op: 'in' as const, values: [self] }];
  const { rows } = await window().records.page({
    view: { resource: 'company', filters },
    start: 0,
    limit: 1,
  });
  await window().outbox.pause({ paused: true });
  await window().outbox.submit({
    command: {
      kind: 'company',
      schema: 1,
      target: rows[0]!.id,
      fields: { next_follow_up_time: '2027-03-05 00:00:00', pool_id: '0' },
      children: [],
    },
  });
  const dueAt = async (): Promise<number[]> => {
    const found: number[] = [];
    for (let hour = 0; hour < 36; hour++) {
      const after = Date.UTC(2027, 2, 4, 12 + hour) - 1;
      const due = await window().followUps.due({ after, until: after + 60 * MINUTE });
      found.push(...due.filter(({ id }) => id === rows[0]!.id).map(({ at }) => at));
    }
    return found;
  };
  expect(await dueAt()).toEqual([Date.UTC(2027, 2, 5, 1)]);
  await window().sync.attend({ windowId: 'one', inUse: true, timeZone: 'Europe/Berlin' });
  expect(await dueAt()).toEqual([Date.UTC(2027, 2, 5, 8)]);
  await window().sync.attend({ windowId: 'one', inUse: true, timeZone: 'America/New_York' });
  expect(await dueAt()).toEqual([Date.UTC(2027, 2, 5, 14)]);
});
