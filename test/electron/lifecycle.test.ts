/**
 * Starting, quitting and restarting in the real Electron: links, the position of the window, the tray,
 * quitting during work, signals, and a core that does not restart.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/main/electron/words';
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
import { startLoginManager } from './support/login-manager';
import { coreOf } from './support/page-client';
import {
  copyFolder,
  freshFolder,
  startDisplay,
  startSession,
  type Surrounding,
} from './support/surroundings';
import { until } from './support/until';

const SOON = { timeout: 20_000 };
const isLinux = process.platform === 'linux';
const hashOf = ({ page }: Desktop): string => new URL(page.url()).hash;
const isReady = ({ page }: Desktop): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: 60_000 });
const ANSWER_MS = 1000;
/** A call during a restart of the core gets no answer. */
const answers = async ({ page }: Desktop): Promise<boolean> => {
  const core = await coreOf(page);
  return Promise.race([
    core.accounts.state().then(() => true),
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), ANSWER_MS);
    }),
  ]);
};
const company = (name: string) => ({
  command: {
    kind: 'company' as const,
    schema: 1 as const,
    target: null,
    fields: { name, pool_id: '1' },
    children: [
      { ref: 'local:c1', fields: { name: 'Ann', email: 'ann@example.com', main_customer_flag: 1 as const } },
    ],
  },
});
const intentsIn = (data: string): number => {
  const outbox = new Database(join(data, 'data/accounts/demo/outbox.db'), { readonly: true });
  try {
    return outbox.prepare('SELECT count(*) FROM intents').pluck().get() as number;
  } finally {
    outbox.close();
  }
};

