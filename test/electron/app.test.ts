/**
 * The real Electron, driven by Playwright: what only the binary can prove. `npm run test:electron` finds the
 * binary.
 */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const electron = process.env.SATCHEL_ELECTRON;
const packaged = process.env.SATCHEL_PACKAGED;

/**
 * The packaged executable refuses to be inspected (its fuses are off), so the driver gets the built app; the
 * package is started plainly below.
 */
describe.skipIf(electron === undefined)('the real desktop app', () => {
  const data = mkdtempSync(join(tmpdir(), 'satchel-electron-'));
  let app: ElectronApplication;
  let page: Page;
  const open = async (): Promise<void> => {
    app = await _electron.launch({
      executablePath: electron ?? '',
      args: [...(process.platform === 'linux' ? ['--no-sandbox'] : []), root, '--demo', '--data', data],
    });
    page = await app.firstWindow();
    await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: 60_000 });
  };
  beforeAll(open);
  afterAll(() => app.close());

  it('opens the demo on its own origin, and the page has neither Node nor Electron', async () => {
    expect(page.url()).toMatch(/^satchel-app:\/\/app\//);
    const reach = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globalThis),
    );
    expect(reach).toEqual([]);
    expect(
      await page.evaluate(() =>
        Object.keys((globalThis as unknown as { satchel: object }).satchel).toSorted(),
      ),
    ).toEqual(['call', 'onReset', 'shell', 'subscribe']);
  });

  it('has every web preference that the checklist asks for, in effect', async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const contents = window?.webContents as unknown as
        | { getLastWebPreferences(): Record<string, unknown> }
        | undefined;
      return contents?.getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    });
  });

  it('lets the page reach no network and open no window, whatever it tries', async () => {
    const tried = await page.evaluate(async () => ({
      fetch: await fetch('https://example.com/').then(
        () => 'reached',
        () => 'refused',
      ),
      file: await fetch('file:///etc/hosts').then(
        () => 'reached',
        () => 'refused',
      ),
      window: window.open('https://example.com/') === null,
      notification: await Notification.requestPermission(),
      inline: (() => {
        const script = document.createElement('script');
        script.textContent = 'globalThis.ran = true';
        document.body.append(script);
        return 'ran' in globalThis;
      })(),
    }));
    expect(tried).toEqual({
      fetch: 'refused',
      file: 'refused',
      window: true,
      notification: 'denied',
      inline: false,
    });
    await page.evaluate(() => {
      window.location.href = 'https://example.com/';
    });
    expect(page.url()).toMatch(/^satchel-app:\/\/app\//);
  });

  it('serves nothing from outside the renderer', async () => {
    const statuses = await page.evaluate(async () =>
      Promise.all(
        ['/..%2f..%2fpackage.json', '/%2e%2e/main/index.js', '/..%5c..%5cpackage.json'].map(
          async (path) => (await fetch(`satchel-app://app${path}`).catch(() => ({ status: 0 }))).status,
        ),
      ),
    );
    expect(statuses.every((status) => status === 404 || status === 0)).toBe(true);
  });

  it('lists orders from disk and keeps them over a restart', async () => {
    await page.evaluate(() => {
      window.location.hash = '#/orders';
    });
    await page.getByRole('grid').getByRole('row').nth(3).waitFor({ timeout: 60_000 });
    await app.close();
    await open();
    await page.evaluate(() => {
      window.location.hash = '#/orders';
    });
    await page.getByRole('grid').getByRole('row').nth(3).waitFor({ timeout: 20_000 });
  });

  it('copies what the user asks to copy, and reads nothing of the clipboard', async () => {
    await page.evaluate(() => {
      document.body.addEventListener(
        'keydown',
        () => {
          void navigator.clipboard.writeText('copied by the page').then(
            () => {
              document.title = 'copied';
            },
            (error: Error) => {
              document.title = error.message;
            },
          );
        },
        { once: true },
      );
    });
    await page.keyboard.press('Shift');
    await expect.poll(() => page.title()).toBe('copied');
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied by the page');
    expect(
      await page.evaluate(() =>
        navigator.clipboard.readText().then(
          () => 'read',
          () => 'refused',
        ),
      ),
    ).toBe('refused');
  });

  it('has a menu with the edit roles, and a second start leaves to the first', async () => {
    const roles = await app.evaluate(
      ({ Menu }) =>
        Menu.getApplicationMenu()?.items.flatMap(
          ({ submenu }) => submenu?.items.map(({ role }) => role) ?? [],
        ) ?? [],
    );
    for (const role of ['undo', 'copy', 'paste', 'selectall'])
      expect(roles.map((name) => String(name).toLowerCase())).toContain(role);
    const second = await _electron
      .launch({
        executablePath: electron ?? '',
        args: [...(process.platform === 'linux' ? ['--no-sandbox'] : []), root, '--data', data],
      })
      .then(
        () => 'opened',
        () => 'left',
      );
    expect(second).toBe('left');
  });

  it('keeps the token out of the disk in clear', async () => {
    const file = join(data, 'data', 'secrets.json');
    const storage = await app.evaluate(({ safeStorage }) => safeStorage.isAsyncEncryptionAvailable());
    if (storage) expect(readFileSync(file, 'utf8')).not.toMatch(/demo-secret|eyJ/);
  });

  it('encrypts the cache wherever there is a key for it, which Windows and macOS always have', () => {
    const account = join(data, 'data', 'accounts', 'demo');
    const isPlain =
      readFileSync(join(account, 'cache.db')).subarray(0, 15).toString('latin1') === 'SQLite format 3';
    expect(isPlain).toBe(!existsSync(join(account, 'cache.key')));
    if (process.platform !== 'linux') expect(isPlain).toBe(false);
  });
});

describe.skipIf(packaged === undefined)('the package', () => {
  it('has its fuses set as configured', async () => {
    const { FuseV1Options, getCurrentFuseWire } = await import('@electron/fuses');
    const wire = await getCurrentFuseWire(packaged ?? '');
    const ON = '1'.charCodeAt(0);
    const state = (option: number): boolean => (wire as unknown as Record<number, number>)[option] === ON;
    expect({
      runAsNode: state(FuseV1Options.RunAsNode),
      nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
      file: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
      cookies: state(FuseV1Options.EnableCookieEncryption),
      integrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
    }).toEqual({
      runAsNode: false,
      nodeOptions: false,
      inspect: false,
      file: false,
      cookies: true,
      integrity: true,
      onlyAsar: true,
    });
  });
});
