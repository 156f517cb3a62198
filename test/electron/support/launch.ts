/**
 * Starts the copy of the app in the real Electron, on a display and a D-Bus session of the tests. `npm run
 * test:electron` prepares the copy (`stage.mjs`).
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { scrubbedEnv } from './surroundings';

export const electron = process.env.SATCHEL_ELECTRON ?? '';
export const appFolder = join(process.env.SATCHEL_ELECTRON_STAGE ?? '', 'app');
export const sandboxArgs = process.env.SATCHEL_ELECTRON_NO_SANDBOX === '1' ? ['--no-sandbox'] : [];
/** A virtual display has no graphics card, so Electron's GPU process would fail repeatedly. */
export const chromiumArgs = [...sandboxArgs, '--disable-gpu'];

/** What `test-main.mjs` stores in the main process of the app. */
export interface SeenInMain {
  workers: { postMessage(message: unknown): void; threadId: number }[];
  notifications: { title: string; body: string; emit(event: string): void }[];
  trays: { tray: Electron.Tray; menu: Electron.Menu }[];
}

export interface Desktop {
  app: ElectronApplication;
  page: Page;
  data: string;
  pid: number;
  /** The output of the main process and of Chromium. */
  output(): string;
  /** Problems on the page: console errors and uncaught exceptions. */
  problems: string[];
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface LaunchOptions {
  data: string;
  env: Readonly<Record<string, string>>;
  args?: readonly string[];
}

/** Resolves when the window has a page, possibly before it shows anything. */
export const launch = async ({ data, env, args = ['--demo'] }: LaunchOptions): Promise<Desktop> => {
  const app = await _electron.launch({
    executablePath: electron,
    chromiumSandbox: sandboxArgs.length === 0,
    // Uses the theme of the system, not that of the driver.
    colorScheme: null,
    args: [...chromiumArgs, appFolder, '--data', data, '--undo-seconds=0', ...args],
    env: scrubbedEnv(env),
    cwd: appFolder,
  });
  const child = app.process();
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited: Desktop['exited'] = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const problems: string[] = [];
  const page = await app.firstWindow();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  return { app, page, data, pid: child.pid ?? -1, output: () => said, problems, exited };
};

/**
 * Starts the app a second time with the same data, as a click on a link or an icon does; resolves when the
 * second process has ended.
 */
export const startAgain = ({ data, env, args = [] }: LaunchOptions): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(electron, [...chromiumArgs, appFolder, '--data', data, ...args], {
      env: scrubbedEnv(env),
      cwd: appFolder,
      stdio: 'ignore',
    });
    child.once('error', reject);
    child.once('exit', resolve);
  });

/** Clicks an entry of the application menu, by its id. */
export const pressMenu = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item) throw new Error(`no menu entry ${wanted}`);
    item.click();
  }, id);

/** Calls `act` in the main process with what `test-main.mjs` stores there. */
export const inMain = async <T>(app: ElectronApplication, act: (seen: SeenInMain) => T): Promise<T> =>
  app.evaluate((_electronModule, source) => {
    // oxlint-disable-next-line no-implied-eval -- the function comes from the test that calls this
    const acts = new Function(`return (${source})`)() as (seen: unknown) => unknown;
    return acts((globalThis as unknown as { satchelTest: unknown }).satchelTest) as never;
  }, act.toString());

/**
 * Runs a script in the page through the main process, for pages that the driver no longer controls: one whose
 * process crashed, and one whose navigation the shell refused. A page that crashes during the call gives no
 * answer.
 */
export const inPage = (app: ElectronApplication, script: string): Promise<unknown> =>
  app.evaluate(
    ({ BrowserWindow }, code) =>
      Promise.race([
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code),
        new Promise((resolve) => {
          setTimeout(() => resolve('no answer'), 1000);
        }),
      ]) as Promise<unknown>,
    script,
  );
