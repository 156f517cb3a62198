/**
 * The desktop app in the real Electron: one app on the demo workspace for all tests of this file, so the
 * order of the tests matters.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enDocument } from '../../src/renderer/i18n/en-documents';
import {
  electron,
  inMain,
  inPage,
  launch,
  pressMenu,
  startAgain,
  type Desktop,
  type LaunchOptions,
} from './support/launch';
import { coreOf } from './support/page-client';
import { readPdf } from './support/read-pdf';
import { freshFolder, startDisplay, startSession, type Surrounding } from './support/surroundings';
import { until } from './support/until';

const SCREENS = [
  'orders',
  'customers',
  'today',
  'receipts',
  'quotations',
  'trail',
  'purchase-orders',
  'opportunities',
  'products',
  'collections',
  'activity',
  'invoices',
  'outbox',
];
const SOON = { timeout: 20_000 };

const hashOf = (page: Page): string => new URL(page.url()).hash;
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const status = (page: Page) => page.locator('[aria-label="Status"]').first();
describe.skipIf(electron === '')('the desktop app', () => {
  let desktop: Desktop;
  let options: LaunchOptions;
  let page: Page;
  const around: Surrounding[] = [];
  beforeAll(async () => {
    around.push(await startDisplay(), await startSession('unlocked'));
    const env = Object.assign({}, ...around.map((one) => one.env)) as Record<string, string>;
    options = { data: freshFolder('window'), env };
    desktop = await launch(options);
    ({ page } = desktop);
    await navigation(page).waitFor({ timeout: 60_000 });
    const core = await coreOf(page);
    await until(async () => (await core.sync.state()).freshAsOf !== null, 'the first copy', 60_000);
    // A test must never open another program.
    await desktop.app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async (url) => void opened.push(url);
      shell.openPath = async (path) => {
        opened.push(path);
        return '';
      };
    });
  });
  afterAll(async () => {
    await desktop.app.close();
    for (const one of around) one.stop();
  });
  const opened = (): Promise<string[]> =>
    desktop.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);

  it('[SEC2 SEC3 SEC20] opens the demo on its own origin, and the page has neither Node nor Electron', async () => {
    expect(page.url()).toMatch(/^satchel-app:\/\/app\//);
    const reach = await page.evaluate(() => ({
      globals: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globalThis),
      bridge: Object.keys((globalThis as unknown as { satchel: object }).satchel).toSorted(),
    }));
    expect(reach).toEqual({ globals: [], bridge: ['call', 'onReset', 'shell', 'subscribe'] });
  });

  it('offers the page the garbage collection function that it calls while nobody uses the window', async () => {
    expect(await page.evaluate(() => typeof (globalThis as { gc?: unknown }).gc)).toBe('function');
  });

  it('[SEC4 SEC6 SEC8 SEC9 SEC10] runs the page in Chromium’s sandbox, with every web preference in effect', async () => {
    const { preferences, pid, switches } = await desktop.app.evaluate(({ BrowserWindow, app }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
        getOSProcessId(): number;
      };
      return {
        preferences: contents.getLastWebPreferences(),
        pid: contents.getOSProcessId(),
        switches: app.commandLine.hasSwitch('no-sandbox'),
      };
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
    if (process.platform !== 'linux' || process.env.SATCHEL_ELECTRON_NO_SANDBOX === '1') return;
    expect(switches).toBe(false);
    // 2 means that a filter of system calls is active.
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m);
  });

  it('carries out ten menu commands one after another, with clicks between', async () => {
    for (const screen of SCREENS) {
      await pressMenu(desktop.app, screen);
      await expect.poll(() => hashOf(page)).toMatch(new RegExp(`^#/${screen}`));
      await navigation(page).getByRole('link').first().click();
      await expect
        .poll(() => hashOf(page))
        .not.toMatch(new RegExp(`^#/${screen === 'today' ? 'none' : screen}`));
    }
    expect(desktop.problems).toEqual([]);
  });

  it('still shows changes in the core at once after all that navigation', async () => {
    const core = await coreOf(page);
    const before = await status(page).textContent();
    await core.accounts.setDemoOffline({ offline: true });
    await expect.poll(() => status(page).textContent(), SOON).not.toBe(before);
    await core.accounts.setDemoOffline({ offline: false });
    await expect.poll(() => status(page).textContent(), SOON).toBe(before);
  });

  it('opens the palette and the settings from the menu', async () => {
    await pressMenu(desktop.app, 'find');
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .or(page.getByRole('dialog').getByRole('textbox'))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await pressMenu(desktop.app, 'diagnostics');
    await expect.poll(() => hashOf(page)).toBe('#/settings?tab=diagnostics');
  });

  it('acts once on a shortcut that page and menu both have', async () => {
    const palette = page.getByRole('dialog').getByRole('combobox');
    await page.keyboard.press('ControlOrMeta+k');
    await palette.waitFor();
    // If the key worked twice, the palette would close again.
    await page.waitForTimeout(500);
    expect(await palette.count()).toBe(1);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await pressMenu(desktop.app, 'orders');
    await expect.poll(() => hashOf(page), SOON).toMatch(/^#\/orders/);
    const steps = await page.evaluate(() => window.history.length);
    await page.keyboard.press('ControlOrMeta+,');
    await expect.poll(() => hashOf(page), SOON).toMatch(/^#\/settings/);
    await page.keyboard.press('ControlOrMeta+1');
    await expect.poll(() => hashOf(page), SOON).toMatch(/^#\/today/);
    expect(await page.evaluate(() => window.history.length)).toBe(steps + 2);
  });

  it('passes a second start to the running app, which shows its window and follows the link', async () => {
    const core = await coreOf(page);
    const { rows } = await core.records.page({ view: { resource: 'order' }, start: 0, limit: 1 });
    const id = rows[0]?.id ?? '';
    const isVisible = (): Promise<boolean> =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false);
    const hide = (): Promise<void> =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await hide();
    expect(await isVisible()).toBe(false);
    expect(await startAgain(options)).toBe(0);
    await expect.poll(isVisible).toBe(true);
    await hide();
    expect(await startAgain({ ...options, args: [`satchel://open/order/${id}`] })).toBe(0);
    await expect.poll(isVisible).toBe(true);
    await expect.poll(() => hashOf(page)).toContain(id);
    const before = hashOf(page);
    expect(await startAgain({ ...options, args: ['satchel://open/order/1;rm'] })).toBe(0);
    expect(hashOf(page)).toBe(before);
  });

  it('[SEC1 SEC5 SEC7 SEC12 SEC13 SEC14 SEC15] refuses network, navigation, windows, permissions and inline scripts', async () => {
    const tried = await page.evaluate(async () => {
      const outcome = (promise: Promise<unknown>): Promise<string> =>
        promise.then(
          () => 'reached',
          () => 'refused',
        );
      const frame = document.createElement('iframe');
      frame.src = 'https://example.com/frame';
      document.body.append(frame);
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
      return {
        fetch: await outcome(fetch('https://example.com/')),
        file: await outcome(fetch('file:///etc/hosts')),
        window: window.open('https://example.com/opened') === null,
        fileWindow: window.open('file:///etc/passwd') === null,
        notification: await Notification.requestPermission(),
        location: await outcome(
          new Promise((resolve, reject) => {
            navigator.geolocation.getCurrentPosition(resolve, reject);
          }),
        ),
        camera: await outcome(navigator.mediaDevices.getUserMedia({ video: true })),
        clipboard: await outcome(navigator.clipboard.readText()),
        inline: 'ran' in globalThis,
      };
    });
    expect(tried).toEqual({
      fetch: 'refused',
      file: 'refused',
      window: true,
      fileWindow: true,
      notification: 'denied',
      location: 'refused',
      camera: 'refused',
      clipboard: 'refused',
      inline: false,
    });
    const before = page.url();
    for (const to of [
      'https://example.com/',
      'file:///etc/passwd',
      'satchel-app://app/stopped',
      'satchel-app://other/',
    ])
      await page.evaluate((address) => {
        window.location.href = address;
      }, to);
    await page.evaluate(() => {
      const form = document.createElement('form');
      form.action = 'https://example.com/form';
      document.body.append(form);
      form.submit();
    });
    // Each navigation was refused before this answer.
    await page.evaluate(() => document.title);
    expect(page.url()).toBe(before);
    expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    // Web addresses open in the system's browser; a file opens nowhere.
    expect(await opened()).toEqual(['https://example.com/opened']);
    // The driver waits for the refused navigations until the page is reloaded.
    await page.reload();
    await navigation(page).waitFor();
    desktop.problems.length = 0;
  });

  it('[SEC18] serves nothing from outside the renderer', async () => {
    const statuses = await page.evaluate(async () =>
      Promise.all(
        ['/..%2f..%2fpackage.json', '/%2e%2e/main/index.js', '/..%5c..%5cpackage.json', '/main/index.js'].map(
          async (path) => (await fetch(`satchel-app://app${path}`).catch(() => ({ status: 0 }))).status,
        ),
      ),
    );
    expect(statuses.every((code) => code === 404 || code === 0)).toBe(true);
    desktop.problems.length = 0;
  });

  it('saves a file that the page made, and refuses every other download', async () => {
    const file = join(freshFolder('download'), 'list.csv');
    await desktop.app.evaluate(({ session }, path) => {
      const states: string[] = [];
      Object.assign(globalThis, { downloads: states });
      session.defaultSession.on('will-download', (event, item) => {
        if (event.defaultPrevented) states.push('refused');
        else item.setSavePath(path);
        item.once('done', (_done, state) => states.push(state));
      });
    }, file);
    const save = (address: string): Promise<void> =>
      page.evaluate((href) => {
        const link = document.createElement('a');
        link.href = href === '' ? URL.createObjectURL(new Blob(['a,b\n'])) : href;
        link.download = 'list.csv';
        link.click();
      }, address);
    const states = (): Promise<string[]> =>
      desktop.app.evaluate(() => (globalThis as unknown as { downloads: string[] }).downloads);
    await save('');
    await expect.poll(states).toEqual(['completed']);
    expect(readFileSync(file, 'utf8')).toBe('a,b\n');
    await save('data:text/plain,from-elsewhere');
    await expect.poll(states).toContain('refused');
  });

  it('says "saved" only of an exported list that was saved', async () => {
    const file = join(freshFolder('export'), 'mine.csv');
    await desktop.app.evaluate(({ session }) => {
      session.defaultSession.on('will-download', (_event, item) => {
        const { choice } = globalThis as unknown as { choice: string };
        if (choice === 'cancel') item.cancel();
        else item.setSavePath(choice);
      });
    });
    const exportedTo = async (choice: string): Promise<string> => {
      await desktop.app.evaluate(
        (_electron, chosen) => void Object.assign(globalThis, { choice: chosen }),
        choice,
      );
      await page.evaluate(() => void (location.hash = '#/orders'));
      await page.getByRole('grid').getByRole('row').nth(4).waitFor();
      await page.keyboard.press('Control+e');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('CSV', { exact: true }).click();
      await dialog.getByRole('button', { name: 'Export', exact: true }).click();
      const said = dialog.getByRole('status').getByText(/saved|download/i);
      await said.waitFor();
      const text = await said.innerText();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      return text;
    };
    expect(await exportedTo(file)).toBe('Saved as mine.csv');
    expect(readFileSync(file, 'utf8')).toContain('Order');
    expect(await exportedTo('cancel')).toBe('Not saved');
    // No folder can be made there.
    expect(await exportedTo('/proc/none/list.csv')).toMatch(/^The file could not be saved/);
  });

  it('writes an order as a PDF with the text of the order', async () => {
    const core = await coreOf(page);
    const file = join(freshFolder('pdf'), 'order.pdf');
    await desktop.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    }, file);
    const { rows } = await core.records.page({ view: { resource: 'order' }, start: 0, limit: 1 });
    const number = String(rows[0]?.values.order_no);
    expect(await startAgain({ ...options, args: [`satchel://open/order/${rows[0]?.id}`] })).toBe(0);
    await page
      .getByRole('heading', { name: number })
      .or(page.getByRole('complementary').getByText(number))
      .first()
      .waitFor();
    await page.keyboard.press('Control+p');
    await page.getByRole('button', { name: enDocument.savePdf }).click();
    await until(() => existsSync(file), 'the file');
    const pdf = readPdf(file);
    expect(pdf.pages).toBeGreaterThan(0);
    // Checks the name and not the number: some fonts have digits of equal width that a PDF cannot map to
    // characters.
    expect(pdf.text).toContain(String(rows[0]?.values.name).trim());
    // The note is about the saved file, not about the same order in another language.
    await page.getByText(enDocument.pdfSaved).waitFor();
    await page.getByText('简体中文', { exact: true }).click();
    await page.getByText(enDocument.pdfSaved).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  });

  it('zooms in and back by the menu', async () => {
    const zoom = (role: string): Promise<number> =>
      desktop.app.evaluate(({ BrowserWindow, Menu }, wanted) => {
        const [window] = BrowserWindow.getAllWindows();
        const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
        const item = items.find((one) => one.role?.toLowerCase() === wanted);
        (item as unknown as { click(...args: unknown[]): void }).click({}, window, window?.webContents);
        return window?.webContents.getZoomLevel() ?? -1;
      }, role);
    expect(await zoom('zoomin')).toBeGreaterThan(0);
    expect(await zoom('resetzoom')).toBe(0);
    expect(await zoom('zoomout')).toBeLessThan(0);
    expect(await zoom('resetzoom')).toBe(0);
  });

  it('opens the log folder from the menu', async () => {
    await pressMenu(desktop.app, 'logFolder');
    await expect.poll(async () => (await opened()).at(-1)).toMatch(/data[\\/]logs$/);
  });

  it('copies text for the user', async () => {
    await page.evaluate(() => {
      document.body.addEventListener(
        'keydown',
        () => void navigator.clipboard.writeText('copied by the page').catch(() => undefined),
        { once: true },
      );
    });
    await page.keyboard.press('Shift');
    await expect
      .poll(() => desktop.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toBe('copied by the page');
  });

  it('continues after a crash of the core’s thread, and says so', async () => {
    const crash = (): Promise<void> =>
      inMain(desktop.app, ({ workers }) => workers.at(-1)?.postMessage({ type: 'connect', port: null }));
    await crash();
    await page.getByText('data service stopped').waitFor({ timeout: 40_000 });
    await pressMenu(desktop.app, 'quotations');
    await expect.poll(() => hashOf(page), SOON).toMatch(/^#\/quotations/);
    await page.getByRole('grid').getByRole('row').nth(3).waitFor();
  });

  it('continues after a crash of the page’s process, with menu and live updates', async () => {
    await desktop.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
    await expect
      .poll(() => inPage(desktop.app, `document.querySelectorAll('nav a').length`), SOON)
      .toBeGreaterThan(5);
    for (const screen of ['receipts', 'orders']) {
      await pressMenu(desktop.app, screen);
      await expect.poll(() => inPage(desktop.app, 'location.hash'), SOON).toMatch(new RegExp(`^#/${screen}`));
      await expect
        .poll(() => inPage(desktop.app, `document.querySelectorAll('[role=grid] [role=row]').length`), SOON)
        .toBeGreaterThan(3);
    }
  });
});
