/** The accounts of an installation: what the window sees of them, and the user's commands, one at a time. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { NO_OUTBOX } from '#shared/contract/outbox';
import { TRY_AGAIN_MS } from '#core/accounts/account-list';
import { createAccounts, type Accounts } from '#core/accounts/accounts';
import { demoProfile } from '#core/accounts/demo-account';
import { loadAccounts, saveAccounts } from '#core/accounts/files/account-file';
import type { AccountsFile, Profile } from '#core/accounts/files/account-file';
import { CacheLockedError } from '#core/accounts/files/cache-files';
import { OutboxLockedError } from '#core/accounts/files/outbox-files';
import { hasUnconfirmedLoss, openNote } from '#core/accounts/files/outbox-note';
import type { Workspace } from '#core/accounts/workspace/workspace';
import type { HttpResult, Ports } from '#core/ports/ports';
import { createFiles } from '#node/files';
import { SimRandom } from '../../../../simulation/sim-random';
import { VirtualTime } from '../../../../simulation/virtual-time';
import { memoryLog, memorySecrets, noKeys, noOutboxKeys } from '../../../../support/sync/core-fixture';

const profileOf = (id: string, more: Partial<Profile> = {}): Profile => ({
  ...demoProfile(),
  id,
  demo: false,
  name: `Name of ${id}`,
  baseUrl: 'https://crm.example',
  ...more,
});
const FULL = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
const NO_ROUTE = { kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' } as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-accounts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const desk = (file: Partial<AccountsFile> = {}) => {
  const files = createFiles(folder);
  const log = memoryLog();
  const time = new VirtualTime(0);
  saveAccounts(files, { version: 1, currentId: null, profiles: [], settings: {}, ...file }, log);
  const network = { read: async (): Promise<HttpResult> => NO_ROUTE };
  const ports: Ports = {
    clock: time,
    timers: time,
    random: new SimRandom(1),
    log,
    secrets: memorySecrets(),
    databaseKeys: noKeys,
    outboxKeys: noOutboxKeys(files),
    files,
    transport: () => ({ read: () => network.read(), push: async () => NO_ROUTE }),
    shell: 'web',
    platform: 'test',
    version: '1.2.3',
  };
  const told: string[] = [];
  const opening = {
    run: async (): Promise<void> => undefined,
    onClose: (): void => undefined,
    session: 'signed-in',
    isSound: true,
    isDamaged: false,
    notedDamage: 0,
    refuses: null as Error | null,
    answers: true,
    asked: Promise.resolve(),
    asks: 0,
  };
  const changes = { count: 0 };
  const workspaceOf = (id: string): Workspace =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the accounts ask for
    ({
      profileId: id,
      cacheProtection: 'encrypted',
      outboxProtection: () => ({ state: 'plain', hasCode: false, plainCopies: 2 }),
      session: {
        state: () => opening.session,
        isKept: () => true,
        forget: async () => void told.push(`forgets ${id}`),
      },
      connectivity: { reset: () => undefined },
      pull: { start: () => undefined, signInChanges: () => undefined },
      outbox: {
        start: () => undefined,
        kick: () => undefined,
        summary: () => NO_OUTBOX,
        store: {
          meta: () => null,
          setMeta: (key: string, value: string) => {
            if (opening.refuses) throw opening.refuses;
            told.push(`confirms ${key}${value}`);
          },
        },
      },
      cache: {
        get: (kind: string, user: string) => (user === '7' ? { title: `${kind} Mia` } : null),
        isSound: () => {
          told.push(`checks ${id}`);
          return opening.isSound;
        },
        isDamaged: opening.isDamaged,
        noteDamage: () => {
          opening.notedDamage += 1;
        },
      },
      serviceAnswers: () => {
        opening.asks += 1;
        return opening.asked.then(() => opening.answers);
      },
      transport: { offline: false },
      close: async () => {
        told.push(`closes ${id}`);
        opening.onClose();
      },
    }) as unknown as Workspace;
  const accounts = createAccounts({
    ports,
    suggestedBaseUrl: 'https://crm.example',
    openWorkspace: async (profile) => {
      told.push(`opens ${profile.id}`);
      await opening.run();
      return workspaceOf(profile.id);
    },
    openCopy: async () => null,
    onChange: () => void (changes.count += 1),
  });
  const notices = (): [string, string][] =>
    accounts.state().notices.map(({ code, detail }) => [code, detail]);
  return { accounts, told, opening, changes, time, log, files, secrets: ports.secrets, network, notices };
};
const authOf = (accounts: Accounts): (string | undefined)[] =>
  accounts.state().accounts.map(({ auth }) => auth);

describe('at the start', () => {
  const two = [profileOf('a'), profileOf('b')];

  it('the account that was open last opens', async () => {
    const { accounts, told } = desk({ profiles: two, currentId: 'a' });
    await accounts.start();
    expect([told, accounts.current()?.profileId, accounts.profile()?.id]).toEqual([['opens a'], 'a', 'a']);
  });

  it.each([
    ['none was', { profiles: two, currentId: null }],
    ['it is gone', { profiles: two, currentId: 'c' }],
    ['it is signed out', { profiles: [profileOf('a', { signedOut: true })], currentId: 'a' }],
  ])('none opens if %s', async (_, file) => {
    const { accounts, told } = desk(file);
    await accounts.start();
    expect([told, accounts.current(), accounts.state().account]).toEqual([[], null, null]);
  });

  it('a list that had to be rebuilt is told', () => {
    mkdirSync(join(folder, 'accounts/a'), { recursive: true });
    desk({ profiles: [profileOf('a')] });
    writeFileSync(join(folder, 'accounts.json'), '{');
    const files = createFiles(folder);
    const state = createAccounts({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ports that making the list uses
      ports: {
        files,
        log: memoryLog(),
        timers: new VirtualTime(0),
        secrets: memorySecrets(),
      } as unknown as Ports,
      suggestedBaseUrl: null,
      openWorkspace: () => Promise.reject(new Error('nothing is opened')),
      openCopy: async () => null,
      onChange: () => undefined,
    }).state();
    expect(state.notices).toEqual([{ code: 'accounts-rebuilt', detail: 'accounts.unreadable-1.json' }]);
  });
});

describe('the state of the app', () => {
  it('without an open account has the list and nothing of a file', () => {
    const { accounts } = desk({ profiles: [profileOf('a')], settings: { language: 'en' } });
    expect(accounts.state()).toMatchObject({
      version: '1.2.3',
      shell: 'web',
      platform: 'test',
      tokenStorage: 'memory',
      suggestedBaseUrl: 'https://crm.example',
      cacheProtection: null,
      outboxProtection: null,
      locked: null,
      account: null,
      accounts: [{ id: 'a', name: 'Name of a', baseUrl: 'https://crm.example', demo: false }],
      settings: { language: 'en' },
      notices: [],
    });
  });

  it('shows the open account with the form of its files', async () => {
    const { accounts } = desk({ profiles: [profileOf('a', { selfUserId: '7' })] });
    await accounts.open('a');
    expect(accounts.state()).toMatchObject({
      cacheProtection: 'encrypted',
      outboxProtection: { state: 'plain', plainCopies: 2 },
      account: { id: 'a', selfUserId: '7', auth: 'signed-in' },
    });
  });

  it('says of each account whether its sign-in holds', async () => {
    const { accounts, opening } = desk({
      profiles: [profileOf('c', { signedOut: true }), profileOf('b'), profileOf('a')],
    });
    expect(authOf(accounts)).toEqual(['signed-out', 'signed-in', 'signed-in']);
    await accounts.open('a');
    opening.session = 'expired';
    expect(authOf(accounts)).toEqual(['signed-out', 'signed-in', 'expired']);
    // A token that was only in memory is gone after a restart.
    opening.session = 'signed-out';
    expect(authOf(accounts)).toEqual(['signed-out', 'signed-in', 'expired']);
  });
});

describe('commands', () => {
  it('run one after the other', async () => {
    const { accounts, told, opening } = desk({ profiles: [profileOf('a'), profileOf('b')] });
    let go = (): void => undefined;
    opening.run = () => new Promise((resolve) => (go = resolve));
    const first = accounts.open('a');
    const second = accounts.signOut('a', 'keep');
    await vi.waitFor(() => expect(told).toEqual(['opens a']));
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(['opens a']);
    go();
    await Promise.all([first, second]);
    expect(told).toEqual(['opens a', 'forgets a', 'closes a']);
    expect(accounts.state().accounts.find(({ id }) => id === 'a')?.auth).toBe('signed-out');
  });

  it('run also after one that failed', async () => {
    const { accounts, secrets } = desk({ profiles: [profileOf('a'), profileOf('b')] });
    vi.spyOn(secrets, 'delete').mockRejectedValue(new Error('the keychain is locked'));
    await expect(accounts.signOut('b', 'keep')).rejects.toMatchObject({ code: 'no-keychain' });
    vi.restoreAllMocks();
    expect(await accounts.open('a')).toMatchObject({ ok: true, state: { account: { id: 'a' } } });
  });

  it('that need an open account say so', async () => {
    const { accounts, told } = desk();
    const refused = { ok: false, error: { code: 'no-account' } };
    expect(await accounts.open('x')).toEqual(refused);
    expect(await accounts.signIn('x', { kind: 'token', accessToken: 't' })).toEqual(refused);
    expect(await accounts.confirmCode([])).toEqual(refused);
    expect(await accounts.decryptOutbox()).toEqual(refused);
    expect(accounts.offerCode()).toEqual(refused);
    expect(() => accounts.chooseSelf('7')).toThrow(expect.objectContaining({ code: 'no-account' }));
    expect(told).toEqual([]);
  });

  it('that cannot reach the service answer why', async () => {
    const { accounts } = desk();
    const connection = {
      baseUrl: 'https://crm.example',
      headerStyle: 'raw',
      credentials: { kind: 'token', accessToken: 't' },
    } as const;
    const offline = { ok: false, error: { code: 'offline' } };
    expect(await accounts.test(connection)).toMatchObject(offline);
    expect(await accounts.connect({ ...connection, name: 'Work', selfUserId: null })).toMatchObject(offline);
    expect(await accounts.openDemo()).toMatchObject(offline);
    expect(accounts.state().accounts).toEqual([]);
  });
});

describe('what a user chooses', () => {
  it('the own person: with the name in the copy, otherwise the name that was known', async () => {
    const { accounts, changes } = desk({ profiles: [profileOf('a', { selfName: 'Known' }), profileOf('b')] });
    await accounts.open('a');
    const before = changes.count;
    expect(accounts.chooseSelf('7').account).toMatchObject({ selfUserId: '7', selfName: 'user Mia' });
    expect(changes.count).toBe(before + 1);
    expect(accounts.chooseSelf('8').account).toMatchObject({ selfUserId: '8', selfName: 'user Mia' });
    expect(accounts.state().accounts.find(({ id }) => id === 'b')?.selfUserId).toBeNull();
    expect(accounts.state().accounts).toHaveLength(2);
  });

  it('a setting, which leaves the others', () => {
    const { accounts, changes } = desk({ settings: { language: 'en', pace: 1 } });
    expect(accounts.setSettings({ language: 'zh' }).settings).toEqual({ language: 'zh', pace: 1 });
    expect(changes.count).toBe(1);
  });
});

describe('messages', () => {
  it('stay until the user dismisses them', () => {
    const { accounts, notices, changes } = desk();
    accounts.notice('sign-in-not-kept', '');
    accounts.notice('cache-damaged', 'first');
    accounts.notice('cache-damaged', 'second');
    expect(notices()).toEqual([
      ['sign-in-not-kept', ''],
      ['cache-damaged', 'second'],
    ]);
    expect(accounts.dismissNotice('cache-damaged').notices).toEqual([
      { code: 'sign-in-not-kept', detail: '' },
    ]);
    expect(changes.count).toBe(4);
  });

  it.each(['outbox-salvaged', 'outbox-cut', 'outbox-older', 'outbox-missing', 'outbox-copy'])(
    'of restored unsent work (%s) are confirmed in the outbox, so that the next start does not repeat them',
    async (code) => {
      const { accounts, told } = desk({ profiles: [profileOf('a')] });
      accounts.dismissNotice(code);
      expect(told).toEqual([]);
      await accounts.open('a');
      accounts.dismissNotice('outbox-damaged');
      expect(told).toEqual(['opens a']);
      accounts.dismissNotice(code);
      expect(told).toHaveLength(3);
      expect(told.slice(1).every((what) => what.startsWith('confirms '))).toBe(true);
    },
  );
});

it('a loss is told until the user confirms it', async () => {
  const { accounts } = desk({ profiles: [profileOf('a')] });
  const note = openNote({ files: createFiles(folder), directory: 'accounts/a' }, memoryLog());
  note.noteLoss({ code: 'outbox-lost', detail: '' });
  await accounts.open('a');
  accounts.dismissNotice('outbox-lost');
  expect(hasUnconfirmedLoss(createFiles(folder), 'accounts/a')).toBe(false);
});

it('a message that the disk does not confirm stays', async () => {
  const { accounts, notices, opening } = desk({ profiles: [profileOf('a')] });
  await accounts.open('a');
  accounts.notice('outbox-salvaged', '{}', 'a');
  opening.refuses = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  expect(() => accounts.dismissNotice('outbox-salvaged')).toThrow('full');
  expect(notices()).toEqual([['outbox-salvaged', '{}']]);
});

describe('a locked account', () => {
  it('opens by itself when its key is there', async () => {
    const { accounts, opening, time, told } = desk({ profiles: [profileOf('a')], currentId: 'a' });
    opening.run = () => Promise.reject(new CacheLockedError('waiting'));
    await accounts.start();
    expect(accounts.state()).toMatchObject({ account: null, locked: { accountId: 'a', what: 'copy' } });
    await time.advance(5_000);
    expect(told).toHaveLength(2);
    opening.run = async () => undefined;
    await time.advance(5_000);
    expect(accounts.state()).toMatchObject({ account: { id: 'a' }, locked: null });
    await time.advance(600_000);
    expect(told).toHaveLength(3);
  });

  it('is tried again when the user asks; without a lock nothing is tried', async () => {
    const { accounts, opening, told } = desk({ profiles: [profileOf('a')] });
    expect(await accounts.unlock()).toMatchObject({ ok: true, state: { locked: null } });
    expect(told).toEqual([]);
    opening.run = () => Promise.reject(new OutboxLockedError('waiting', false));
    await accounts.open('a');
    expect(await accounts.unlock()).toMatchObject({ ok: false, error: { code: 'outbox-locked' } });
    opening.run = async () => undefined;
    expect(await accounts.unlock()).toMatchObject({ ok: true, state: { account: { id: 'a' } } });
  });

  it('takes no code and gives nothing up if nobody asks for it', async () => {
    const { accounts } = desk({ profiles: [profileOf('a')] });
    const refused = { ok: false, error: { code: 'bad-input' } };
    expect(await accounts.recover('a', 'AAAA')).toMatchObject(refused);
    expect(await accounts.renewLocked('a')).toMatchObject(refused);
  });

  it('whose key is lost gets a new copy if the user gives the old one up', async () => {
    const { accounts, opening } = desk({ profiles: [profileOf('a')] });
    mkdirSync(join(folder, 'accounts/a'), { recursive: true });
    writeFileSync(join(folder, 'accounts/a/cache.db'), 'x');
    opening.run = () => Promise.reject(new CacheLockedError('missing'));
    await accounts.open('a');
    opening.run = async () => undefined;
    expect(await accounts.renewLocked('a')).toMatchObject({ ok: true, state: { locked: null } });
    expect(existsSync(join(folder, 'accounts/a/cache.db.aside-1'))).toBe(true);
  });
});

describe('a copy that turned out to be damaged', () => {
  const damagedDesk = async () => {
    const made = desk({ profiles: [profileOf('b'), profileOf('a')] });
    mkdirSync(join(folder, 'accounts/a'), { recursive: true });
    writeFileSync(join(folder, 'accounts/a/cache.db'), 'damaged');
    await made.accounts.open('a');
    made.told.length = 0;
    return made;
  };

  it('is set aside while the account is closed, and the user is told', async () => {
    const { accounts, told, notices, opening } = await damagedDesk();
    const asides: boolean[] = [];
    opening.run = async () => void asides.push(existsSync(join(folder, 'accounts/a/cache.db.aside-1')));
    accounts.copyDamaged();
    await vi.waitFor(() => expect(told).toEqual(['closes a', 'opens a']));
    expect(asides).toEqual([true]);
    expect(notices()).toEqual([['cache-damaged', 'accounts/a/cache.db.aside-1']]);
    expect(accounts.current()?.profileId).toBe('a');
  });

  it('is found by a check after an error that a sound copy does not give', async () => {
    const { accounts, told, opening } = await damagedDesk();
    opening.isSound = false;
    accounts.copySuspected();
    await vi.waitFor(() => expect(told).toEqual(['checks a', 'closes a', 'opens a']));
  });

  it('is not replaced if the check finds nothing; the check runs once in a session', async () => {
    const { accounts, told } = await damagedDesk();
    accounts.copySuspected();
    accounts.copySuspected();
    await accounts.unlock();
    expect(told).toEqual(['checks a']);
    expect(existsSync(join(folder, 'accounts/a/cache.db'))).toBe(true);
    await accounts.signOut('a', 'keep');
    told.length = 0;
    accounts.copySuspected();
    expect(told).toEqual([]);
  });

  it('is replaced once in a session, so that a failing disk does not cause endless downloads', async () => {
    const { accounts, told } = await damagedDesk();
    accounts.copyDamaged();
    accounts.copyDamaged();
    await accounts.unlock();
    accounts.copyDamaged();
    await accounts.unlock();
    expect(told).toEqual(['closes a', 'opens a']);
  });

  it('for the second time in a session is told, once, and noted for the next start', async () => {
    const { accounts, notices, opening } = await damagedDesk();
    accounts.copyDamaged();
    await vi.waitFor(() => expect(notices()).toHaveLength(1));
    accounts.dismissNotice('cache-damaged');
    opening.notedDamage = 0;
    accounts.copyDamaged();
    expect([notices(), opening.notedDamage]).toEqual([[['cache-damaged-again', '']], 1]);
    accounts.dismissNotice('cache-damaged-again');
    accounts.copyDamaged();
    expect(notices()).toEqual([]);
  });

  it('is left alone if another account is open by then, or none', async () => {
    const { accounts, told } = await damagedDesk();
    const other = accounts.open('b');
    accounts.copyDamaged();
    await other;
    await accounts.unlock();
    expect(told).toEqual(['closes a', 'opens b']);
    expect(existsSync(join(folder, 'accounts/a/cache.db'))).toBe(true);
    await accounts.signOut('b', 'keep');
    told.length = 0;
    accounts.copyDamaged();
    await accounts.unlock();
    expect(told).toEqual([]);
  });

  it('that cannot be set aside goes to the log, and later commands run', async () => {
    const { accounts, files, log } = await damagedDesk();
    vi.spyOn(files, 'setAside').mockImplementation(() => {
      throw new Error('the file is in use');
    });
    accounts.copyDamaged();
    await vi.waitFor(() =>
      expect(log.lines.filter(({ level }) => level === 'error')).toMatchObject([
        { message: 'the change of an account’s files failed', facts: { error: 'the file is in use' } },
      ]),
    );
    expect(await accounts.open('b')).toMatchObject({ ok: true });
  });

  it('stays in use while the service does not answer, and is replaced when it does', async () => {
    const { accounts, told, notices, opening, time } = await damagedDesk();
    opening.answers = false;
    accounts.copyDamaged();
    await vi.waitFor(() => expect(notices()).toEqual([['cache-damaged-offline', '']]));
    accounts.dismissNotice('cache-damaged-offline');
    accounts.copyDamaged();
    accounts.serviceReached();
    await time.advance(120_000);
    expect([told, notices()]).toEqual([[], []]);
    opening.answers = true;
    accounts.serviceReached();
    await vi.waitFor(() => expect(told).toEqual(['closes a', 'opens a']));
    expect(notices()).toEqual([['cache-damaged', 'accounts/a/cache.db.aside-1']]);
  });

  it('is replaced within half a minute if the service was busy, and later tries are rarer', async () => {
    const { accounts, told, opening, time } = await damagedDesk();
    opening.answers = false;
    accounts.copyDamaged();
    await time.advance(29_000);
    expect(opening.asks).toBe(1);
    await time.advance(3_600_000);
    // After 0.5, 1.5, 6.5, 21.5, 36.5 and 51.5 minutes.
    expect(opening.asks).toBe(7);
    opening.answers = true;
    expect(told).toEqual([]);
    await time.advance(900_000);
    await vi.waitFor(() => expect(told).toEqual(['closes a', 'opens a']));
  });

  it('of an account that closes waits for nothing, and its notice goes at once', async () => {
    const { accounts, notices, opening, time, told } = await damagedDesk();
    opening.answers = false;
    accounts.copyDamaged();
    await vi.waitFor(() => expect(notices()).toHaveLength(1));
    await accounts.open('b');
    expect(notices()).toEqual([]);
    opening.answers = true;
    await time.advance(3_600_000);
    expect([told, opening.asks]).toEqual([['closes a', 'opens b'], 1]);
  });

  it('is replaced also while an earlier account still waits for its answer', async () => {
    const { accounts, told, opening } = await damagedDesk();
    let end = (): void => undefined;
    opening.asked = new Promise((resolve) => {
      end = resolve;
    });
    accounts.copyDamaged();
    opening.asked = Promise.resolve();
    await accounts.open('b');
    mkdirSync(join(folder, 'accounts/b'), { recursive: true });
    writeFileSync(join(folder, 'accounts/b/cache.db'), 'damaged');
    accounts.copyDamaged();
    await vi.waitFor(() => expect(told).toEqual(['closes a', 'opens b', 'closes b', 'opens b']));
    end();
    await accounts.unlock();
    expect(existsSync(join(folder, 'accounts/a/cache.db'))).toBe(true);
  });

  it('that failed its check at opening is replaced', async () => {
    const { accounts, told, opening } = await damagedDesk();
    await accounts.open('b');
    opening.isDamaged = true;
    told.length = 0;
    mkdirSync(join(folder, 'accounts/b'), { recursive: true });
    writeFileSync(join(folder, 'accounts/b/cache.db'), 'damaged');
    await accounts.open('a');
    await vi.waitFor(() => expect(told).toEqual(['closes b', 'opens a', 'closes a', 'opens a']));
  });
});

const NO_RECORDS: HttpResult = {
  kind: 'answer',
  status: 200,
  headers: {},
  url: '',
  text: JSON.stringify({ code: 200, message: '', data: { list: [], totalItem: 0 } }),
};
const OTHER = {
  baseUrl: 'https://other.example',
  headerStyle: 'raw',
  credentials: { kind: 'token', accessToken: 't' },
  name: 'Other',
  selfUserId: null,
} as const;
/** Account `a` is open, and no service answers before `answer` is called. */
const deskOfLateService = async () => {
  const made = desk({ profiles: [profileOf('a')], currentId: 'a' });
  await made.accounts.start();
  const held = Promise.withResolvers<HttpResult>();
  made.network.read = () => held.promise;
  const answer = async (): Promise<void> => {
    held.resolve(NO_RECORDS);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ...made, answer };
};

