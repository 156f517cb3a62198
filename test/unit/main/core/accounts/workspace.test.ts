/**
 * An open account with its real files: which keys open them, what its parts tell each other, and how it
 * closes.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { demoProfile } from '#core/accounts/demo-account';
import { recodeJournal } from '#core/accounts/files/outbox-files';
import { openWorkspace, type Workspace, type WorkspaceOptions } from '#core/accounts/workspace/workspace';
import { createThrottle, type Throttle } from '#core/api/throttle';
import type { HttpRequest, HttpResult, KeyAnswer, OutboxKeys, Ports } from '#core/ports/ports';
import type { CacheStore } from '#core/store/cache-store';
import { openCache } from '#core/store/open-cache';
import { loadPinyin } from '#core/store/words/pinyin';
import { createFiles } from '#node/files';
import { WAREHOUSE_LIST_PATH } from '#shared/http-api/lookups';
import { SimRandom } from '../../../../simulation/sim-random';
import { VirtualTime } from '../../../../simulation/virtual-time';
import { accepted, companyCommand } from '../../../../support/outbox/outbox-bench';
import { memoryLog, memorySecrets, noKeys, noOutboxKeys } from '../../../../support/sync/core-fixture';

const START = Date.parse('2026-01-01T02:00:00Z');
const KEY = 'ab'.repeat(32);
const HAS_KEY: KeyAnswer = { kind: 'key', key: KEY };
const A = 'a-0b9f3f5e-6c1d-4a57-9d2e-3f1a2b4c5d6e';
const B = 'a-3f2b8a10-5c1d-4e7a-9b60-7d2f1c4e8a55';
const NO_ROUTE: HttpResult = { kind: 'failure', reason: 'connect', unsent: true, detail: 'no route' };
const NO_ANSWER = { kind: 'answer', status: 500, headers: {}, text: '', url: '' } as const;
const NOTHING = accepted({ list: [], totalItem: 0 });

/** A folder in which `A` was opened and closed once: making it anew takes longer than a test. */
const template = mkdtempSync(join(tmpdir(), 'satchel-workspace-'));
afterAll(() => rmSync(template, { recursive: true, force: true }));

let folder: string;
let time: VirtualTime;
let log: ReturnType<typeof memoryLog>;
let secrets: ReturnType<typeof memorySecrets>;
let throttle: Throttle;
let ports: Ports;
let service: {
  requests: HttpRequest[];
  pushed: number;
  read: () => Promise<HttpResult>;
  push: () => Promise<HttpResult>;
};
let keyring: { cache: KeyAnswer; outbox: KeyAnswer; hasCode: boolean };
let told: { notices: [string, string][]; states: number; sessions: number; outbox: (string | null)[] };
let inUse: boolean;
/** The key that the copy was opened with, at each opening. */
let copyKeys: (string | null)[];
let copies: CacheStore[];

