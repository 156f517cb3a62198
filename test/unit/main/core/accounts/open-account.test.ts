/** Opening and closing the account in use: what goes wrong, what is tried again, and what the user is told. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNotices } from '#core/accounts/notices';
import { NO_OUTBOX } from '#shared/contract/outbox';
import { createAccountList, TRY_AGAIN_MS } from '#core/accounts/account-list';
import { createAccountLock } from '#core/accounts/account-lock';
import { demoProfile } from '#core/accounts/demo-account';
import type { Profile } from '#core/accounts/files/account-file';
import { CacheLockedError } from '#core/accounts/files/cache-files';
import { OutboxLockedError } from '#core/accounts/files/outbox-files';
import { createOpenAccount, refusal } from '#core/accounts/open-account';
import type { SignIn } from '#core/accounts/sign-in/join';
import type { Workspace } from '#core/accounts/workspace/workspace';
import { AppError } from '#core/app-error';
import type { KeyAnswer, Timers } from '#core/ports/ports';
import { createFiles } from '#node/files';
import { memoryLog, noOutboxKeys } from '../../../../support/sync/core-fixture';

const FULL = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
const profileOf = (id: string): Profile => ({ ...demoProfile(), id, name: `Name of ${id}` });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what opening an account asks for
const SIGN_IN = { credentials: { kind: 'token' }, token: { accessToken: 't' } } as unknown as SignIn;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const desk = () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-open-'));
  folders.push(folder);
  const files = createFiles(folder);
  const log = memoryLog();
  const due: { ms: number; run: () => void }[] = [];
  const timers: Timers = {
    after: (ms, run) => {
      const timer = { ms, run };
      due.push(timer);
      return () => {
        if (due.includes(timer)) due.splice(due.indexOf(timer), 1);
      };
    },
  };
  const told: string[] = [];
  const changes = { count: 0 };
  const resets = { count: 0 };
  const list = createAccountList({ files, log, timers }, () => undefined);
  const lock = createAccountLock(timers, () => undefined);
  const notices = createNotices();
  const keyring = {
    proved: new Set<string>(),
    answer: { kind: 'key', key: 'k' } as KeyAnswer,
    keeps: true,
    kept: [] as string[],
  };
  const outboxKeys = {
    ...noOutboxKeys(files),
    proved: (id: string) => keyring.proved.has(id),
    get: async () => keyring.answer,
    keep: async (id: string) => {
      if (keyring.keeps) keyring.kept.push(id);
      return keyring.keeps;
    },
  };
  /** `only`: the one account that does not open; null: none opens. */
  const failing = { open: null as unknown, only: null as string | null, step: null as string | null };
  const step = (what: string): void => {
    told.push(what);
    if (failing.step === what) throw new Error(`${what} failed`);
  };
  const workspaceOf = (id: string): Workspace =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what opening an account asks for
    ({
      profileId: id,
      cache: { isDamaged: false },
      outbox: {
        signInChanges: () => step('outbox signs in'),
        start: () => step('outbox starts'),
        kick: () => step('outbox goes on'),
        summary: () => {
          if (failing.step === 'count') throw new Error('count failed');
          return { ...NO_OUTBOX, waiting: 3 };
        },
      },
      pull: { signInChanges: () => step('pull signs in'), start: () => step('pull starts') },
      session: {
        adopt: async () => {
          onSignIn.run();
          step('session has the token');
        },
      },
      connectivity: {
        reset: () => {
          resets.count += 1;
        },
      },
      transport: {
        offline: failing.step === 'demo offline',
        setOffline: (offline: boolean) => step(`offline ${offline}`),
      },
      close: async () => step(`closes ${id}`),
    }) as unknown as Workspace;
  const opened: [id: string, reworked: boolean][] = [];
  const onSignIn = { run: (): void => undefined };
  const onOpening = { run: (): void => undefined };
  const account = createOpenAccount({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ports that it uses
    ports: { timers, log, outboxKeys } as unknown as Parameters<typeof createOpenAccount>[0]['ports'],
    list,
    lock,
    notices,
    openWorkspace: async (profile, reworked) => {
      opened.push([profile.id, reworked]);
      onOpening.run();
      if (failing.open !== null && (failing.only ?? profile.id) === profile.id) throw failing.open;
      return workspaceOf(profile.id);
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is handed on
    throttleOf: () => ({}) as never,
    runLater: (task) => void task(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is handed on
    state: () => ({ state: 'of the app' }) as never,
    onChange: () => {
      changes.count += 1;
    },
    onDamagedCopy: () => undefined,
    onClose: () => undefined,
  });
  const runNext = async (): Promise<number> => {
    const [timer] = due.splice(0, 1);
    timer?.run();
    await vi.waitFor(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    return timer?.ms ?? -1;
  };
  return {
    account,
    list,
    lock,
    notices,
    log,
    keyring,
    failing,
    opened,
    onOpening,
    onSignIn,
    told,
    due,
    changes,
    resets,
    runNext,
  };
};
const errors = ({ log }: ReturnType<typeof desk>): string[] =>
  log.lines.filter(({ level }) => level === 'error').map(({ message }) => message);

describe('opening an account', () => {
  it('lists a new one, starts its pull and its outbox, and answers the state of the app', async () => {
    const made = desk();
    expect(await made.account.open(profileOf('a'))).toEqual({ ok: true, state: { state: 'of the app' } });
    expect(made.account.workspace()?.profileId).toBe('a');
    expect(made.account.profile()?.name).toBe('Name of a');
    expect(made.list.file()).toMatchObject({ profiles: [{ id: 'a' }], currentId: 'a' });
    expect(made.told).toEqual(['pull starts', 'outbox starts']);
    // What was known of the connection of the last account does not apply.
    expect(made.resets.count).toBe(1);
    expect(made.due).toEqual([]);
    expect(errors(made)).toEqual([]);
  });

  it('closes the one that was open; the same one only goes on', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    await made.account.open(profileOf('a'));
    expect(made.opened).toEqual([['a', false]]);
    expect(made.told.slice(2)).toEqual(['pull starts', 'outbox goes on']);
    // It may make no request for minutes, so what is known about its connection stays.
    expect(made.resets.count).toBe(1);
    await made.account.open(profileOf('b'));
    expect(made.told.slice(4)).toEqual(['closes a', 'pull starts', 'outbox starts']);
    expect(made.list.file().currentId).toBe('b');
    expect(made.list.file().profiles.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('signs it in before it starts', async () => {
    const made = desk();
    await made.account.open(profileOf('a'), SIGN_IN);
    expect(made.told).toEqual([
      'outbox signs in',
      'pull signs in',
      'session has the token',
      'pull starts',
      'outbox starts',
    ]);
    await made.account.open(profileOf('a'), SIGN_IN);
    expect(made.resets.count).toBe(2);
  });

  it.each([
    ['session has the token', 'its sign-in'],
    ['pull starts', 'its pull'],
    ['outbox starts', 'its outbox'],
  ])('also if this step fails: %s', async (step, name) => {
    const made = desk();
    made.failing.step = step;
    expect(await made.account.open(profileOf('a'), SIGN_IN)).toMatchObject({ ok: true });
    expect(made.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'a step of opening the account failed', facts: { step: name } },
    ]);
    expect(made.told).toContain('outbox starts');
    expect(made.account.workspace()).not.toBeNull();
  });
});

describe('a changed header style of the open account', () => {
  const bearer: Profile = { ...profileOf('a'), headerStyle: 'bearer' };

  it('closes it, and opens it with the new one', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    made.told.length = 0;
    expect(await made.account.open(bearer, SIGN_IN)).toMatchObject({ ok: true });
    expect(made.told[0]).toBe('closes a');
    expect(made.told).toContain('session has the token');
    expect(made.opened.map(([id]) => id)).toEqual(['a', 'a']);
    expect(made.list.find('a')?.headerStyle).toBe('bearer');
    await made.account.open(bearer);
    expect(made.opened).toHaveLength(2);
  });

  it('that cannot be used leaves it with the old one', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    made.failing.open = FULL;
    // Only the first try fails.
    made.onOpening.run = () => {
      if (made.opened.length === 3) made.failing.open = null;
    };
    expect(await made.account.open(bearer, SIGN_IN)).toMatchObject({ ok: false });
    expect(made.account.profile()?.headerStyle).toBe('raw');
  });
});

