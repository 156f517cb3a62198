/** Opening, signing in and signing out, as a user asks for it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNotices } from '#core/accounts/notices';
import { createAccountList } from '#core/accounts/account-list';
import { createAccountLock } from '#core/accounts/account-lock';
import { DEMO_ACCOUNT_ID, demoProfile } from '#core/accounts/demo-account';
import type { Profile } from '#core/accounts/files/account-file';
import { refusal, type OpenAccount } from '#core/accounts/open-account';
import { createAccountSignIn } from '#core/accounts/sign-in/account-sign-in';
import type { Outbox } from '#core/outbox/create-outbox';
import type { Join, Joining, SignIn } from '#core/accounts/sign-in/join';
import { createFiles } from '#node/files';
import { memoryLog, memorySecrets } from '../../../../support/sync/core-fixture';

const profileOf = (id: string, more: Partial<Profile> = {}): Profile => ({
  ...demoProfile(),
  id,
  demo: id === DEMO_ACCOUNT_ID,
  ...more,
});
const TOKEN = { kind: 'token', accessToken: 't' } as const;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is handed on
const SIGN_IN = { credentials: TOKEN } as unknown as SignIn;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is handed on
const STATE = { state: 'of the app' } as never;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-sign-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const desk = (...profiles: Profile[]) => {
  const files = createFiles(folder);
  const log = memoryLog();
  const secrets = memorySecrets();
  const timers = { after: () => () => undefined };
  const announced = { count: 0 };
  const list = createAccountList({ files, log, timers }, () => {
    announced.count += 1;
  });
  list.write({ profiles });
  const lock = createAccountLock(timers, () => undefined);
  const notices = createNotices();
  const told: string[] = [];
  const answers = {
    joining: null as Joining | null,
    keychainFails: false,
    failure: new Error('the keychain is locked'),
    openId: null as string | null,
    unsent: { waiting: 0, unreadable: 0, drafts: 0, rescue: '' },
    onClose: () => {},
  };
  const joinedAs = (profile: Profile): Joining =>
    answers.joining ?? { ok: true, profile: { ...profile, signedOut: false }, signIn: SIGN_IN };
  const joins: Join = {
    test: async () => refusal('internal'),
    connect: async ({ name }) => {
      told.push(`connects ${name}`);
      return joinedAs(profileOf('a-new'));
    },
    demo: async () => {
      told.push('joins the demo');
      return joinedAs(profileOf(DEMO_ACCOUNT_ID));
    },
    moved: async (profile, { baseUrl }) => {
      told.push(`moves ${profile.id} to ${baseUrl}`);
      return joinedAs({ ...profile, baseUrl });
    },
    again: async (profile, { kind }) => {
      told.push(`joins ${profile.id} by ${kind}`);
      return joinedAs(profile);
    },
  };
  const keychain = (what: string): void => {
    if (answers.keychainFails) throw answers.failure;
    told.push(what);
  };
  secrets.delete = async (key) => keychain(`deletes ${key}`);
  const account: Pick<OpenAccount, 'workspace' | 'open' | 'close'> = {
    workspace: () =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what signing out asks for
      (answers.openId === null
        ? null
        : {
            profileId: answers.openId,
            session: { forget: async () => keychain('forgets') },
            outbox: {
              summary: () => answers.unsent,
              drafts: () => Array.from({ length: answers.unsent.drafts }),
              store: { meta: () => answers.unsent.rescue },
            },
          }) as ReturnType<OpenAccount['workspace']>,
    open: async (profile, signIn) => {
      told.push(`opens ${profile.id}${signIn === SIGN_IN ? ' signed in' : ''}`);
      return { ok: true, state: STATE };
    },
    close: async () => {
      told.push('closes');
      answers.onClose();
      answers.openId = null;
    },
  };
  const atRest = { open: (): Outbox | null => null };
  const signIns = createAccountSignIn({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ports that it uses
    ports: { files, secrets, log } as unknown as Parameters<typeof createAccountSignIn>[0]['ports'],
    list,
    lock,
    notices,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it asks for
    account: account as OpenAccount,
    join: joins,
    state: () => STATE,
    sampleCopy: async () => [],
    openAtRest: async () => atRest.open(),
    closing: new Promise(() => undefined),
  });
  const put = (id: string, ...names: string[]): void => {
    mkdirSync(join(folder, 'accounts', id), { recursive: true });
    for (const name of names) writeFileSync(join(folder, 'accounts', id, name), 'x');
  };
  const names = (id: string): string[] =>
    readdirSync(join(folder, 'accounts', id))
      .filter((name) => name !== 'account.json')
      .toSorted();
  const ids = (): string[] => list.file().profiles.map(({ id }) => id);
  return { signIns, atRest, files, list, lock, notices, told, answers, announced, put, names, ids };
};
const OPENED = { ok: true, state: STATE };

describe('a new connection', () => {
  it('opens the account that it joined', async () => {
    const { signIns, told } = desk();
    const connection = { baseUrl: 'https://crm.example', headerStyle: 'raw', credentials: TOKEN } as const;
    expect(await signIns.connect({ ...connection, name: 'Work', selfUserId: null })).toEqual(OPENED);
    expect(told).toEqual(['connects Work', 'opens a-new signed in']);
  });

  it('that is refused opens nothing', async () => {
    const { signIns, told, answers } = desk(profileOf('a'));
    answers.joining = refusal('unauthorized');
    expect(await signIns.signIn('a', TOKEN)).toEqual(refusal('unauthorized'));
    expect(told).toEqual(['joins a by token']);
  });
});

describe('[AU16] a sign-in that the user gave up before its turn', () => {
  it('does not ask the service', async () => {
    const { signIns, told } = desk(profileOf('a'));
    const connection = { baseUrl: 'https://crm.example', headerStyle: 'raw', credentials: TOKEN } as const;
    const { signal } = new AbortController();
    const givenUp = AbortSignal.abort();
    expect(await signIns.connect({ ...connection, name: '', selfUserId: null }, givenUp)).toMatchObject({
      ok: false,
    });
    expect(await signIns.signIn('a', TOKEN, givenUp)).toMatchObject({ ok: false });
    expect(told).toEqual([]);
    expect(await signIns.signIn('a', TOKEN, signal)).toEqual(OPENED);
  });
});

describe('the demo', () => {
  it('joins at the first time, and opens without its service later', async () => {
    const first = desk();
    expect(await first.signIns.openDemo()).toEqual(OPENED);
    expect(first.told).toEqual(['joins the demo', 'opens demo signed in']);
    const later = desk(profileOf(DEMO_ACCOUNT_ID, { selfUserId: '3' }));
    expect(await later.signIns.openDemo()).toEqual(OPENED);
    expect(later.told).toEqual(['opens demo']);
  });

  it.each([
    ['it is signed out', { selfUserId: '3', signedOut: true }],
    ['its person is not known', { selfUserId: null }],
  ])('joins again if %s', async (_, more) => {
    const { signIns, told } = desk(profileOf(DEMO_ACCOUNT_ID, more));
    await signIns.openDemo();
    expect(told).toEqual(['joins the demo', 'opens demo signed in']);
  });

  it('needs no credentials', async () => {
    const { signIns, told } = desk(profileOf(DEMO_ACCOUNT_ID, { selfUserId: '3', signedOut: true }));
    await signIns.signIn(DEMO_ACCOUNT_ID, TOKEN);
    await signIns.open(DEMO_ACCOUNT_ID);
    expect(told.filter((what) => what === 'joins the demo')).toHaveLength(2);
  });
});

describe('an account of the list', () => {
  it('opens as it is', async () => {
    const { signIns, told } = desk(profileOf('a'), profileOf(DEMO_ACCOUNT_ID));
    expect(await signIns.open('a')).toEqual(OPENED);
    expect(await signIns.open(DEMO_ACCOUNT_ID)).toEqual(OPENED);
    expect(told).toEqual(['opens a', 'opens demo']);
  });

  it('that is signed out does not open; a sign-in opens it', async () => {
    const { signIns, told } = desk(profileOf('a', { signedOut: true }));
    expect(await signIns.open('a')).toEqual(refusal('unauthorized', 'signed out'));
    expect(told).toEqual([]);
    expect(await signIns.signIn('a', TOKEN)).toEqual(OPENED);
    expect(told).toEqual(['joins a by token', 'opens a signed in']);
  });

  it('must be listed', async () => {
    const { signIns, told } = desk(profileOf('b'));
    expect(await signIns.open('a')).toEqual(refusal('no-account'));
    expect(await signIns.signIn('a', TOKEN)).toEqual(refusal('no-account'));
    expect(told).toEqual([]);
  });
});

describe('signing out', () => {
  it('of the open account forgets its token, closes it, and keeps everything', async () => {
    const { signIns, list, told, answers, put, names, announced } = desk(profileOf('a'), profileOf('b'));
    put('a', 'cache.db', 'outbox.db', 'rate-limit');
    list.write({ currentId: 'a' });
    answers.openId = 'a';
    expect(await signIns.signOut('a', 'keep')).toBe(STATE);
    expect(told).toEqual(['forgets', 'closes']);
    expect(list.file().currentId).toBeNull();
    expect([list.find('a')?.signedOut, list.find('b')?.signedOut]).toEqual([true, false]);
    expect(names('a')).toEqual(['cache.db', 'outbox.db', 'rate-limit']);
    expect(announced.count).toBe(2);
  });

  it('of the open account is listed while it still closes', async () => {
    const { signIns, list, answers } = desk(profileOf('a'));
    list.write({ currentId: 'a' });
    answers.openId = 'a';
    const seen: (boolean | undefined)[] = [];
    answers.onClose = () => void seen.push(list.find('a')?.signedOut);
    await signIns.signOut('a', 'keep');
    expect([seen, list.file().currentId]).toEqual([[true], null]);
  });

  it('of another account deletes its token, and leaves the open one open', async () => {
    const { signIns, list, told, answers } = desk(profileOf('a'), profileOf('b'));
    list.write({ currentId: 'b' });
    answers.openId = 'b';
    await signIns.signOut('a', 'keep');
    expect(told).toEqual(['deletes account/a/session']);
    expect([list.file().currentId, list.find('a')?.signedOut]).toEqual(['b', true]);
  });

  it('with its data forgets an account that has no unsent work', async () => {
    const { signIns, ids, put, names } = desk(profileOf('a'), profileOf('b'));
    put('a', 'cache.db', 'cache.key', 'cache.db.aside-1', 'rate-limit', 'scope.json');
    const note = { isMade: false, isMissing: false, losses: [] };
    writeFileSync(join(folder, 'accounts/a/outbox.note'), JSON.stringify(note));
    await signIns.signOut('a', 'remove');
    expect([ids(), names('a')]).toEqual([['b'], []]);
  });

  it.each(['outbox.db', 'outbox.journal'])('with its data keeps %s, and the account listed', async (name) => {
    const { signIns, ids, list, put, names } = desk(profileOf('a'));
    put('a', 'cache.db', name, 'rate-limit', 'scope.json');
    await signIns.signOut('a', 'remove');
    expect([ids(), list.find('a')?.signedOut, names('a')]).toEqual([
      ['a'],
      true,
      [name, 'rate-limit', 'scope.json'],
    ]);
  });

  const RESTORED = { why: 'older', held: 0, inDoubt: 0, settled: 1, lost: 0 };
  const unsent = { waiting: 0, unreadable: 0, drafts: 0, rescue: '' };
  it.each([
    ['nothing is unsent', {}, [], true],
    ['an item waits', { waiting: 1 }, [], false],
    ['a row is unreadable', { unreadable: 1 }, [], false],
    ['a draft is kept', { drafts: 1 }, [], false],
    ['the user has not seen what was restored', { rescue: JSON.stringify(RESTORED) }, [], false],
    ['a damaged outbox is set aside', {}, ['outbox.db.aside-1'], false],
    ['a journal is set aside', {}, ['outbox.journal.aside-2'], false],
    ['a damaged outbox is being salvaged', {}, ['outbox.salvage'], false],
    ['a copy from before a migration is kept', {}, ['outbox.before-1-2.db'], true],
    ['its outbox has a note', {}, ['outbox.note'], true],
  ])('[AU7] with its data, if %s', async (_, left, others, isRemoved) => {
    const { signIns, list, put, names, answers } = desk(profileOf('a'));
    put('a', 'cache.db', 'outbox.db', 'scope.json', ...others);
    answers.openId = 'a';
    answers.unsent = { ...unsent, ...left };
    await signIns.signOut('a', 'remove');
    expect([list.find('a')?.removed ?? false, names('a')]).toEqual([
      isRemoved,
      ['outbox.db', ...others, ...(isRemoved ? [] : ['scope.json'])].toSorted(),
    ]);
  });

  it('[AU7] with its data keeps an account listed whose outbox cannot be opened', async () => {
    const { signIns, list, put, atRest } = desk(profileOf('a', { signedOut: true }));
    put('a', 'cache.db', 'outbox.db');
    atRest.open = () => {
      throw new Error('locked');
    };
    await signIns.signOut('a', 'remove');
    expect(list.find('a')?.removed ?? false).toBe(false);
  });

  it.each(['outbox-lost', 'outbox-damaged'])(
    '[AU7] with its data keeps an account listed until the user has seen what was lost (%s)',
    async (code) => {
      const { signIns, list, put, answers } = desk(profileOf('a'));
      put('a', 'cache.db', 'outbox.db');
      const note = { isMade: true, isMissing: false, losses: [{ code, detail: '' }] };
      writeFileSync(join(folder, 'accounts/a/outbox.note'), JSON.stringify(note));
      answers.openId = 'a';
      await signIns.signOut('a', 'remove');
      expect(list.find('a')?.removed ?? false).toBe(false);
    },
  );

  it.each([[[]], [[{ code: 'outbox-lost', detail: '' }]]])(
    '[AU7] with its data keeps an account whose outbox is gone listed until the user has seen the loss (%j)',
    async (losses) => {
      const { signIns, list, put } = desk(profileOf('a'));
      put('a', 'cache.db');
      const note = { isMade: true, isMissing: false, losses };
      writeFileSync(join(folder, 'accounts/a/outbox.note'), JSON.stringify(note));
      await signIns.signOut('a', 'remove');
      expect(list.find('a')).toBeDefined();
    },
  );

  it('without its data keeps an account that has no unsent work listed', async () => {
    const { signIns, ids, put, names } = desk(profileOf('a'));
    put('a', 'cache.db');
    await signIns.signOut('a', 'keep');
    expect([ids(), names('a')]).toEqual([['a'], ['cache.db']]);
  });

  it.each([true, false])('changes nothing if the keychain does not delete it; open: %s', async (isOpen) => {
    const { signIns, list, told, answers, put, names } = desk(profileOf('a'));
    put('a', 'cache.db');
    list.write({ currentId: 'a' });
    answers.openId = isOpen ? 'a' : null;
    answers.keychainFails = true;
    await expect(signIns.signOut('a', 'remove')).rejects.toMatchObject({ code: 'no-keychain' });
    expect([told, names('a'), list.file().currentId]).toEqual([[], ['cache.db'], 'a']);
    expect(list.find('a')?.signedOut).toBe(false);
  });

  it('[AU15] says so if the disk is too full to delete the token, instead of blaming the keychain', async () => {
    const { signIns, answers } = desk(profileOf('a'));
    answers.keychainFails = true;
    answers.failure = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    await expect(signIns.signOut('a', 'remove')).rejects.toMatchObject({ code: 'disk-full' });
  });

  describe('[AU7] after the token is deleted', () => {
    const refusing = (code: string) => () => {
      throw Object.assign(new Error(`refused: ${code}`), { code });
    };
    const openDesk = () => {
      const made = desk(profileOf('a', { name: 'Work' }), profileOf('b'));
      made.put('a', 'cache.db');
      made.list.write({ currentId: 'a' });
      made.answers.openId = 'a';
      return made;
    };
    const expectSignedOut = ({ list, told, announced }: ReturnType<typeof desk>): void => {
      expect(told).toEqual(['forgets', 'closes']);
      expect([list.file().currentId, list.find('a')?.signedOut]).toEqual([null, true]);
      expect(announced.count).toBeGreaterThan(0);
    };

    it('the account is signed out although a file cannot be removed, which is told', async () => {
      const made = openDesk();
      vi.spyOn(made.files, 'remove').mockImplementation(refusing('EBUSY'));
      expect(await made.signIns.signOut('a', 'remove')).toBe(STATE);
      expectSignedOut(made);
      expect(made.notices.shown(null)).toEqual([{ code: 'copy-not-removed', detail: '{"name":"Work"}' }]);
      expect(made.names('a')).toEqual(['cache.db']);
    });

    it('the account is signed out although the list cannot be written', async () => {
      const made = openDesk();
      vi.spyOn(made.files, 'writeText').mockImplementation(refusing('EACCES'));
      expect(await made.signIns.signOut('a', 'keep')).toBe(STATE);
      expectSignedOut(made);
      expect(made.notices.shown(null)).toEqual([]);
    });
  });

  it('ends the lock of this account, and of no other', async () => {
    const { signIns, lock } = desk(profileOf('a'), profileOf('b'));
    const found = { what: 'copy', reason: 'waiting', hasCode: false, proved: false } as const;
    lock.lock(profileOf('a'), found);
    await signIns.signOut('b', 'keep');
    expect(lock.state()?.accountId).toBe('a');
    await signIns.signOut('a', 'keep');
    expect(lock.state()).toBeNull();
  });

  it('of an account that is not listed does nothing', async () => {
    const { signIns, told, announced } = desk(profileOf('a'));
    expect(await signIns.signOut('x', 'remove')).toBe(STATE);
    expect([told, announced.count]).toEqual([[], 0]);
  });
});