const setUp = (root: string): void => {
  folder = root;
  const files = createFiles(folder);
  time = new VirtualTime(START);
  const ids = new SimRandom(3);
  log = memoryLog();
  secrets = memorySecrets();
  throttle = createThrottle(time);
  service = {
    requests: [],
    pushed: 0,
    read: async () => NOTHING,
    push: async () => accepted({ company_id: 5 }),
  };
  keyring = { cache: { kind: 'none' }, outbox: { kind: 'none' }, hasCode: false };
  told = { notices: [], states: 0, sessions: 0, outbox: [] };
  [inUse, copyKeys, copies] = [false, [], []];
  for (const id of [A, B])
    secrets.all.set(`account/${id}/session`, JSON.stringify({ kind: 'token', accessToken: 't' }));
  const outboxKeys: OutboxKeys = {
    ...noOutboxKeys(files),
    get: async () => keyring.outbox,
    hasCode: () => keyring.hasCode,
  };
  ports = {
    clock: time,
    timers: time,
    // What waits for a random time does not wait.
    random: { next: () => 0, uuid: () => ids.uuid() },
    log,
    secrets,
    databaseKeys: { ...noKeys, get: async () => keyring.cache },
    outboxKeys,
    files,
    transport: () => ({
      read: (request) => {
        service.requests.push(request);
        return service.read();
      },
      push: () => {
        service.pushed += 1;
        return service.push();
      },
    }),
    shell: 'web',
    platform: 'test',
    version: '0.0.0',
  };
};
beforeAll(async () => {
  // It is read from a file; virtual time would run on meanwhile.
  await loadPinyin();
  setUp(template);
  await close(await open());
});
beforeEach(() => {
  const made = mkdtempSync(join(tmpdir(), 'satchel-workspace-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  cpSync(template, made, { recursive: true });
  setUp(made);
});

const open = (id = A, more: Partial<WorkspaceOptions> = {}): Promise<Workspace> =>
  openWorkspace({
    ports,
    profile: { ...demoProfile(), id },
    throttle,
    reworked: false,
    openCache: (name, key) => {
      copyKeys.push(key);
      const cache = openCache(ports.files, name, log, {
        key,
        notify: ({ code, detail }) => void told.notices.push([code, detail]),
      });
      copies.push(cache);
      return cache;
    },
    spare: {
      spend: () => false,
      isSpent: () => false,
      isLow: () => false,
      start: () => undefined,
      close: () => undefined,
    },
    attention: { inUse: () => inUse, isShown: () => false },
    ownerId: () => '1',
    pull: { rounds: 'asked' },
    onDamage: () => undefined,
    onRecords: () => undefined,
    onLookups: () => undefined,
    onState: () => {
      told.states += 1;
    },
    onReached: () => undefined,
    onSession: () => {
      told.sessions += 1;
    },
    onOutbox: (resource) => void told.outbox.push(resource),
    notify: (code, detail) => void told.notices.push([code, detail]),
    withdraw: () => undefined,
    ...more,
  });
/** Virtual time passes while it closes, `ms` at most. */
const close = async (workspace: Workspace, ms = 10_000): Promise<void> => {
  const ended = workspace.close();
  await time.advance(ms);
  await ended;
};
const at = (name: string, id = A): string => join(folder, 'accounts', id, name);
const inFolder = (name: string, id = A): string => `accounts/${id}/${name}`;
const names = (): string[] => readdirSync(join(folder, 'accounts', A)).toSorted();
const codes = (): string[] => told.notices.map(([code]) => code);
const save = (workspace: Workspace, name = 'Acme'): string => {
  const saved = workspace.outbox.submit({ command: companyCommand(name), base: null });
  if (!saved.ok) throw new Error(saved.code);
  return saved.id;
};
const titles = (workspace: Workspace): string[] => workspace.outbox.list().map(({ title }) => title);
/** One saved item waits in the account, which is closed. */
const savedBefore = async (): Promise<void> => {
  const workspace = await open();
  save(workspace);
  await close(workspace);
  told.notices.length = 0;
};
const loseOutbox = (): void => {
  for (const name of ['outbox.db', 'outbox.db-wal', 'outbox.db-shm']) rmSync(at(name), { force: true });
};

describe('the files of an account', () => {
  it('are plain without a keyring, and nothing of a new account is missing', async () => {
    const workspace = await open(B);
    expect([workspace.profileId, workspace.cacheProtection, copyKeys]).toEqual([B, 'plain', [null]]);
    expect(workspace.outboxProtection()).toEqual({ state: 'plain', hasCode: false, plainCopies: 0 });
    expect(told.notices).toEqual([]);
    expect(service.requests).toEqual([]);
    await close(workspace);
  });

  it('are encrypted with the key of the keyring', async () => {
    keyring.cache = HAS_KEY;
    const workspace = await open();
    expect([workspace.cacheProtection, copyKeys]).toEqual(['encrypted', [KEY]]);
    await close(workspace);
    expect(ports.files.databaseKind(inFolder('cache.db'))).toBe('encrypted');
  });

  it('with an encrypted copy whose key is missing open only where there never was a keyring', async () => {
    keyring.cache = HAS_KEY;
    await close(await open());
    keyring.cache = { kind: 'none' };
    ports.secrets = { ...secrets, storage: 'keychain' };
    await expect(open()).rejects.toMatchObject({ code: 'cache-locked', reason: 'missing' });
    expect(names()).not.toContain('cache.db.aside-1');
    ports.secrets = secrets;
    const workspace = await open();
    expect([codes(), workspace.cacheProtection]).toEqual([['cache-damaged'], 'plain']);
    await close(workspace);
  });

  it('are asked for the key of unsent work first, because it cannot be downloaded again', async () => {
    keyring.cache = HAS_KEY;
    await savedBefore();
    ports.files.encrypt(inFolder('outbox.db'), KEY);
    keyring.cache = keyring.outbox = { kind: 'unavailable', reason: 'waiting' };
    keyring.hasCode = true;
    await expect(open()).rejects.toMatchObject({ code: 'outbox-locked', hasCode: true });
  });

  it('with encrypted unsent work say so, and whether a code opens it', async () => {
    await savedBefore();
    ports.files.encrypt(inFolder('outbox.db'), KEY);
    Object.assign(keyring, { outbox: HAS_KEY, hasCode: true });
    const workspace = await open();
    expect(workspace.outboxProtection()).toEqual({ state: 'encrypted', hasCode: true, plainCopies: 0 });
    expect(titles(workspace)).toEqual(['Acme']);
    await close(workspace);
  });

  it('without outbox and note tell that it is lost, also if the copy was set aside', async () => {
    await savedBefore();
    loseOutbox();
    for (const name of ['outbox.journal', 'outbox.note']) rmSync(at(name));
    ports.files.setAside(inFolder('cache.db'));
    await close(await open());
    expect(codes()).toEqual(['outbox-lost']);
  });

  it('of a new account, of which only the copy was made, tell nothing as lost', async () => {
    const killed = (name: string): never => {
      ports.files.writeText(name, '');
      throw new Error('killed');
    };
    await expect(open(B, { openCache: killed })).rejects.toThrow('killed');
    await close(await open(B));
    expect(codes()).toEqual([]);
  });

  it('with an encrypted journal and no outbox: its work comes back encrypted', async () => {
    await savedBefore();
    loseOutbox();
    recodeJournal(ports.files, inFolder('outbox.journal'), KEY, KEY);
    keyring.outbox = HAS_KEY;
    const workspace = await open();
    expect([titles(workspace), workspace.outboxProtection().state]).toEqual([['Acme'], 'encrypted']);
    await close(workspace);
    expect(ports.files.databaseKind(inFolder('outbox.db'))).toBe('encrypted');
    expect(ports.files.journalForm(inFolder('outbox.journal'))).toBe('encrypted');
  });

  it('with an encrypted journal beside a plain outbox become encrypted, as the user once chose', async () => {
    await savedBefore();
    recodeJournal(ports.files, inFolder('outbox.journal'), KEY, KEY);
    keyring.outbox = HAS_KEY;
    const workspace = await open();
    expect([titles(workspace), workspace.outboxProtection().state]).toEqual([['Acme'], 'encrypted']);
    await close(workspace);
    expect(ports.files.databaseKind(inFolder('outbox.db'))).toBe('encrypted');
  });

  it('of another account do not open, and the copy is closed again', async () => {
    await savedBefore();
    cpSync(join(folder, 'accounts', A), join(folder, 'accounts', B), { recursive: true });
    rmSync(at('cache.db', B));
    await expect(open(B)).rejects.toMatchObject({ code: 'account-mismatch' });
    expect(() => copies.at(-1)?.state('any')).toThrow(/not open/);
    expect(time.pending()).toBe(0);
  });

  it('of the outbox have their copies in the same form; those that cannot be read are counted', async () => {
    await savedBefore();
    ports.files.encrypt(inFolder('outbox.db'), KEY);
    keyring.outbox = HAS_KEY;
    const plain = ports.files.open(inFolder('outbox.db.aside-1'));
    plain.exec('CREATE TABLE t (x TEXT)');
    plain.close();
    const workspace = await open();
    expect(workspace.outboxProtection().plainCopies).toBe(1);
    await close(workspace);
  });

  it.each([
    ['deleted if the user has just decrypted it', true, []],
    ['kept aside otherwise', false, ['outbox.key.aside-1']],
  ])('of a plain outbox need no wraps: they are %s', async (_, reworked, left) => {
    await savedBefore();
    writeFileSync(at('outbox.key'), 'wrap');
    await close(await open(A, { reworked }));
    expect(names().filter((name) => name.startsWith('outbox.key'))).toEqual(left);
  });
});

describe('a copy that was set aside', () => {
  it('is deleted as soon as the new one is complete', async () => {
    await savedBefore();
    writeFileSync(at('cache.db.aside-1'), 'old');
    const workspace = await open();
    workspace.pull.limitRequests(60);
    expect(names()).toContain('cache.db.aside-1');
    workspace.cache.setState('pull/fresh', String(time.now()));
    const { states } = told;
    workspace.pull.limitRequests(150);
    await time.advance(1_000);
    expect(told.states).toBeGreaterThan(states);
    expect(names()).not.toContain('cache.db.aside-1');
    await close(workspace);
  });

  it('is deleted at the next opening if the new one was complete', async () => {
    const first = await open();
    first.cache.setState('pull/fresh', String(time.now()));
    await close(first);
    writeFileSync(at('cache.db.aside-1'), 'old');
    await close(await open());
    expect(names()).not.toContain('cache.db.aside-1');
  });
});

describe('saved work', () => {
  it('of the demo is sent at once; its list is read soon after', async () => {
    const workspace = await open();
    const read = vi.spyOn(workspace.pull, 'refresh');
    workspace.outbox.start();
    const id = save(workspace);
    expect(told.outbox).toContain('company');
    await time.advance(300);
    expect([service.pushed, workspace.outbox.store.get(id)?.state]).toEqual([1, 'applied']);
    expect(read).not.toHaveBeenCalled();
    await time.advance(1_000);
    expect(read.mock.calls).toEqual([[['company']]]);
    await close(workspace);
  });

  it('of any other account waits for the first look of the user', async () => {
    const workspace = await open(A, { profile: { ...demoProfile(), id: A, demo: false } });
    workspace.outbox.start();
    save(workspace);
    await time.advance(60_000);
    expect(service.pushed).toBe(0);
    await close(workspace);
  });

  it('waits as long as a saved item can be undone, and as long as a rate limit lasts', async () => {
    const workspace = await open(A, { undoSeconds: 5 });
    workspace.outbox.start();
    save(workspace);
    await time.advance(4_900);
    expect(service.pushed).toBe(0);
    throttle.hold(20_000);
    await time.advance(19_000);
    expect(service.pushed).toBe(0);
    await time.advance(60_000);
    expect(service.pushed).toBe(1);
    await close(workspace);
  });

  it('that the service refuses causes no read', async () => {
    service.push = async () => ({
      ...accepted({}),
      ...({ text: JSON.stringify({ code: 400, message: 'no', now: '2026-01-01 10:00:00' }) } as const),
    });
    const workspace = await open();
    const read = vi.spyOn(workspace.pull, 'refresh');
    workspace.outbox.start();
    save(workspace);
    await time.advance(5_000);
    expect(service.pushed).toBe(1);
    expect(read).not.toHaveBeenCalled();
    await close(workspace);
  });
});

describe('a round of the pull', () => {
  const failures = (): string[] =>
    log.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
  const round = async (workspace: Workspace): Promise<void> => {
    const ended = workspace.pull.round();
    await time.advance(600_000);
    await ended;
  };

  it('over a service without records ends complete', async () => {
    const workspace = await open();
    await round(workspace);
    expect([failures(), workspace.pull.state().error]).toEqual([[], null]);
    expect(workspace.pull.state().freshAsOf).not.toBeNull();
    await close(workspace);
  });

  it('without a sign-in that holds says that one is needed', async () => {
    service.read = async () => ({ ...NO_ANSWER, status: 401 });
    const workspace = await open(A, { profile: { ...demoProfile(), id: A, demo: false } });
    await round(workspace);
    expect(workspace.connectivity.state().connectivity).toBe('sign-in');
    await close(workspace);
  });

  it('is limited as the user chose; the demo is not, because its service is in this process', async () => {
    const demo = await open();
    expect(demo.pull.state().requests.perMinute).toBeNull();
    await close(demo);
    const other = await open(A, { profile: { ...demoProfile(), id: A, demo: false } });
    expect(other.pull.state().requests.perMinute).toBeGreaterThan(0);
    await close(other);
  });

  it('[AU17] that waits for an answer is over before the copy is closed, and the late answer changes nothing', async () => {
    let answer: (result: HttpResult) => void = () => undefined;
    service.read = () => new Promise((resolve) => (answer = resolve));
    const workspace = await open();
    void workspace.pull.round();
    await time.advance(1_000);
    expect(service.requests.length).toBeGreaterThan(0);
    await workspace.close();
    const sent = service.requests.length;
    service.read = async () => NO_ROUTE;
    answer(NO_ROUTE);
    await time.advance(60_000);
    expect([service.requests.length, failures()]).toEqual([sent, []]);
  });

  it.each([true, false])(
    'whose records to take along cannot be checked; closed meanwhile: %s',
    async (isClosing) => {
      const workspace = await open();
      workspace.travel.pin([{ kind: 'record', resource: 'company', id: '1' }]);
      const { pinned } = workspace.travel;
      let ended: Promise<void> | null = null;
      const check = vi.spyOn(workspace.travel, 'pinned').mockImplementation(() => {
        if (!isClosing) return Promise.reject(new Error('disk I/O error'));
        ended ??= workspace.close();
        return pinned();
      });
      await round(workspace);
      expect(check).toHaveBeenCalled();
      expect(failures()).toEqual(isClosing ? [] : ['round failed']);
      await (ended ?? close(workspace));
    },
  );
});

describe('the parts of an account', () => {
  const ask = (workspace: Workspace) => workspace.client.read(WAREHOUSE_LIST_PATH);

  it('go on when the account is signed in again', async () => {
    const workspace = await open();
    const [kick, signedIn] = [vi.spyOn(workspace.outbox, 'kick'), vi.spyOn(workspace.pull, 'signedIn')];
    await workspace.session.adopt(
      { kind: 'token', accessToken: 'new' },
      { accessToken: 'new', refreshToken: null, expiresAt: null },
    );
    expect([kick.mock.calls.length, signedIn.mock.calls.length, told.sessions]).toEqual([1, 1, 1]);
    await close(workspace);
  });

  it('do not go on when the user signs out; the window is told', async () => {
    const workspace = await open(A, { profile: { ...demoProfile(), id: A, demo: false } });
    const [kick, signedIn] = [vi.spyOn(workspace.outbox, 'kick'), vi.spyOn(workspace.pull, 'signedIn')];
    await workspace.session.forget();
    expect([kick.mock.calls.length, signedIn.mock.calls.length, told.sessions]).toEqual([0, 0, 1]);
    await close(workspace);
  });

  it('tell that the keychain did not take a sign-in', async () => {
    const workspace = await open();
    secrets.set = () => Promise.reject(new Error('locked'));
    const token = { accessToken: 'new', refreshToken: null, expiresAt: null };
    await workspace.session.adopt({ kind: 'token', accessToken: 'new' }, token);
    expect(codes()).toEqual(['sign-in-not-kept']);
    await close(workspace);
  });

  it('learn that the service answers again, and the window is told', async () => {
    const workspace = await open();
    const reconnected = vi.spyOn(workspace.outbox, 'reconnected');
    const reached = vi.spyOn(workspace.travel, 'reached');
    await ask(workspace);
    expect([reconnected.mock.calls.length, reached.mock.calls.length, told.states]).toEqual([1, 1, 1]);
    service.read = async () => NO_ROUTE;
    await ask(workspace);
    expect([reconnected.mock.calls.length, reached.mock.calls.length, told.states]).toEqual([1, 1, 2]);
    await close(workspace);
  });

  it('look after a lost connection within seconds while a window is in use', async () => {
    const workspace = await open();
    inUse = true;
    await time.advance(1_000);
    service.read = async () => NO_ROUTE;
    await ask(workspace);
    const asked = service.requests.length;
    await time.advance(3_000);
    expect(service.requests.slice(asked).map(({ url }) => new URL(url).pathname)).toEqual([
      WAREHOUSE_LIST_PATH,
    ]);
    inUse = false;
    await time.advance(60_000);
    expect(service.requests).toHaveLength(asked + 1);
    await close(workspace);
  });

  it('know the time of the service at the next opening', async () => {
    const first = await open();
    await ask(first);
    // What was learned since is stored at the end.
    await time.advance(3_600_000);
    await ask(first);
    const offset = first.client.serverClock.offsetMs();
    await close(first);
    const second = await open();
    expect([offset === null, second.client.serverClock.offsetMs()]).toEqual([false, offset]);
    await close(second);
  });
});

describe('a closed account', () => {
  it.each([
    ['right after it was opened', async () => undefined, 0],
    [
      'right after a delivery',
      async (workspace: Workspace) => {
        save(workspace);
        await time.advance(100);
      },
      1,
    ],
    [
      'after a lost connection',
      async (workspace: Workspace) => {
        inUse = true;
        service.read = async () => NO_ROUTE;
        await workspace.client.read(WAREHOUSE_LIST_PATH);
      },
      0,
    ],
  ])('leaves no timer: closed %s', async (_, before, pushed) => {
    const workspace = await open(A, { pull: { rounds: 'timed' } });
    workspace.outbox.start();
    workspace.pull.start();
    await before(workspace);
    expect(service.pushed).toBe(pushed);
    expect(time.pending()).toBeGreaterThan(0);
    await close(workspace, 100);
    expect(time.pending()).toBe(0);
    const asked = service.requests.length;
    await time.advance(600_000);
    expect(service.requests).toHaveLength(asked);
  });

  it('waits some seconds for the answer of what it is sending', async () => {
    service.push = () => new Promise(() => undefined);
    const workspace = await open();
    workspace.outbox.start();
    save(workspace);
    await time.advance(1_000);
    expect(service.pushed).toBe(1);
    let isEnded = false;
    const ended = workspace.close().then(() => (isEnded = true));
    await time.advance(3_999);
    expect(isEnded).toBe(false);
    await time.advance(1);
    expect(isEnded).toBe(true);
    await ended;
    const again = await open();
    again.outbox.start();
    expect(again.outbox.list().map(({ state }) => state)).toEqual(['uncertain']);
    await close(again);
  });

  it('is closed as soon as that answer is there, and keeps it', async () => {
    let answer: (result: HttpResult) => void = () => undefined;
    service.push = () => new Promise((resolve) => (answer = resolve));
    const workspace = await open();
    workspace.outbox.start();
    save(workspace);
    await time.advance(1_000);
    let isEnded = false;
    const ended = workspace.close().then(() => (isEnded = true));
    await time.advance(500);
    answer(accepted({ company_id: 5 }));
    await time.advance(100);
    expect(isEnded).toBe(true);
    await ended;
    const again = await open();
    expect(again.outbox.list().map(({ state }) => state)).toEqual(['applied']);
    await close(again);
  });

  it('begins no delivery while it waits for its last answers', async () => {
    let answer: (result: HttpResult) => void = () => undefined;
    const workspace = await open(A, { undoSeconds: 2 });
    workspace.outbox.start();
    save(workspace);
    service.read = () => new Promise((resolve) => (answer = resolve));
    void workspace.pull.round();
    await time.advance(1_000);
    const ended = workspace.close();
    await time.advance(5_000);
    service.read = async () => NO_ROUTE;
    answer(NO_ROUTE);
    await time.advance(60_000);
    await ended;
    expect(service.pushed).toBe(0);
  });

  it('tells the window nothing of an answer that comes too late', async () => {
    const workspace = await open();
    await workspace.client.read(WAREHOUSE_LIST_PATH);
    let answer: (result: HttpResult) => void = () => undefined;
    service.read = () => new Promise((resolve) => (answer = resolve));
    workspace.activity.get({ start: '2026-01-01', end: '2026-01-01', userIds: ['1'] });
    await time.advance(1_000);
    expect(service.requests).toHaveLength(2);
    await close(workspace);
    const { states } = told;
    answer(NOTHING);
    await time.advance(1_000);
    expect([told.states, log.lines.filter(({ level }) => level !== 'info')]).toEqual([states, []]);
  });

  it('does not go on when a sign-in comes too late', async () => {
    const workspace = await open();
    await close(workspace);
    const [kick, signedIn] = [vi.spyOn(workspace.outbox, 'kick'), vi.spyOn(workspace.pull, 'signedIn')];
    await workspace.session.adopt(
      { kind: 'token', accessToken: 'new' },
      { accessToken: 'new', refreshToken: null, expiresAt: null },
    );
    expect([kick.mock.calls, signedIn.mock.calls]).toEqual([[], []]);
  });

  it('has its files closed, and opens again with everything', async () => {
    await savedBefore();
    expect(() => copies.at(-1)?.state('any')).toThrow(/not open/);
    const again = await open();
    expect([titles(again), existsSync(at('outbox.db')), told.notices]).toEqual([['Acme'], true, []]);
    await close(again);
  });
});