describe('a person whom the user chooses while the open account is signed in', () => {
  it('is kept, with the new sign-in', async () => {
    const made = desk();
    const known = { ...profileOf('a'), selfUserId: '7', selfName: 'Mia' };
    await made.account.open(known);
    const chosen = { ...known, selfUserId: '8', selfName: 'Bo' };
    made.onSignIn.run = () => made.list.write({ profiles: [chosen] });
    const identity = { userId: '100023', email: null };
    await made.account.open({ ...known, identity }, SIGN_IN);
    expect(made.list.find('a')).toEqual({ ...chosen, identity });
  });

  it('is kept for a new account as well', async () => {
    const made = desk();
    made.onSignIn.run = () => made.list.write({ profiles: [{ ...profileOf('a'), selfUserId: '8' }] });
    await made.account.open({ ...profileOf('a'), selfUserId: '7' }, SIGN_IN);
    expect(made.list.find('a')?.selfUserId).toBe('8');
  });

  it('is the one of the sign-in if the user chose none meanwhile', async () => {
    const made = desk();
    await made.account.open({ ...profileOf('a'), selfUserId: '7' });
    await made.account.open({ ...profileOf('a'), selfUserId: '8' }, SIGN_IN);
    expect(made.list.find('a')?.selfUserId).toBe('8');
  });
});

