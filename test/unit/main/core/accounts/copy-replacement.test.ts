/** [PL27] The damaged copy of an account is replaced, and never that of another account. */
import { expect, it } from 'vitest';
import { createCopyReplacement } from '#core/accounts/copy-replacement';
import { createNotices } from '#core/accounts/notices';
import { VirtualTime } from '../../../../simulation/virtual-time';

/** Two accounts; `open` switches between them. What has to run after a change of accounts waits for `runTasks`. */
const desk = () => {
  const time = new VirtualTime(0);
  const aside: string[] = [];
  const tasks: (() => Promise<unknown>)[] = [];
  const notices = createNotices();
  const service = { answers: true, asked: 0 };
  const made = (profileId: string) => ({
    profileId,
    cache: { noteDamage: () => undefined },
    serviceAnswers: async () => {
      service.asked += 1;
      return service.answers;
    },
  });
  const accounts = { a: made('a'), b: made('b') };
  let open: keyof typeof accounts = 'a';
  const options = {
    ports: {
      timers: time,
      files: {
        setAside: (name: string) => {
          aside.push(name);
          return `${name}.aside-1`;
        },
      },
      log: { error: () => undefined, warn: () => undefined },
    },
    account: {
      workspace: () => accounts[open],
      profile: () => ({ id: open }),
      reopenAfter: (change: (profile: { id: string }) => Promise<unknown>) => change({ id: open }),
    },
    notices,
    runLater: (task: () => Promise<unknown>) => void tasks.push(task),
    onChange: () => undefined,
  };
  const copy = createCopyReplacement(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the replacement uses
    options as unknown as Parameters<typeof createCopyReplacement>[0],
  );
  return {
    copy,
    time,
    aside,
    service,
    notices,
    open: (account: keyof typeof accounts) => {
      copy.accountCloses();
      open = account;
    },
    runTasks: async () => {
      for (const task of tasks.splice(0)) await task();
    },
  };
};

it('a damaged copy is set aside once the service has answered', async () => {
  const { copy, time, aside, notices, runTasks } = desk();
  copy.damaged();
  await time.advance(0);
  await runTasks();
  expect(aside).toEqual(['accounts/a/cache.db']);
  expect(notices.shown('a').map(({ code }) => code)).toEqual(['cache-damaged']);
});

it('the copy of another account stays if the user has switched accounts meanwhile', async () => {
  const { copy, time, aside, open, notices, runTasks } = desk();
  copy.damaged();
  await time.advance(0);
  open('b');
  await runTasks();
  expect(aside).toEqual([]);
  expect([...notices.shown('a'), ...notices.shown('b')]).toEqual([]);
});

it('a service that does not answer is not asked any more after the account is closed', async () => {
  const { copy, time, aside, service, open, notices, runTasks } = desk();
  service.answers = false;
  copy.damaged();
  await time.advance(40_000);
  expect(service.asked).toBe(2);
  expect(notices.shown('a').map(({ code }) => code)).toEqual(['cache-damaged-offline']);
  open('b');
  await time.advance(3_600_000);
  await runTasks();
  expect([service.asked, time.pending(), aside]).toEqual([2, 0, []]);
  expect(notices.shown('a')).toEqual([]);
});

it('an answer that comes only after the account is closed replaces nothing and begins no wait', async () => {
  for (const answers of [true, false]) {
    const { copy, time, aside, service, open, runTasks } = desk();
    service.answers = answers;
    copy.damaged();
    open('b');
    await time.advance(0);
    await runTasks();
    expect([time.pending(), aside]).toEqual([0, []]);
  }
});