describe.skipIf(electron === '')('the life of the desktop app', () => {
  const around: Surrounding[] = [];
  let env: Record<string, string> = {};
  let copied = '';
  const running: Desktop[] = [];
  const start = async (options: Partial<LaunchOptions> = {}): Promise<Desktop> => {
    const desktop = await launch({ data: freshFolder('life'), env, ...options });
    running.push(desktop);
    return desktop;
  };
  beforeAll(async () => {
    around.push(await startDisplay(), await startSession('none'));
    env = Object.assign({}, ...around.map((one) => one.env)) as Record<string, string>;
    const first = await start();
    await isReady(first);
    const core = await coreOf(first.page);
    await until(async () => (await core.sync.state()).freshAsOf !== null, 'the first copy', 60_000);
    await first.app.close();
    running.length = 0;
    copied = first.data;
  });
  afterEach(async () => {
    for (const { app } of running.splice(0)) await app.close().catch(() => undefined);
  });
  afterAll(() => {
    for (const one of around) one.stop();
  });
  const demo = (): string => copyFolder(copied, 'demo');

  it('follows the link that it was started with, and one that a second start brings while it starts', async () => {
    const desktop = await start({ data: demo(), args: ['--demo', 'satchel://open/order/1400000013039'] });
    await isReady(desktop);
    await expect.poll(() => hashOf(desktop), SOON).toContain('1400000013039');
    await desktop.app.close();
    running.length = 0;
    const data = demo();
    const starting = start({ data });
    // Starts the second app when the first one holds the lock; earlier, the second would become the first.
    await until(() => lstatSync(join(data, 'SingletonLock')).isSymbolicLink(), 'the lock');
    expect(await startAgain({ data, env, args: ['satchel://open/quotation/1500000008075'] })).toBe(0);
    const second = await starting;
    await isReady(second);
    await expect.poll(() => hashOf(second), SOON).toContain('1500000008075');
  });

  it('restores the position of the window, per set of displays', async () => {
    const data = demo();
    const place = { x: 60, y: 50, width: 1010, height: 710 };
    const boundsOf = ({ app }: Desktop) =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
    const isShown = ({ app }: Desktop): Promise<boolean | undefined> =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    const first = await start({ data });
    // The place of a window that was never shown is not stored.
    await expect.poll(() => isShown(first), SOON).toBe(true);
    await first.app.evaluate(
      ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
      place,
    );
    await expect.poll(() => boundsOf(first)).toEqual(place);
    await first.app.close();
    const second = await start({ data });
    await expect.poll(() => boundsOf(second)).toEqual(place);
    await second.app.close();
    if (!isLinux) return;
    const small = await startDisplay('1024x768');
    try {
      const third = await start({ data, env: { ...env, ...small.env } });
      const bounds = await boundsOf(third);
      expect(bounds).not.toEqual(place);
      expect((bounds?.x ?? 0) + 200).toBeLessThan(1024);
      await third.app.close();
    } finally {
      small.stop();
    }
    const fourth = await start({ data });
    await expect.poll(() => boundsOf(fourth)).toEqual(place);
  });

  it('stays in the tray when its window is closed, comes back from there, and quits from there', async () => {
    const desktop = await start({ data: demo() });
    await isReady(desktop);
    const core = await coreOf(desktop.page);
    await core.accounts.setDemoOffline({ offline: true });
    await core.outbox.submit(company('Waits in the tray'));
    await core.accounts.setSettings({ desktop: { tray: true, spelling: [] } });
    await expect.poll(() => inMain(desktop.app, ({ trays }) => trays.length), SOON).toBe(1);
    const windows = (): Promise<number> =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    const pick = (id: string): Promise<void> =>
      desktop.app.evaluate((_electron, wanted) => {
        const { trays } = (globalThis as unknown as { satchelTest: { trays: { menu: Electron.Menu }[] } })
          .satchelTest;
        trays[0]?.menu.getMenuItemById(wanted)?.click();
      }, id);
    await expect
      .poll(() => inMain(desktop.app, ({ trays }) => trays[0]?.menu.items.map(({ label }) => label)), SOON)
      .toContain('To send: 1');
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(windows).toBe(0);
    const opening = desktop.app.waitForEvent('window');
    await pick('waiting');
    const page = await opening;
    await expect.poll(() => new URL(page.url()).hash, SOON).toMatch(/^#\/outbox/);
    await page.getByText('Waits in the tray').first().waitFor();
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(windows).toBe(0);
    await pick('quit');
    expect(await desktop.exited).toEqual({ code: 0, signal: null });
  });

  it('uses the user’s language in menu and page, from the start', async () => {
    const desktop = await start({ data: demo(), env: { ...env, LANG: 'zh_CN.UTF-8', LANGUAGE: 'zh_CN' } });
    await desktop.page.getByRole('navigation').first().waitFor();
    await (await coreOf(desktop.page)).accounts.setSettings({ ui: { language: 'zh-CN' } });
    const labels = (): Promise<string[]> =>
      desktop.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);
    await expect.poll(labels, SOON).toContain(wordsOf('zh-CN').edit);
    await pressMenu(desktop.app, 'orders');
    await expect.poll(() => hashOf(desktop), SOON).toMatch(/^#\/orders/);
  });

  it('keeps what was typed right before it quits', async () => {
    const data = demo();
    const desktop = await start({ data });
    const { page, app, exited } = desktop;
    await isReady(desktop);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('button', { name: 'New company' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Company name' }).fill('Typed and quit AG');
    void app.evaluate(({ app: main }) => main.quit()).catch(() => undefined);
    expect((await exited).code).toBe(0);
    const outbox = new Database(join(data, 'data/accounts/demo/outbox.db'), { readonly: true });
    expect(outbox.prepare('SELECT form FROM drafts').pluck().all().join()).toContain('Typed and quit AG');
    outbox.close();
  });

  const ways = ['quit', 'SIGTERM', 'shutdown of the computer'];
  it.each(isLinux ? ways : ways.slice(0, 2))(
    'ends by %s during work: everything acknowledged as saved is on disk, and nothing is left open',
    async (by) => {
      const data = demo();
      const bus = env.DBUS_SESSION_BUS_ADDRESS ?? '';
      const manager = by === 'shutdown of the computer' ? await startLoginManager(bus) : null;
      const desktop = await start({
        data,
        env: manager ? { ...env, DBUS_SYSTEM_BUS_ADDRESS: bus } : env,
      });
      await isReady(desktop);
      const core = await coreOf(desktop.page);
      let answered = 0;
      for (let n = 0; n < 20; n += 1)
        void core.outbox.submit(company(`Written while it ends ${n}`)).then(
          ({ ok }) => (answered += Number(ok)),
          () => undefined,
        );
      await until(() => answered > 0, 'the first answer');
      // A program that did not ask for a delay is ended with the computer.
      if (manager) await until(() => manager.delayed.includes('shutdown'), 'a delay of the shutdown');
      const began = Date.now();
      if (manager) manager.shutDown();
      else if (by === 'SIGTERM') process.kill(desktop.pid, 'SIGTERM');
      else void desktop.app.evaluate(({ app }) => app.quit()).catch(() => undefined);
      expect((await desktop.exited).code).toBe(0);
      expect(Date.now() - began).toBeLessThan(8000);
      expect(existsSync(join(data, 'data/accounts/demo/outbox.db-wal'))).toBe(false);
      expect(intentsIn(data)).toBeGreaterThanOrEqual(answered);
      manager?.stop();
    },
  );

  /** Presses the links of the stopped page, and records which folder "Open log folder" opens. */
  const stoppedPage = async ({ app }: Desktop) => {
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openPath = async (path) => {
        opened.push(path);
        return '';
      };
    });
    const page = (script: string): Promise<unknown> => inPage(app, script);
    return {
      page,
      press: (name: string): Promise<unknown> =>
        page(`[...document.links].find((link) => link.textContent === ${JSON.stringify(name)}).click()`),
      opened: (): Promise<string[]> =>
        app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened),
      /** Expects that the app has loaded and that its menu works. */
      works: async (): Promise<void> => {
        await expect.poll(() => page('location.pathname'), SOON).toBe('/');
        await expect.poll(() => page(`document.querySelectorAll('nav a').length`), SOON).toBeGreaterThan(5);
        await pressMenu(app, 'orders');
        await expect.poll(() => page('location.hash'), SOON).toMatch(/^#\/orders/);
        await expect
          .poll(() => page(`document.querySelectorAll('[role=row]').length`), SOON)
          .toBeGreaterThan(3);
      },
    };
  };

  it('two crashes of the page in a minute do not keep the core from starting again after its first', async () => {
    const desktop = await start({ data: demo() });
    await isReady(desktop);
    const { page, works } = await stoppedPage(desktop);
    for (let again = 0; again < 2; again += 1) {
      await page('globalThis.beforeTheCrash = true');
      await desktop.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      );
      await expect.poll(() => page(`'beforeTheCrash' in globalThis`), SOON).toBe(false);
      await works();
    }
    await inMain(desktop.app, ({ workers }) => workers.at(-1)?.postMessage({ type: 'connect', port: null }));
    await expect.poll(() => inMain(desktop.app, (seen) => seen.workers.length), SOON).toBe(2);
    await works();
    expect(await page('location.pathname')).not.toBe('/stopped');
  });

  it('after the third crash of the page in a minute it shows a page that says so; the core continues, and the links work', async () => {
    const desktop = await start({ data: demo() });
    await isReady(desktop);
    const { page, press, opened, works } = await stoppedPage(desktop);
    const crash = async (): Promise<void> => {
      await page('globalThis.beforeTheCrash = true');
      await desktop.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      );
      await expect.poll(() => page(`'beforeTheCrash' in globalThis`), SOON).toBe(false);
    };
    for (let again = 0; again < 2; again += 1) {
      await crash();
      await works();
    }
    await crash();
    const words = wordsOf('en');
    await expect.poll(() => page('location.pathname'), SOON).toBe('/stopped');
    expect(await page('document.body.innerText')).toContain(words.pageStoppedTitle);
    await press(words.openLogs);
    await expect.poll(opened).toEqual([expect.stringMatching(/data[\\/]logs$/)]);
    await press(words.restart);
    await works();
    expect(await inMain(desktop.app, (seen) => seen.workers.length)).toBe(1);
  });

  it('reloads a page that hung while it loaded', async () => {
    const desktop = await start({ data: demo() });
    await isReady(desktop);
    const { page, works } = await stoppedPage(desktop);
    await desktop.page.addInitScript(() => {
      // One document blocks its page's process; the flag is stored there and is lost when that process ends.
      if (sessionStorage.getItem('standStill') === null) return;
      sessionStorage.removeItem('standStill');
      for (const end = Date.now() + 90_000; Date.now() < end;);
    });
    await page(`sessionStorage.setItem('standStill', '1'); globalThis.beforeItStoodStill = true`);
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
    await expect.poll(() => page(`'beforeItStoodStill' in globalThis`), { timeout: 60_000 }).toBe(false);
    await works();
    expect(readFileSync(join(desktop.data, 'data', 'logs', 'shell.log'), 'utf8')).toContain(
      'the page did not load in time; its process was ended',
    );
  }, 120_000);

  it('after the third crash of the core in a minute it shows a page whose links open the log folder and restart', async () => {
    const desktop = await start({ data: demo() });
    await isReady(desktop);
    const { press, opened, works } = await stoppedPage(desktop);
    const crash = (): Promise<void> =>
      inMain(desktop.app, ({ workers }) => workers.at(-1)?.postMessage({ type: 'connect', port: null }));
    const workers = (): Promise<number> => inMain(desktop.app, (seen) => seen.workers.length);
    for (const expected of [2, 3]) {
      await crash();
      await expect.poll(workers, SOON).toBe(expected);
      await until(() => answers(desktop), 'the core answers again');
    }
    await crash();
    await expect.poll(() => desktop.page.url(), SOON).toBe('satchel-app://app/stopped');
    const words = wordsOf('en');
    await press(words.openLogs);
    await expect.poll(opened).toEqual([expect.stringMatching(/data[\\/]logs$/)]);
    await press(words.restart);
    await works();
  });
});