describe('an account that does not open', () => {
  it('is not listed if it is new, and is not tried again by itself', async () => {
    const made = desk();
    made.failing.open = FULL;
    expect(await made.account.open(profileOf('a'))).toEqual({
      ok: false,
      error: { code: 'disk-full', detail: 'database or disk is full' },
    });
    expect(made.list.file().profiles).toEqual([]);
    expect(made.due).toEqual([]);
    expect(made.changes.count).toBe(1);
    expect(errors(made)).toEqual(['account does not open']);
  });

  it('because of the disk is tried again by itself until it opens', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    await made.account.close();
    made.failing.open = FULL;
    await made.account.open(profileOf('a'));
    expect(made.list.find('a')).toBeDefined();
    expect(await made.runNext()).toBe(TRY_AGAIN_MS);
    expect(made.opened).toHaveLength(3);
    expect(made.due).toHaveLength(1);
    made.failing.open = null;
    await made.runNext();
    expect(made.account.workspace()?.profileId).toBe('a');
    expect(made.due).toEqual([]);
  });

  /** An account that was open before and waits for a disk with room; the retry is the one timer. */
  const waitingForRoom = async () => {
    const made = desk();
    for (const id of ['b', 'a']) await made.account.open(profileOf(id));
    await made.account.close();
    made.failing.open = FULL;
    await made.account.open(profileOf('a'));
    made.failing.open = null;
    made.opened.length = 0;
    return made;
  };

  it.each([
    ['it was removed', ({ list }: ReturnType<typeof desk>) => list.write({ profiles: [] })],
    [
      'the user signed out',
      ({ list }: ReturnType<typeof desk>) =>
        list.write({ profiles: list.profilesWith({ ...profileOf('a'), signedOut: true }) }),
    ],
    [
      'it is locked',
      ({ lock }: ReturnType<typeof desk>) =>
        lock.lock(profileOf('a'), { what: 'copy', reason: 'waiting', hasCode: false, proved: false }),
    ],
  ])('is not tried again once %s', async (_, happens) => {
    const made = await waitingForRoom();
    happens(made);
    await made.runNext();
    expect(made.opened).toEqual([]);
  });

  it('is not tried again once another account was opened, even if the timer was due already', async () => {
    const made = await waitingForRoom();
    const [retry] = made.due;
    await made.account.open(profileOf('b'));
    expect(made.due).toEqual([]);
    retry?.run();
    await new Promise((resolve) => setImmediate(resolve));
    expect(made.opened).toEqual([['b', false]]);
  });

  it('is not tried again once the tries were ended', async () => {
    const made = await waitingForRoom();
    expect(made.due).toHaveLength(1);
    made.account.cancelRetry();
    expect(made.due).toEqual([]);
  });

  it('and one that did not open after it are not both tried: only the last is', async () => {
    const made = await waitingForRoom();
    made.failing.open = FULL;
    await made.account.open(profileOf('b'));
    expect(made.due).toHaveLength(1);
    made.failing.open = null;
    await made.runNext();
    expect(made.account.workspace()?.profileId).toBe('b');
  });

  it('for any other reason waits for the user, who is told the reason', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    await made.account.close();
    made.failing.open = new AppError('database-from-future', 'written by a newer Satchel');
    expect(await made.account.open(profileOf('a'))).toEqual({
      ok: false,
      error: { code: 'database-from-future', detail: 'written by a newer Satchel' },
    });
    expect(made.due).toEqual([]);
    made.failing.open = 'not even an error';
    expect(await made.account.open(profileOf('a'))).toEqual({ ok: false, error: { code: 'internal' } });
  });

  it('for want of its key keeps the sign-in with which the user opened it', async () => {
    const made = desk();
    const signedOut = { ...profileOf('a'), signedOut: true };
    made.list.write({ profiles: [signedOut] });
    made.failing.open = new CacheLockedError('waiting');
    await made.account.open({ ...signedOut, signedOut: false }, SIGN_IN);
    expect(made.lock.state()).toMatchObject({ accountId: 'a' });
    expect(made.list.find('a')?.signedOut).toBe(true);
    made.list.write({ profiles: [{ ...signedOut, name: 'Renamed' }] });
    // As the lock does when the keyring answers.
    await made.account.open(made.list.find('a')!);
    expect(made.told).toEqual([]);
    made.failing.open = null;
    expect(await made.account.open(made.list.find('a')!)).toMatchObject({ ok: true });
    expect(made.told).toContain('session has the token');
    expect(made.list.find('a')).toMatchObject({ signedOut: false, name: 'Renamed' });
    // It takes effect once, and not after the lock has ended in another way.
    const other = desk();
    other.failing.open = new CacheLockedError('waiting');
    await other.account.open(profileOf('a'), SIGN_IN);
    [other.failing.open] = [null, other.lock.release()];
    await other.account.open(profileOf('a'));
    expect(other.told).not.toContain('session has the token');
  });

  it('for want of its key stays listed, is shown as locked, and is told about once', async () => {
    const made = desk();
    made.failing.open = new OutboxLockedError('waiting', true);
    expect(await made.account.open(profileOf('a'))).toMatchObject({
      ok: false,
      error: { code: 'outbox-locked' },
    });
    expect(made.list.find('a')).toBeDefined();
    expect(made.lock.state()).toMatchObject({ accountId: 'a', what: 'outbox', canRecover: true });
    const told = made.changes.count;
    await made.account.open(profileOf('a'));
    expect([made.changes.count, errors(made)]).toEqual([told, ['account does not open']]);
    made.failing.open = new CacheLockedError('undecryptable');
    await made.account.open(profileOf('a'));
    expect(made.lock.state()).toMatchObject({ what: 'copy', reason: 'undecryptable', canRecover: false });
    expect(made.changes.count).toBe(told + 1);
    made.failing.open = null;
    await made.account.open(profileOf('a'));
    expect([made.lock.state(), made.due]).toEqual([null, []]);
  });
});