describe('closing the app', () => {
  it('closes the open account', async () => {
    const { accounts, told } = desk({ profiles: [profileOf('a')], currentId: 'a' });
    await accounts.start();
    await accounts.close();
    expect([told, accounts.current()]).toEqual([['opens a', 'closes a'], null]);
  });

  it('does not wait for a service that a sign-in waits for, and opens no account of it', async () => {
    const { accounts, told, files, answer } = await deskOfLateService();
    const connecting = accounts.connect(OTHER);
    const signingIn = accounts.signIn('a', OTHER.credentials);
    await accounts.close();
    expect(await connecting).toMatchObject({ ok: false });
    expect(await signingIn).toMatchObject({ ok: false });
    await answer();
    expect([told, accounts.current()]).toEqual([['opens a', 'closes a'], null]);
    expect(loadAccounts(files, memoryLog()).file.profiles).toHaveLength(1);
  });

  it('[AU16] a sign-in that the user gives up opens no account, and holds up no other command', async () => {
    const { accounts, told, files, answer } = await deskOfLateService();
    const [first, second] = [new AbortController(), new AbortController()];
    const connecting = accounts.connect(OTHER, first.signal);
    const signingIn = accounts.signIn('a', OTHER.credentials, second.signal);
    second.abort();
    first.abort();
    expect(await connecting).toMatchObject({ ok: false });
    expect(await signingIn).toMatchObject({ ok: false });
    expect(await accounts.open('a')).toMatchObject({ ok: true });
    await answer();
    expect([told, accounts.profile()?.id]).toEqual([['opens a'], 'a']);
    expect(loadAccounts(files, memoryLog()).file.profiles).toHaveLength(1);
  });

  it('[AU16] a sign-in that the user gives up while the open account closes opens that account again', async () => {
    const { accounts, told, network, opening, files } = desk({ profiles: [profileOf('a')], currentId: 'a' });
    await accounts.start();
    network.read = async () => NO_RECORDS;
    const cancel = new AbortController();
    opening.onClose = () => cancel.abort();
    expect(await accounts.connect(OTHER, cancel.signal)).toMatchObject({ ok: false });
    expect(told).toEqual(['opens a', 'closes a', 'opens a']);
    expect(loadAccounts(files, memoryLog()).file.profiles).toHaveLength(1);
  });

  it.each([
    ['a locked account', new CacheLockedError('waiting')],
    ['an account on a full disk', FULL],
  ])('ends the tries to open %s', async (_, error) => {
    const { accounts, opening, time, told } = desk({ profiles: [profileOf('a')], currentId: 'a' });
    opening.run = () => Promise.reject(error);
    await accounts.start();
    expect(time.pending()).toBe(1);
    await accounts.close();
    expect(time.pending()).toBe(0);
    await time.advance(60 * TRY_AGAIN_MS);
    expect(told).toEqual(['opens a']);
  });

  it('ends the tries to write the list', async () => {
    const { accounts, files, time } = desk({ profiles: [profileOf('a')] });
    vi.spyOn(files, 'writeText').mockImplementation(() => {
      throw FULL;
    });
    await accounts.open('a');
    expect(time.pending()).toBe(1);
    await accounts.close();
    expect(time.pending()).toBe(0);
  });
});
