/**
 * The built desktop shell under plain Node with a double of the Electron APIs that it uses; `test/electron`
 * tests the real binary.
 */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { databaseKind, unlock } from '../../../src/main/node/encrypt-database';
import { enProtection } from '../../../src/renderer/i18n/en-protection';
import { browserPath } from '../../support/browser';
import { copiedDemo } from '../../support/copied-demo';
import { freshData, playScenario } from '../../support/electron-run';
import { inCiOnly } from '../../support/thorough';
import * as double from '../../support/electron-double';

const ALL_USED = new Set<string>();
const play = async <T extends object>(
  name: string,
  env: Record<string, string> = {},
): Promise<T & { used: string[]; exitCode?: number }> => {
  const played = await playScenario<T>(name, env);
  for (const member of played.used) ALL_USED.add(member);
  return played;
};

/** The driver starts the browser in the scenario's process, so it must know the real system. */
const withBrowser = { SATCHEL_BROWSER: browserPath ?? '', SATCHEL_DOUBLE_PLATFORM: process.platform };

const filesIn = (inside: string): string[] =>
  readdirSync(inside).flatMap((name) =>
    statSync(join(inside, name)).isDirectory() ? filesIn(join(inside, name)) : [join(inside, name)],
  );

interface Main {
  account: string;
  tokenStorage: string;
  shell: string;
  columns: number;
  badInput: string;
  foreign: string[];
  resolved: string[];
  refusals: boolean[];
  downloads: boolean[];
  windows: string[];
  openedOutside: string[];
  sandboxed: boolean;
  switches: string[];
  appUserModelId: string;
  webPreferences: Record<string, unknown>;
  loaded: string[];
  policy: string;
  headers: Record<string, string>;
  page: string;
  nonceDiffers: boolean;
  refused: number[];
  posted: number;
  permission: { check: boolean; device: boolean; request: boolean };
  cancelled: Record<string, boolean>;
  replaced: string;
  clipboard: string;
  commands: unknown[];
  saved: boolean;
  told: string[];
  pdf: Record<string, unknown>;
  openedPaths: string[];
  focused: number;
  connectivityAfterWake: string;
  privileges: { scheme: string; privileges: Record<string, boolean> }[];
  menu: { id?: string; role?: string; accelerator?: string }[];
}