describe('an account that does not open while no other is open', () => {
  const FULL = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  const notOpened = (code: string) => [
    { code: 'account-not-opened', detail: JSON.stringify({ name: 'Name of a', code }) },
  ];
  const failed = async (error: unknown) => {
    const made = desk();
    made.list.write({ profiles: [profileOf('a')] });
    made.failing.open = error;
    await made.account.open(profileOf('a'));
    return made;
  };

  it('is told until it opens', async () => {
    const made = await failed(new AppError('database-from-future', 'newer'));
    expect(made.notices.shown(null)).toEqual(notOpened('database-from-future'));
    made.failing.open = null;
    await made.account.open(profileOf('a'));
    expect(made.notices.shown('a')).toEqual([]);
  });

  it('is told once for each reason: the tries by itself bring no dismissed message back', async () => {
    const made = await failed(FULL);
    expect(made.notices.shown(null)).toEqual(notOpened('disk-full'));
    made.notices.dismiss('account-not-opened', null);
    await made.runNext();
    expect([made.opened.length, made.notices.shown(null)]).toEqual([2, []]);
    made.failing.open = new AppError('database-from-future', 'newer');
    await made.runNext();
    expect(made.notices.shown(null)).toEqual(notOpened('database-from-future'));
  });

  it('is no message beside its lock screen', async () => {
    const made = await failed(FULL);
    made.failing.open = new CacheLockedError('waiting');
    await made.runNext();
    expect([made.lock.state()?.accountId, made.notices.shown(null)]).toEqual(['a', []]);
  });

  it('is no message if it is new: the form says why', async () => {
    const made = desk();
    made.failing.open = new AppError('database-from-future', 'newer');
    await made.account.open(profileOf('a'));
    expect(made.notices.shown(null)).toEqual([]);
  });
});

