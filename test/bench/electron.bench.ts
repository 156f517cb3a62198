/**
 * The desktop app on the real Electron: the time from the start of the process to the first rows, memory
 * after use compared with the same Electron with an empty page, frames while a list is scrolled, and the size
 * of the package. The app is signed out and has no network, so everything comes from the disk. If the binary
 * needs the relay of the tests, the core is its own process, with a Node that a package does not have.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { appFolder, electron, launch, chromiumArgs } from '../electron/support/launch';
import { coreOf } from '../electron/support/page-client';
import { asAppUser, packApp } from '../electron/support/stage.mjs';
import { freshFolder, scrubbedEnv, startDisplay, startSession } from '../electron/support/surroundings';
import { connectAndCopy } from '../support/outbox-window';
import { startServiceProcess } from '../support/processes';
import { measureActions } from './click-to-paint';
import { fillAccount } from './fill-cache';
import { watchFrames } from './frames';
import { megabytes, timingOf } from './measure';
import { forgetFiles, memoryOf, processorMsOf, sizeOf } from './process-figures';

const orders = Number(process.argv[2] ?? 20_000);
const minutes = Number(process.argv[3] ?? 2);
const stage = process.env.SATCHEL_ELECTRON_STAGE ?? '';
const STARTS = 5;
const FIRST_ROWS_AIM_MS = 1500;
const MEMORY_AIM = 1.3;
const CORE_AIM_BYTES = 150 * 1_048_576;
const SIZE_AIM = 1.15;
/** V8 frees unused memory after a page has been idle for a while. */
const REST_MS = 20_000;
/** The limit for each wait. */
const WITHIN_MS = 60_000;
const SCREENS = [
  'customers',
  'orders',
  'quotations',
  'trail',
  'purchase-orders',
  'invoices',
  'receipts',
  'today',
];

interface Started {
  page: Page;
  pid: number;
  /** When the process was started (`performance.now()`). */
  from: number;
  stop(): Promise<void>;
}

const toolsOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`not started: ${said}`)), WITHIN_MS);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /^DevTools listening on (ws:\S+)/m.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
const pageOf = async (browser: Browser): Promise<Page> => {
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page', { timeout: WITHIN_MS }));
  if (!page) throw new Error('no window');
  page.setDefaultTimeout(WITHIN_MS);
  return page;
};
/**
 * Starts an app in the real Electron as a user does; its page is controlled through Chromium's debugging
 * port.
 */