describe('the desktop shell against the Electron double', () => {
  let main: Main & { used: string[]; exitCode?: number };
  const report = join(freshData(), 'report.json');
  const copied = freshData();
  let copying: Promise<unknown> | undefined;
  /** The demo with its first copy, encrypted by a first start with a keychain. */
  const makeCopied = async (): Promise<void> => {
    cpSync(await copiedDemo(), join(copied, 'data'), { recursive: true });
    await play('keyring', { SATCHEL_DOUBLE_DATA: copied });
  };
  const copyOfDemo = async (): Promise<string> => {
    await (copying ??= makeCopied());
    const data = freshData();
    cpSync(copied, data, { recursive: true });
    return data;
  };
  beforeAll(async () => {
    main = await play<Main>('main', {
      SATCHEL_DOUBLE_DATA: await copyOfDemo(),
      SATCHEL_DOUBLE_SAVE: report,
      SATCHEL_DOUBLE_WITHOUT_PATH: 'documents',
    });
  });

  it('[SEC2 SEC3 SEC4 SEC6 SEC8 SEC9 SEC11] opens one sandboxed, isolated window without Node on the app origin', () => {
    expect(main.loaded).toEqual(['satchel-app://app/']);
    expect(main.sandboxed).toBe(true);
    expect(main.switches).toEqual(['js-flags=--expose-gc']);
    expect(main.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
    });
    expect(main.webPreferences).not.toHaveProperty('enableBlinkFeatures');
  });

  it('[SEC17] carries the contract to the worker, drops messages of a foreign sender and refuses invalid frames', () => {
    expect(main).toMatchObject({ account: 'demo', shell: 'electron', tokenStorage: 'keychain' });
    expect(main.columns).toBeGreaterThanOrEqual(53);
    expect(main.foreign).toEqual(['silent', 'silent', 'silent', 'silent', 'silent']);
    expect(main.badInput).toBe('BAD_REQUEST');
  });

  it('[SEC5 SEC12 SEC13 SEC14] refuses navigation, frames, redirects, webviews, windows, downloads and permissions', () => {
    expect(main.refusals).toEqual([true, true, true, true]);
    // The shell allows only the download of a file that the page made itself, e.g. an exported list.
    expect(main.downloads).toEqual([false, false, false, true]);
    expect(main.windows).toEqual(['deny', 'deny', 'deny']);
    expect(main.permission).toEqual({ check: false, device: false, request: false });
  });

  it('[SEC15] opens only plain addresses outside the app', () =>
    expect(main.openedOutside).toEqual(['https://example.com/']));

  it('[SEC1] lets no request of a page reach the network', () => {
    expect(main.cancelled).toEqual({
      'https://example.com/x': true,
      'http://127.0.0.1/': true,
      'file:///etc/passwd': true,
      'ws://example.com/': true,
      'satchel-app://app/x.js': false,
      'data:,x': false,
    });
  });

  it('asks the system for the way (proxy route) to a service', () =>
    expect(main.resolved).toContain('http://127.0.0.1:59321/'));

  it('[SEC7] serves the page with a strict policy and a new nonce per load', () => {
    expect(main.policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{22,}';/,
    );
    expect(main.policy).toContain("connect-src 'none'");
    expect(main.policy).not.toContain('unsafe');
    expect(main.page).not.toContain('__CSP_NONCE__');
    expect(main.nonceDiffers).toBe(true);
    expect(main.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('[SEC18] serves only files of the renderer, from its own scheme, however the path is written', () => {
    expect(main.refused).toEqual(main.refused.map(() => 404));
    expect(main.refused.length).toBeGreaterThan(8);
    expect(main.posted).toBe(404);
    expect(main.privileges).toEqual([
      {
        scheme: 'satchel-app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ]);
  });

  it('passes menu commands and deep links to the window, also after a change of the hash, and ignores malformed links', () => {
    expect(main.commands).toEqual([
      { type: 'screen', screen: 'orders' },
      { type: 'record', resource: 'order', id: '123' },
      { type: 'record', resource: 'company', id: '77' },
    ]);
  });

  it('acts on the context menu: replaces a misspelt word, copies a link without its scheme', () => {
    expect(main.replaced).toBe('word');
    expect(main.clipboard).toBe('a@b.example');
  });

  it('has the edit roles, settings under the usual key, and texts in the language of the user', () => {
    const roles = main.menu.map(({ role }) => role);
    expect(roles).toEqual(
      expect.arrayContaining([
        'undo',
        'redo',
        'cut',
        'copy',
        'paste',
        'pasteAndMatchStyle',
        'selectAll',
        'resetZoom',
        'zoomIn',
        'zoomOut',
        'togglefullscreen',
        'minimize',
        'quit',
      ]),
    );
    expect(main.menu.find(({ id }) => id === 'settings')?.accelerator).toBe('CmdOrCtrl+,');
    expect(main.appUserModelId).toBe('app.satchel.desktop');
  });

  it('checks the connection after waking up, but does not treat waking up as online', () =>
    expect(main.connectivityAfterWake).toBe('offline'));

  it('opens the log folder, saves a report without secrets, and reports a failure', () => {
    expect(main.openedPaths[0]).toMatch(/data.logs$/);
    const text = readFileSync(report, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ version: '0.1.0', keychain: 'keychain', core: { satchel: {} } });
    expect(text).not.toMatch(/demo-secret|access_token"?\s*:|dataDirectory/);
    expect(main.told).toEqual(['error: The report was not saved']);
  });

  it('saves the page as a PDF in the chosen file, also without a documents folder, proposes a valid name, and reports a failure, also of other files', () => {
    expect(main.pdf).toMatchObject({
      saved: 'saved',
      text: '%PDF-1.7 of the double',
      options: { preferCSSPageSize: true, printBackground: true },
      proposed: expect.stringMatching(/Order A 1\.pdf$/) as string,
      failed: 'failed',
      cancelled: 'cancelled',
      files: ['saved list.csv', 'cancelled null'],
    });
  });

  it('closes the core before it quits', () => expect(main.exitCode).toBe(0));

  inCiOnly(() => {
    it.concurrent('opens the link it was started with, and one that arrives before the window exists', async () => {
      expect(await play('first-link')).toMatchObject({
        command: { type: 'record', resource: 'lead', id: '42' },
      });
      for (const by of ['open-url', 'second-instance'])
        expect(
          await play('link-before-ready', { SATCHEL_DOUBLE_PACKAGED: '1', SATCHEL_SCENARIO_BY: by }),
          by,
        ).toMatchObject({ command: { type: 'record', resource: 'receipt', id: '5' }, devTools: false });
    });
  });

  it.concurrent('refuses a bad option, and data that a newer version has opened, without touching it', async () => {
    expect(await play('bad-option')).toMatchObject({
      code: 1,
      errors: [expect.stringContaining('--port takes a number')],
    });
    const data = freshData();
    await play('keyring', { SATCHEL_DOUBLE_DATA: data, SATCHEL_DOUBLE_VERSION: '2.0.0' });
    const before = readFileSync(join(data, 'data/version.json'), 'utf8');
    expect(await play('newer', { SATCHEL_DOUBLE_DATA: data, SATCHEL_DOUBLE_VERSION: '1.9.9' })).toMatchObject(
      { code: 1, loaded: [], errors: [expect.stringContaining('2.0.0')] },
    );
    expect(readFileSync(join(data, 'data/version.json'), 'utf8')).toBe(before);
  });

  interface Keyring {
    account: string | null;
    tokenStorage: string;
    cacheProtection: string | null;
    locked: { reason: string; canRenew: boolean } | null;
    loaded: string[];
    frames: string[];
    rows: number | null;
  }
  describe('with and without a keyring, in consecutive starts on the same data', () => {
    const data = freshData();
    const folder = join(data, 'data/accounts/demo');
    const isPlain = (): boolean => databaseKind(join(folder, 'cache.db')) === 'plain';
    it('keeps tokens for the session only and the cache plain where Linux has no keyring, and says so', async () => {
      expect(
        await play<Keyring>('keyring', { SATCHEL_DOUBLE_DATA: data, SATCHEL_DOUBLE_KEYRING: 'none' }),
      ).toMatchObject({ tokenStorage: 'memory', cacheProtection: 'plain', loaded: ['satchel-app://app/'] });
      expect(existsSync(join(data, 'data/secrets.json'))).toBe(false);
      expect(isPlain()).toBe(true);
    });

    it('[SEC20 AU6] encrypts that cache when there is a keyring, shows a message meanwhile, and keeps the key out of every file, log and frame', async () => {
      const { frames, ...played } = await play<Keyring>('keyring', { SATCHEL_DOUBLE_DATA: data });
      expect(played).toMatchObject({
        account: 'demo',
        tokenStorage: 'keychain',
        cacheProtection: 'encrypted',
        locked: null,
        loaded: ['satchel-app://app/stopped', 'satchel-app://app/'],
      });
      expect(isPlain()).toBe(false);
      const { sealed } = JSON.parse(readFileSync(join(folder, 'cache.key'), 'utf8')) as { sealed: string };
      const { key } = JSON.parse(
        [...Buffer.from(sealed, 'base64').toString().slice('v11'.length)].toReversed().join(''),
      ) as {
        key: string;
      };
      expect(key).toMatch(/^[\da-f]{64}$/);
      const own = filesIn(data);
      expect(own.some((file) => file.endsWith('.log'))).toBe(true);
      expect(frames.length).toBeGreaterThan(3);
      for (const form of [
        key,
        Buffer.from(key).toString('base64'),
        Buffer.from(key, 'hex').toString('latin1'),
      ]) {
        for (const file of own) expect(readFileSync(file, 'latin1').includes(form), file).toBe(false);
        for (const frame of frames) expect(frame.includes(form)).toBe(false);
      }
    });

    it('waits for a keyring that does not answer, deletes nothing, and continues by itself when it answers', async () => {
      expect(
        await play('locked', { SATCHEL_DOUBLE_DATA: data, SATCHEL_DOUBLE_LOCKED: join(data, 'locked') }),
      ).toMatchObject({
        account: null,
        locked: { accountId: 'demo', reason: 'waiting', canRenew: false },
        asked: { ok: false, error: { code: 'cache-locked' } },
        notGivenUp: { ok: false, error: { code: 'bad-input' } },
        after: { account: 'demo', locked: null, cacheProtection: 'encrypted' },
      });
    });

    it('keeps copy, key and unsent work when the keychain says that it cannot open them', async () => {
      const kept = (): Buffer[] =>
        ['cache.db', 'cache.key', 'outbox.db'].map((name) => readFileSync(join(folder, name)));
      const before = kept();
      expect(
        await play<Keyring>('keyring', { SATCHEL_DOUBLE_DATA: data, SATCHEL_DOUBLE_KEYCHAIN: 'another' }),
      ).toMatchObject({
        account: null,
        tokenStorage: 'keychain',
        locked: { reason: 'undecryptable', canRenew: false },
      });
      expect(kept()).toEqual(before);
    });
  });

  inCiOnly(() => {
    it.concurrent('restarts a worker that ended, with nothing lost and a message; after the third end in a minute it shows a page with two actions', async () => {
      const crash = await play<{
        saved: boolean;
        resets: number;
        notices: string[];
        kept: string[];
        keptAtLast: string[];
        page: string;
        openedPaths: string[];
        workers: number;
      }>('crash', { SATCHEL_DOUBLE_DATA: await copyOfDemo() });
      expect(crash).toMatchObject({
        saved: true,
        resets: 2,
        notices: ['core-restarted'],
        kept: ['Kept through a crash'],
        keptAtLast: ['Kept through a crash'],
        workers: 4,
      });
      expect(crash.page).toContain('satchel-app://app/stopped/restart');
      expect(crash.page).not.toMatch(/<script|\sstyle=|\son\w+=/);
      expect(crash.openedPaths).toHaveLength(1);
    });
  });

  it.concurrent('when Windows ends the session, closes the core before the event returns', async () => {
    const data = await copyOfDemo();
    expect(
      await play('session-end-during-write', { SATCHEL_DOUBLE_DATA: data, SATCHEL_DOUBLE_PLATFORM: 'win32' }),
    ).toMatchObject({ openBefore: true, openAfter: false, code: 0 });
    expect(
      new Database(join(data, 'data/accounts/demo/outbox.db'), { readonly: true }).pragma('integrity_check', {
        simple: true,
      }),
    ).toBe('ok');
  });

  inCiOnly(() => {
    it.concurrent('delays a shutdown until the core is closed, for a limited time even if the core does not answer', async () => {
      const { code, tookMs, prevented } = await play<{ code: number; tookMs: number; prevented: boolean }>(
        'quit-stuck',
      );
      expect({ code, prevented }).toEqual({ code: 0, prevented: true });
      expect(tookMs).toBeGreaterThan(4000);
      // logind waits five seconds; more is allowed here because the machine may be busy.
      expect(tookMs).toBeLessThan(7000);
    });
  });

  it.concurrent('on Windows, shows a badge and one notification for a new failure; a later click on it opens the Outbox', async () => {
    const played = await play<{
      notifications: { title: string }[];
      overlays: string[];
      onNewWindow: string[];
      command: unknown;
    }>('alerts', { SATCHEL_DOUBLE_DATA: await copyOfDemo(), SATCHEL_DOUBLE_PLATFORM: 'win32' });
    expect(played.notifications).toHaveLength(1);
    expect(played.command).toEqual({ type: 'screen', screen: 'outbox' });
    expect(played.overlays.at(-1)).toBe('1 need attention');
    expect(played.onNewWindow).toEqual(['1 need attention']);
  });

  inCiOnly(() => {
    it.concurrent('works without notifications of the system', async () => {
      expect(
        await play('alerts', {
          SATCHEL_DOUBLE_DATA: await copyOfDemo(),
          SATCHEL_DOUBLE_PLATFORM: 'linux',
          SATCHEL_DOUBLE_NOTIFICATIONS: 'fail',
        }),
      ).toMatchObject({ badges: [0, 1], alive: 'demo' });
    });

    it.concurrent('quits when the window closes, and remembers the window per set of displays', async () => {
      const data = freshData();
      expect(
        await play('window', { SATCHEL_DOUBLE_DATA: data, SATCHEL_SCENARIO_MAXIMIZED: '1' }),
      ).toMatchObject({ after: 0, left: 0 });
      expect(await play('window', { SATCHEL_DOUBLE_DATA: data })).toMatchObject({
        options: { x: 100, y: 80, width: 1000, height: 700 },
      });
    });

    it.concurrent('on macOS, closing the window does not quit the app, and the Dock icon reopens it', async () => {
      expect(await play('window', { SATCHEL_DOUBLE_PLATFORM: 'darwin' })).toMatchObject({
        after: 0,
        left: 'silent',
        reopened: 1,
      });
    });

    it.skipIf(!browserPath)(
      '[SEC7 SEC20] shows the real renderer through the real preload with the packaged policy, and the page survives a crash of the core',
      async () => {
        const played = await play<{
          hash: string;
          problems: string[];
          reach: Record<string, unknown>;
          stoppedStyled: string;
        }>('renderer', { SATCHEL_DOUBLE_DATA: await copyOfDemo(), ...withBrowser });
        expect(played.problems).toEqual([]);
        expect(played.hash).toBe('#/orders');
        expect(played.reach).toEqual({
          bridge: ['call', 'onReset', 'shell', 'subscribe'],
          fetch: 'refused',
          socket: 'refused',
          inline: false,
          handler: false,
          evaluated: false,
          ranHandler: false,
        });
        expect(played.stoppedStyled).toBe('rgb(23, 107, 92)');
      },
    );

    describe.skipIf(!browserPath)('with unsent work encrypted in Settings', () => {
      const data = freshData();
      const folder = join(data, 'data/accounts/demo');
      const words = { ...withBrowser, SATCHEL_SCENARIO_WORDS: JSON.stringify(enProtection) };
      const keyIn = (mark: string): string =>
        (
          JSON.parse(
            [
              ...Buffer.from(
                (JSON.parse(readFileSync(join(folder, 'outbox.key'), 'utf8')) as { sealed: string }).sealed,
                'base64',
              )
                .toString()
                .slice('v11'.length)
                .replace(mark, ''),
            ]
              .toReversed()
              .join(''),
          ) as { key: string }
        ).key;
      let code = '';

      it('[SEC20 AU6] shows the code in one frame only, and asks for a part of it; no file, log or other frame has the key or the code', async () => {
        const played = await play<{
          code: string;
          printed: boolean;
          asked: number;
          said: number;
          parts: number;
          problems: string[];
        }>('protect', { SATCHEL_DOUBLE_DATA: data, SATCHEL_DOUBLE_KEYCHAIN: 'old', ...words });
        ({ code } = played);
        expect(played).toMatchObject({
          printed: true,
          saved: [true, true],
          asked: 2,
          said: 1,
          parts: 0,
          problems: [],
        });
        const key = keyIn('#old');
        expect(key).toMatch(/^[\da-f]{64}$/);
        const own = filesIn(data);
        for (const form of [
          code,
          code.replaceAll('-', ''),
          code.toLowerCase(),
          key,
          Buffer.from(key, 'hex').toString('base64'),
          Buffer.from(key, 'hex').toString('latin1'),
        ]) {
          for (const file of own) expect(readFileSync(file, 'latin1').includes(form), file).toBe(false);
        }
        expect(own.filter((file) => readFileSync(file).includes('Kept through a lost keychain'))).toEqual([]);
        const outbox = unlock(new Database(join(folder, 'outbox.db'), { readonly: true }), key);
        expect(outbox.prepare('SELECT count(*) FROM intents').pluck().get()).toBe(1);
        outbox.close();
      });

      inCiOnly(() => {
        it('opens by the recovery code on another computer; the next start there needs no code', async () => {
          const played = await play<{ locked: unknown; problems: string[] }>('recover', {
            SATCHEL_DOUBLE_DATA: data,
            SATCHEL_DOUBLE_KEYCHAIN: 'new',
            SATCHEL_SCENARIO_CODE: code,
            ...words,
          });
          expect(played).toMatchObject({
            locked: { what: 'outbox', reason: 'undecryptable', canRecover: true, canRenew: false },
            problems: [],
          });
          expect(
            await play<Keyring>('keyring', { SATCHEL_DOUBLE_DATA: data, SATCHEL_DOUBLE_KEYCHAIN: 'new' }),
          ).toMatchObject({ account: 'demo', locked: null, cacheProtection: 'encrypted' });
          expect(keyIn('#new')).toMatch(/^[\da-f]{64}$/);
        });
      });
    });
  });
  const OFF = {
    trays: 0,
    spelling: [
      ['default', []],
      ['default', false],
    ],
  };
  inCiOnly(() => {
    it.concurrent.each(['linux', 'win32'])(
      '[SEC1] on %s, checks no spelling and so fetches no dictionary until the user names languages, and stays in the tray only when told to',
      async (platform) => {
        // On Windows the data is in the local profile, which is not copied to other computers.
        const local = freshData();
        const roaming = freshData();
        const isLocal = platform === 'win32';
        const home = isLocal ? join(local, 'Satchel') : roaming;
        cpSync(await copyOfDemo(), home, { recursive: true });
        const played = await play('choices', {
          SATCHEL_DOUBLE_DATA: roaming,
          SATCHEL_DOUBLE_PLATFORM: platform,
          ...(isLocal ? { LOCALAPPDATA: local } : {}),
        });
        expect(existsSync(join(home, 'data/accounts/demo/outbox.db'))).toBe(true);
        expect(readdirSync(roaming).length === 0).toBe(isLocal);
        expect(played).toMatchObject({
          features: { tray: true, spelling: ['de-DE', 'en-GB', 'en-US', 'fr'], notifications: true },
          before: OFF,
          toolTip: 'Satchel',
          icon: 'data:image/png;base64',
          left: 'silent',
          reopened: 1,
          command: { type: 'screen', screen: 'outbox' },
          focused: 2,
          shown: [
            { id: 'open', label: 'Open Satchel' },
            { id: 'sync', label: 'Sync Now' },
            { id: 'waiting', label: 'To send: 1', enabled: true },
            {},
            { id: 'quit', label: 'Quit Satchel' },
          ],
          spelling: [...OFF.spelling, ['default', ['en-GB', 'fr']], ['default', true]],
          after: ['default', false],
        });
      },
    );

    it.concurrent('on macOS, uses the system spell check and has no tray', async () => {
      expect(
        await play('choices', { SATCHEL_DOUBLE_DATA: await copyOfDemo(), SATCHEL_DOUBLE_PLATFORM: 'darwin' }),
      ).toMatchObject({
        // without a signature
        features: { tray: false, spelling: [], notifications: false },
        before: { trays: 0, spelling: [] },
        left: 'silent',
        spelling: [],
      });
    });

    it.concurrent('quits from the tray, and at the end of a Windows session, which only windows receive', async () => {
      expect(
        await play('tray-quit', {
          SATCHEL_DOUBLE_DATA: await copyOfDemo(),
          SATCHEL_DOUBLE_PLATFORM: 'linux',
        }),
      ).toMatchObject({ code: 0, hidden: [0, 0, 0] });
      expect(
        await play('tray-quit', {
          SATCHEL_DOUBLE_DATA: await copyOfDemo(),
          SATCHEL_DOUBLE_PLATFORM: 'win32',
          SATCHEL_SCENARIO_SESSION_END: '1',
        }),
      ).toMatchObject({ code: 0, hidden: [0, 1, 0] });
    });

    it('uses every member of the test double, and the test double has every member that is used', () => {
      const kinds: Record<string, object> = {
        Session: double.session.defaultSession,
        dialog: double.dialog,
        shell: double.shell,
        Menu: double.Menu,
        protocol: double.protocol,
        safeStorage: double.safeStorage,
        screen: double.screen,
        clipboard: double.clipboard,
        nativeImage: double.nativeImage,
      };
      const own = Object.entries(kinds).flatMap(([name, object]) =>
        Object.keys(object)
          .filter((key) => !key.startsWith('_'))
          .map((key) => `${name}.${key}`),
      );
      const unused = own.filter((member) => !ALL_USED.has(member));
      expect(unused).toEqual([]);
      const sources = readdirSync('src/main/electron')
        .map((name) => join('src/main/electron', name))
        .concat('src/main/index.ts')
        .filter((file) => statSync(file).isFile());
      const imported = new Set(
        sources.flatMap((file) =>
          [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from 'electron'/g)].flatMap(
            ([, names = '']) =>
              names
                .split(',')
                .map((name) => name.trim())
                .filter((name) => name !== '' && !name.startsWith('type ')),
          ),
        ),
      );
      expect([...imported].filter((name) => !(name in double))).toEqual([]);
    });
  });
});