describe('a switch to an account that does not open', () => {
  /** Account a is open; b was open before and does not open now. */
  const failingSwitch = async (error: unknown) => {
    const made = desk();
    for (const id of ['b', 'a']) await made.account.open(profileOf(id));
    Object.assign(made.failing, { open: error, only: 'b' });
    Object.assign(made.changes, { count: 0 });
    made.told.length = 0;
    return made;
  };

  it.each([
    ['a file of a newer version', new AppError('database-from-future', 'newer'), 'database-from-future'],
    ['a full disk', FULL, 'disk-full'],
  ])('[AU14] because of %s opens the former one again, and tells the reason', async (_, error, code) => {
    const made = await failingSwitch(error);
    expect(await made.account.open(profileOf('b'), SIGN_IN)).toMatchObject({ ok: false, error: { code } });
    expect(made.account.workspace()?.profileId).toBe('a');
    expect(made.told).toEqual(['closes a', 'pull starts', 'outbox starts']);
    expect(made.list.file().currentId).toBe('a');
    expect(made.changes.count).toBeGreaterThan(0);
    // The other account does not open later by itself.
    expect(made.due).toEqual([]);
  });

  it('shows the former one all the time', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    const shown: (string | undefined)[] = [];
    made.onOpening.run = () => void shown.push(made.account.shownProfile()?.id);
    Object.assign(made.failing, { open: FULL, only: 'b' });
    await made.account.open(profileOf('b'));
    shown.push(made.account.shownProfile()?.id);
    expect(shown).toEqual(['a', 'a', 'a']);
    expect(made.list.file().profiles.map(({ id }) => id)).toEqual(['a']);
  });

  it('keeps a demo offline that was offline, and not the account that opens instead', async () => {
    const made = desk();
    made.failing.step = 'demo offline';
    await made.account.open(profileOf('demo'));
    await made.account.open(profileOf('b'));
    expect(made.told).not.toContain('offline true');
    await made.account.open(profileOf('demo'));
    Object.assign(made.failing, { open: FULL, only: 'b' });
    await made.account.open(profileOf('b'));
    expect(made.told).toContain('offline true');
  });

  it('for want of its key shows that one, and no other', async () => {
    const made = await failingSwitch(new OutboxLockedError('waiting', true));
    expect(await made.account.open(profileOf('b'))).toMatchObject({ error: { code: 'outbox-locked' } });
    expect([made.account.workspace(), made.account.shownProfile()]).toEqual([null, null]);
    expect(made.lock.state()?.accountId).toBe('b');
    expect(made.told).toEqual(['closes a']);
  });

  it('leaves no account open if the former one does not open either, and says why the new one did not', async () => {
    const made = await failingSwitch(new AppError('database-from-future', 'newer'));
    made.failing.only = null;
    expect(await made.account.open(profileOf('b'))).toMatchObject({
      error: { code: 'database-from-future' },
    });
    expect([made.account.workspace(), made.account.shownProfile()]).toEqual([null, null]);
    expect(made.notices.shown(null)).toMatchObject([{ code: 'account-not-opened' }]);
  });
});