const startElectron = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Started> => {
  const from = performance.now();
  const child = spawn(electron, [...chromiumArgs, ...args, '--remote-debugging-port=0'], {
    env: scrubbedEnv(env),
    cwd: appFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const browser = await chromium.connectOverCDP(await toolsOf(child));
  return {
    page: await pageOf(browser),
    pid: child.pid ?? -1,
    from,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Connects an account to an empty service, then replaces its cache by one of the wanted size. */
const prepare = async (env: Readonly<Record<string, string>>) => {
  const data = freshFolder('bench');
  const service = await startServiceProcess(['--memory', '--dataset', 'empty', '--port', '0']);
  const desktop = await launch({ data, env, args: [] });
  await connectAndCopy(await coreOf(desktop.page), service.url);
  await desktop.app.close();
  await service.stop();
  const rows = await fillAccount(join(data, 'data'), orders);
  const [, user, group] = /--reuid=(\d+) --regid=(\d+)/.exec(asAppUser.join(' ')) ?? [];
  if (user !== undefined) spawnSync('chown', ['-R', `${user}:${group}`, data]);
  return { data, rows };
};

const median = (samples: number[]): number => timingOf('', samples, 0).p50Ms;
const verdict = (met: boolean): string => (met ? 'met' : 'MISSED');
const say = (name: string, text: string): void => console.log(`  ${name.padEnd(58)} ${text}`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

const rowsOf = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('gridcell')
    .or(page.getByRole('main').getByRole('listitem'))
    .first()
    .waitFor();

/**
 * Medians of wall time, and of the processor time of all processes, which does not depend on the load of the
 * machine.
 */
const measureStarts = async (start: () => Promise<Started>, folders: readonly string[]) => {
  const samples = { cold: [] as number[], warm: [] as number[], processor: [] as number[] };
  const timed = async (kind: 'cold' | 'warm'): Promise<void> => {
    const started = await start();
    await rowsOf(started.page);
    samples[kind].push(performance.now() - started.from);
    if (kind === 'warm') samples.processor.push(processorMsOf(started.pid));
    await started.stop();
  };
  for (let round = 0; round < STARTS; round += 1) {
    forgetFiles(folders);
    await timed('cold');
    await timed('warm');
  }
  return {
    cold: median(samples.cold),
    warm: median(samples.warm),
    processor: median(samples.processor),
  };
};

/** Simulates the work of a rep until the given time: lists, records, searches. */
const workUntil = async (page: Page, untilMs: number): Promise<void> => {
  for (let turn = 0; performance.now() < untilMs; turn += 1) {
    const screen = SCREENS[turn % SCREENS.length] ?? 'orders';
    await page.evaluate((to) => {
      window.location.hash = `#/${to}`;
    }, screen);
    await page.waitForTimeout(400);
    const row = page
      .getByRole('main')
      .getByRole('gridcell')
      .nth(turn % 20);
    if (screen !== 'today') {
      await row.click();
      await page.mouse.move(600, 500);
      for (let n = 0; n < 15; n += 1) {
        await page.mouse.wheel(0, 600);
        await page.waitForTimeout(40);
      }
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await page
      .getByRole('combobox')
      .last()
      .pressSequentially(turn % 2 === 0 ? 'nord' : '海港', { delay: 40 });
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
  }
};

const EMPTY_APP = `const { app, BrowserWindow } = require('electron');
let window;
app.whenReady().then(() => {
  window = new BrowserWindow({ width: 1280, height: 820, webPreferences: { sandbox: true } });
  void window.loadFile('empty.html');
});
`;
const split = (memory: ReadonlyMap<string, number>): { shell: number; core: number } => {
  const core = memory.get('core') ?? 0;
  return { shell: memory.values().reduce((sum, bytes) => sum + bytes, 0) - core, core };
};
const partsOf = (memory: ReadonlyMap<string, number>): string =>
  [...memory].map(([role, bytes]) => `${role} ${megabytes(bytes)}`).join(', ');

/** Memory of the same Electron with an empty page, after a short rest: the median of three starts. */
const emptyMemory = async (env: Readonly<Record<string, string>>): Promise<number> => {
  const folder = join(stage, 'empty-app');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","version":"1.0.0","main":"main.cjs"}\n');
  writeFileSync(join(folder, 'main.cjs'), EMPTY_APP);
  writeFileSync(join(folder, 'empty.html'), '<!doctype html><title>empty</title>\n');
  const samples: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const started = await startElectron([folder, `--user-data-dir=${freshFolder('empty')}`], env);
    await started.page.waitForTimeout(5000);
    const memory = memoryOf(started.pid);
    if (round === 0) say('memory with an empty page', partsOf(memory));
    samples.push(split(memory).shell);
    await started.stop();
  }
  return median(samples);
};

/**
 * The memory of the Node that runs the relayed core, before it runs anything; in a package the core is a
 * thread of the shell. Call it after the app has ended: Linux divides a shared page among the processes that
 * use it, so beside the core's Node this value would be too low.
 */
const bareNodeMemory = async (): Promise<number> => {
  const node = process.env.SATCHEL_NODE_FOR_CORE;
  if (node === undefined) return 0;
  const child = spawn(node, ['-e', 'setTimeout(() => {}, 60_000)'], { env: scrubbedEnv(), stdio: 'ignore' });
  await new Promise((resolve) => {
    setTimeout(resolve, 3000);
  });
  const { shell } = split(memoryOf(child.pid ?? -1));
  child.kill();
  return shell;
};

const measureUse = async (start: () => Promise<Started>, empty: number): Promise<void> => {
  const started = await start();
  const { page } = started;
  try {
    await rowsOf(page);
    say('memory when it stands', partsOf(memoryOf(started.pid)));
    await page.evaluate(() => {
      window.location.hash = '#/orders';
    });
    await page.getByRole('gridcell').first().waitFor();
    await measureActions(page);
    await page.evaluate(() => {
      window.location.hash = '#/orders';
    });
    await page.getByRole('gridcell').first().waitFor();
    await page.getByRole('grid').hover();
    await watchFrames(page, 'scrolling by the wheel for 3 s', async () => {
      for (let i = 0; i < 90; i += 1) {
        await page.mouse.wheel(0, 240);
        await page.waitForTimeout(33);
      }
    });
    await workUntil(page, performance.now() + minutes * 60_000);
    await page.waitForTimeout(REST_MS);
    const memory = memoryOf(started.pid);
    const { shell, core } = split(memory);
    const allowed = MEMORY_AIM * empty + CORE_AIM_BYTES;
    say(`memory after ${minutes} min of use and a rest`, partsOf(memory));
    say(
      'shell · core',
      `${megabytes(shell)} · ${megabytes(core)}   aim ≤ ${megabytes(allowed)} in all: ${verdict(shell + core <= allowed)}`,
    );
    say(
      'the shell beside an empty page',
      `${(shell / empty).toFixed(2)} × ${megabytes(empty)}   aim ≤ ${MEMORY_AIM} ×`,
    );
    await started.stop();
    const node = await bareNodeMemory();
    say(
      'of the core, a Node that runs nothing · all without it',
      `${megabytes(node)} · ${megabytes(shell + core - node)}`,
    );
  } finally {
    await started.stop();
  }
};

const measurePackage = (): void => {
  const packed = sizeOf(join(packApp(stage, { asShipped: true }), '..'));
  const bare = sizeOf(join(stage, 'electron-dist'));
  const ratio = packed / bare;
  say(
    'unpacked package · bare Electron',
    `${megabytes(packed)} · ${megabytes(bare)}   ${ratio.toFixed(2)} ×   aim ≤ ${SIZE_AIM} ×: ${verdict(ratio <= SIZE_AIM)}`,
  );
};

const main = async (): Promise<void> => {
  const around = [await startDisplay(), await startSession('none')];
  const env = Object.assign({}, ...around.map((one) => one.env)) as Record<string, string>;
  try {
    const { data, rows } = await prepare(env);
    console.log(`\nThe desktop app on the real Electron, ${rows} records on disk, without network`);
    const start = (): Promise<Started> => startElectron([appFolder, '--data', data], env);
    const { cold, warm, processor } = await measureStarts(start, [join(stage, 'electron'), appFolder, data]);
    say(
      'process started → first rows, warm · cold, p50 of 5',
      `${seconds(warm)} · ${seconds(cold)}   aim ≤ ${seconds(FIRST_ROWS_AIM_MS)} warm: ${verdict(warm <= FIRST_ROWS_AIM_MS)}`,
    );
    say('processor time of all processes until then, warm', seconds(processor));
    await measureUse(start, await emptyMemory(env));
    measurePackage();
  } finally {
    for (const one of around.toReversed()) one.stop();
  }
};

await main();
