/**
 * The desktop app and its environment in the real Electron: a keyring that is open, locked or missing, and a
 * network that it must not ask for dictionaries.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectAndCopy, type Core } from '../support/outbox-window';
import { startServiceProcess, type Running } from '../support/processes';
import { electron, inPage, launch, type Desktop } from './support/launch';
import { coreOf } from './support/page-client';
import {
  freshFolder,
  startDisplay,
  startSession,
  type KeyringState,
  type Surrounding,
} from './support/surroundings';
import { until } from './support/until';

const isLinux = process.platform === 'linux';
let display: Surrounding;
const open: Surrounding[] = [];
const running: Desktop[] = [];

/** Starts the app in a session with such a keyring. */
const startWith = async (
  state: KeyringState,
  options: { data?: string; keyrings?: string; args?: string[] } = {},
): Promise<Desktop> => {
  const session = await startSession(state, options.keyrings);
  open.push(session);
  const desktop = await launch({
    data: options.data ?? freshFolder('surroundings'),
    env: { ...display.env, ...session.env },
    args: options.args ?? ['--demo'],
  });
  running.push(desktop);
  return desktop;
};
const quit = async (desktop: Desktop): Promise<void> => {
  await desktop.app.close();
  running.splice(running.indexOf(desktop), 1);
};

describe.skipIf(electron === '' || !isLinux)('the desktop app and the keyring', () => {
  let service: Running;
  beforeAll(async () => {
    display = await startDisplay();
    service = await startServiceProcess(['--memory', '--dataset', '20', '--seed', '7', '--port', '0']);
  });
  afterEach(async () => {
    for (const { app } of running.splice(0)) await app.close().catch(() => undefined);
    for (const one of open.splice(0)) one.stop();
  });
  afterAll(async () => {
    display.stop();
    await service.stop();
  });

  /** Returns true if the file has the header of plain SQLite, or of a cache whose key is public. */
  const isPlain = (file: string): boolean =>
    ['SQLite format ', 'Satchel tagged'].includes(readFileSync(file).subarray(0, 14).toString('latin1'));
  /** Protects unsent work by a recovery code, as the settings do. */
  const encryptOutbox = async (core: Core): Promise<void> => {
    const offered = await core.accounts.offerCode();
    if (!offered.ok) throw new Error(offered.error.code);
    const groups = offered.code.split('-');
    const confirmed = await core.accounts.confirmCode({ groups: offered.ask.map((at) => groups[at] ?? '') });
    expect(confirmed.ok).toBe(true);
  };

  it('keeps the sign-in and the keys of both databases in an open keyring; with a locked one the account waits, and opens later', async () => {
    const data = freshFolder('account');
    const keyrings = freshFolder('keyring');
    const first = await startWith('unlocked', { data, keyrings, args: [] });
    const core = await coreOf(first.page);
    await connectAndCopy(core, service.url);
    const { account, tokenStorage, cacheProtection } = await core.accounts.state();
    expect({ tokenStorage, cacheProtection }).toEqual({
      tokenStorage: 'keychain',
      cacheProtection: 'encrypted',
    });
    await encryptOutbox(core);
    await quit(first);
    const folder = join(data, 'data/accounts', account?.id ?? '');
    const secrets = readFileSync(join(data, 'data/secrets.json'), 'utf8');
    // The app runs as neither root nor `nobody`, whom other programs of the machine may be.
    expect([0, 65_534]).not.toContain(statSync(join(data, 'data/secrets.json')).uid);
    const sealed = Object.values(JSON.parse(secrets) as Record<string, string>).map((text) =>
      Buffer.from(text, 'base64').toString('latin1'),
    );
    expect(sealed.length).toBeGreaterThan(0);
    // v11: encrypted with the key of the keyring, not with the one that is built into Chromium.
    for (const text of sealed) expect(text).toMatch(/^v11/);
    // Only long words: random bytes and their base64 contain any three letters sooner or later.
    for (const text of [secrets, ...sealed])
      expect(text).not.toMatch(/demo-secret|demo-password|accessToken/);
    for (const name of ['cache.db', 'outbox.db']) expect(isPlain(join(folder, name)), name).toBe(false);

    const kept = (): Buffer[] =>
      ['cache.db', 'cache.key', 'outbox.db', 'outbox.key'].map((name) => readFileSync(join(folder, name)));
    const before = kept();
    const second = await startWith('locked', { data, keyrings, args: [] });
    const lockedCore = await coreOf(second.page);
    const locked = await lockedCore.accounts.state();
    expect(locked).toMatchObject({ account: null, locked: { accountId: account?.id } });
    await quit(second);
    expect(kept()).toEqual(before);
    expect(readFileSync(join(data, 'data/secrets.json'), 'utf8')).toBe(secrets);

    const third = await startWith('unlocked', { data, keyrings, args: [] });
    const openCore = await coreOf(third.page);
    expect(await openCore.accounts.state()).toMatchObject({
      account: { id: account?.id, auth: 'signed-in' },
      locked: null,
      cacheProtection: 'encrypted',
    });
  });

  it('keeps the sign-in for the session only if there is no keyring, and says so', async () => {
    const data = freshFolder('account');
    const desktop = await startWith('none', { data, args: [] });
    const core = await coreOf(desktop.page);
    await connectAndCopy(core, service.url);
    const { account, tokenStorage, cacheProtection } = await core.accounts.state();
    expect({ tokenStorage, cacheProtection }).toEqual({ tokenStorage: 'memory', cacheProtection: 'plain' });
    await quit(desktop);
    expect(existsSync(join(data, 'data/secrets.json'))).toBe(false);
    expect(existsSync(join(data, 'data/accounts', account?.id ?? '', 'cache.key'))).toBe(false);
  });
});

describe.skipIf(electron === '')('the desktop app and the network', () => {
  beforeAll(async () => {
    display = await startDisplay();
  });
  afterEach(async () => {
    for (const { app } of running.splice(0)) await app.close().catch(() => undefined);
    for (const one of open.splice(0)) one.stop();
  });
  afterAll(() => display.stop());

  /**
   * Every web address that Chromium requested, also for its own services; Chromium writes the log when it
   * ends.
   */
  const askedFor = async (spelling: string[]): Promise<string[]> => {
    const log = join(freshFolder('network'), 'net-log.json');
    const desktop = await startWith('none', { args: ['--demo', `--log-net-log=${log}`] });
    const core = await coreOf(desktop.page);
    if (spelling.length > 0) await core.accounts.setSettings({ desktop: { tray: false, spelling } });
    const sentence = `(() => { const box = document.createElement('textarea'); document.body.append(box); box.focus();
      return document.execCommand('insertText', false, 'a wrod that is mispelt '); })()`;
    await until(async () => (await core.sync.state()).freshAsOf !== null, 'the first copy', 60_000);
    expect(await inPage(desktop.app, sentence)).toBe(true);
    await new Promise((resolve) => {
      setTimeout(resolve, 3000);
    });
    await quit(desktop);
    await until(() => existsSync(log), 'the log of the network');
    return [...readFileSync(log, 'utf8').matchAll(/"url":"(https?:[^"]*)"/g)].map(([, url = '']) => url);
  };

  it('[SEC1] requests no dictionary or anything else until the user chooses languages', async () => {
    expect(await askedFor([])).toEqual([]);
    // Shows that the log would contain such a request.
    expect((await askedFor(['en-GB'])).join(' ')).toMatch(/dict|edgedl/);
  });
});
