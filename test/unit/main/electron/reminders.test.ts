import { describe, expect, it } from 'vitest';
import type { DueFollowUp } from '#shared/contract/follow-ups';
import { startReminders, stayAwakeBy } from '../../../../src/main/electron/reminders';

const MINUTE = 60_000;

/** Reminders on a clock of the test; `answer` stands for the core. */
const started = (
  answer: (span: { after: number; until: number }) => DueFollowUp[],
  stayAwake?: (isWanted: boolean) => void,
) => {
  let now = 0;
  let tick = (): void => undefined;
  const desk = { wanted: true, told: [] as string[] };
  startReminders({
    due: (span) => Promise.resolve().then(() => answer(span)),
    wanted: () => desk.wanted,
    remind: (list) => void desk.told.push(...list.map(({ id, time }) => `${id} ${time}`)),
    now: () => now,
    ...(stayAwake ? { stayAwake } : {}),
    every: (_ms, body) => {
      tick = body;
    },
  });
  const at = async (time: number): Promise<void> => {
    now = time;
    tick();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { desk, at };
};
const dueOnes =
  (all: readonly DueFollowUp[]) =>
  ({ after, until }: { after: number; until: number }): DueFollowUp[] =>
    all.filter((one) => one.at > after && one.at <= until);

it('tells each follow-up once when it comes due, and none from before the start', async () => {
  const { desk, at } = started(
    dueOnes([
      { id: 'before', name: 'A', time: 't', at: -1 },
      { id: 'soon', name: 'B', time: 't', at: 5 },
      { id: 'after a sleep', name: 'C', time: 't', at: 30 * MINUTE },
    ]),
  );
  await at(10);
  await at(20);
  expect(desk.told).toEqual(['soon t']);
  await at(90 * MINUTE);
  expect(desk.told).toEqual(['soon t', 'after a sleep t']);
});

it('tells a follow-up whose edit arrived late, or whose check failed', async () => {
  const known: DueFollowUp[] = [];
  let fails = false;
  const { desk, at } = started((span) => {
    if (fails) throw new Error('the core is gone');
    return dueOnes(known)(span);
  });
  await at(10_000);
  known.push({ id: 'late', name: 'A', time: 't', at: 9_000 });
  await at(20_000);
  expect(desk.told).toEqual(['late t']);
  known.push({ id: 'failed', name: 'B', time: 't', at: 25_000 });
  fails = true;
  await at(30_000);
  fails = false;
  await at(40_000);
  expect(desk.told).toEqual(['late t', 'failed t']);
});

it('tells what came due while the computer slept, also if the first check after it fails', async () => {
  let fails = false;
  const due = dueOnes([{ id: 'asleep', name: 'A', time: 't', at: 30 * MINUTE }]);
  const { desk, at } = started((span) => {
    if (fails) throw new Error('the core is gone');
    return due(span);
  });
  await at(MINUTE);
  fails = true;
  await at(90 * MINUTE);
  fails = false;
  await at(90 * MINUTE + 10_000);
  await at(90 * MINUTE + 20_000);
  expect(desk.told).toEqual(['asleep t']);
});

it('tells a follow-up again only if it was moved to another time', async () => {
  let all: DueFollowUp[] = [{ id: '1', name: 'A', time: 'nine', at: 5 }];
  const { desk, at } = started((span) => dueOnes(all)(span));
  await at(10);
  all = [{ id: '1', name: 'A', time: 'ten', at: 15 }];
  await at(20);
  await at(30);
  expect(desk.told).toEqual(['1 nine', '1 ten']);
});

it('tells nothing while reminders are off, nor afterwards what came due long before', async () => {
  const { desk, at } = started(dueOnes([{ id: '1', name: 'A', time: 't', at: 5 * MINUTE }]));
  desk.wanted = false;
  await at(6 * MINUTE);
  desk.wanted = true;
  await at(9 * MINUTE);
  expect(desk.told).toEqual([]);
});

it('repeats nothing after the clock was set back', async () => {
  const { desk, at } = started(dueOnes([{ id: '1', name: 'A', time: 't', at: 50 * MINUTE }]));
  await at(60 * MINUTE);
  await at(40 * MINUTE);
  await at(55 * MINUTE);
  expect(desk.told).toEqual(['1 t']);
});

describe('on macOS, which delays the timers of an app without a visible window', () => {
  const awake = () => {
    const calls: string[] = [];
    const stay = stayAwakeBy({
      start: (type) => calls.push(`start ${type}`),
      stop: (id) => Boolean(calls.push(`stop ${id}`)),
    });
    return { calls, stay };
  };

  it('the app is kept awake from five minutes before a follow-up until it is told', async () => {
    const { calls, stay } = awake();
    const { at, desk } = started(dueOnes([{ id: '1', name: 'A', time: 't', at: 20 * MINUTE }]), stay);
    await at(10 * MINUTE);
    expect(calls).toEqual([]);
    await at(15 * MINUTE);
    await at(16 * MINUTE);
    expect(calls).toEqual(['start prevent-app-suspension']);
    await at(20 * MINUTE);
    expect(desk.told).toEqual(['1 t']);
    expect(calls).toEqual(['start prevent-app-suspension', 'stop 1']);
    await at(21 * MINUTE);
    expect(calls).toHaveLength(2);
  });

  it('the app may nap while reminders are off, or if the core does not answer', async () => {
    const { calls, stay } = awake();
    let fails = false;
    const due = dueOnes([{ id: '1', name: 'A', time: 't', at: 4 * MINUTE }]);
    const { at, desk } = started((span) => {
      if (fails) throw new Error('the core is gone');
      return due(span);
    }, stay);
    await at(MINUTE);
    desk.wanted = false;
    await at(2 * MINUTE);
    expect(calls).toEqual(['start prevent-app-suspension', 'stop 1']);
    desk.wanted = true;
    await at(3 * MINUTE);
    expect(calls).toHaveLength(3);
    fails = true;
    await at(3 * MINUTE + 1);
    expect(calls).toHaveLength(4);
  });
});

it('tells what comes due after the clock was set back to a time before the start', async () => {
  const { desk, at } = started(dueOnes([{ id: '1', name: 'A', time: 't', at: -30 * MINUTE }]));
  await at(MINUTE);
  await at(-40 * MINUTE);
  expect(desk.told).toEqual([]);
  await at(-29 * MINUTE);
  expect(desk.told).toEqual(['1 t']);
});