describe('a key that the recovery code opened', () => {
  it('is stored in the keyring when the account opens, not when it only goes on', async () => {
    const made = desk();
    made.keyring.proved.add('a');
    await made.account.open(profileOf('a'));
    await made.account.open(profileOf('a'));
    expect([made.keyring.kept, made.notices.shown('a').map(({ code }) => code)]).toEqual([['a'], []]);
  });

  it('that the keyring refuses is told: the next start asks for the code again', async () => {
    for (const answer of [{ kind: 'none' }, { kind: 'key', key: 'k' }] as const) {
      const made = desk();
      made.keyring.proved.add('a');
      Object.assign(made.keyring, { answer, keeps: false });
      expect(await made.account.open(profileOf('a'))).toMatchObject({ ok: true });
      expect(made.notices.shown('a').map(({ code }) => code)).toEqual(['code-again']);
    }
  });

  it('is not asked for if no code was typed', async () => {
    const made = desk();
    made.keyring.keeps = false;
    await made.account.open(profileOf('a'));
    expect([made.keyring.kept, made.notices.shown('a').map(({ code }) => code)]).toEqual([[], []]);
  });
});

describe('closing an account', () => {
  it('never fails, and closes once', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    made.failing.step = 'closes a';
    await made.account.close();
    await made.account.close();
    expect([made.account.workspace(), made.account.profile()]).toEqual([null, null]);
    expect(made.told.filter((what) => what === 'closes a')).toHaveLength(1);
    expect(errors(made)).toEqual(['an account did not close cleanly']);
  });
});

describe('a change of the outbox of the open account', () => {
  it('happens while it is closed; the screens still show the account', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    const during: unknown[] = [];
    const outcome = await made.account.reopenAfter(async (profile) => {
      during.push(profile.id, made.account.workspace(), made.account.profile());
      during.push(made.account.shownProfile()?.id);
      return { ok: true };
    }, true);
    expect(during).toEqual(['a', null, null, 'a']);
    expect(outcome).toMatchObject({ ok: true });
    expect(made.opened).toEqual([
      ['a', false],
      ['a', true],
    ]);
    expect(made.account.shownProfile()?.id).toBe('a');
    await made.account.close();
    expect(made.account.shownProfile()).toBeNull();
  });

  it('happens while the screens still show what waits in it', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    const waits = () => made.account.outboxSummary().waiting;
    const during: number[] = [];
    const change = async (): Promise<{ ok: true }> => {
      during.push(waits());
      return { ok: true };
    };
    await made.account.reopenAfter(change, true);
    expect([...during, waits()]).toEqual([3, 3]);
    await made.account.close();
    expect(waits()).toBe(0);
  });

  it('happens also if what waits in it cannot be counted', async () => {
    const made = desk();
    await made.account.open(profileOf('a'));
    made.failing.step = 'count';
    expect(await made.account.reopenAfter(async () => ({ ok: true }), true)).toMatchObject({ ok: true });
    expect(errors(made)).toEqual(['unsent work could not be counted']);
  });

  it.each(['refused', 'thrown'])('that is %s leaves the account open, with the reason', async (how) => {
    const made = desk();
    await made.account.open(profileOf('a'));
    const before = made.changes.count;
    const outcome = await made.account.reopenAfter(async () => {
      if (how === 'thrown') throw new Error('unexpected');
      return refusal('disk-full');
    }, true);
    expect(outcome).toEqual({ ok: false, error: { code: how === 'thrown' ? 'internal' : 'disk-full' } });
    expect(made.account.workspace()?.profileId).toBe('a');
    expect(made.changes.count).toBeGreaterThan(before);
    expect(errors(made)).toEqual(how === 'thrown' ? ['the change of an account’s files failed'] : []);
  });

  it('keeps a demo offline that was offline, and no other', async () => {
    const online = desk();
    await online.account.open(profileOf('demo'));
    await online.account.reopenAfter(async () => ({ ok: true }), true);
    expect(online.told).not.toContain('offline true');
    const offline = desk();
    offline.failing.step = 'demo offline';
    await offline.account.open(profileOf('demo'));
    expect(offline.told).not.toContain('offline true');
    await offline.account.reopenAfter(async () => ({ ok: true }), true);
    expect(offline.told).toContain('offline true');
  });

  it('needs an open account', async () => {
    const made = desk();
    const change = vi.fn<() => Promise<{ ok: true }>>(async () => ({ ok: true }));
    expect(await made.account.reopenAfter(change, true)).toEqual({
      ok: false,
      error: { code: 'no-account' },
    });
    expect(change).not.toHaveBeenCalled();
  });
});
