/**
 * What a user sees: the time from starting the app to the first rows with everything on disk, the JavaScript
 * that is loaded before, and the frames and long tasks while a list is scrolled and words are typed. It runs
 * in headless Chromium without a graphics processor, so real frame rates are higher. The service is stopped,
 * so everything comes from the disk.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { measureActions } from './click-to-paint';
import { fillAccount } from './fill-cache';
import { watchFrames } from './frames';
import { printTiming, timingOf } from './measure';

const orders = Number(process.argv[2] ?? 100_000);
const browserPath = process.env.SATCHEL_BENCH_BROWSER ?? '';
const STARTS = 5;
const FIRST_JAVASCRIPT_AIM_KB = 200;
/** Replaces a file that was still loading when the page was closed: the screen did not need it. */
const NOTHING = Buffer.alloc(0);
const AHEAD_FROM_MS = 1000;

interface Started {
  url: string;
  stop(): Promise<unknown>;
}
const start = (script: string, args: readonly string[], ready: RegExp): Promise<Started> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join('scripts', script), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((done) => child.once('exit', done));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = ready.exec(output)?.[1];
      if (url !== undefined)
        resolve({
          url,
          stop: () => {
            child.kill('SIGTERM');
            return ended;
          },
        });
    });
    void ended.then(() => reject(new Error(`${script} ended: ${output}`)));
  });
const startApp = (data: string): Promise<Started> =>
  start('start.mjs', ['--web', '--no-open', '--port', '0', '--data', data], /Satchel is at (http:\/\/\S+)/);
const at = (url: string, hash: string): string => `${url}#${hash}`;

/** Connects an account and copies it, then replaces its cache by one of the wanted size. */
const prepare = async (browser: Browser, data: string): Promise<number> => {
  const service = await start(
    'service.mjs',
    ['--memory', '--dataset', 'empty', '--port', '0'],
    /Service is at (http:\/\/\S+)/,
  );
  const app = await startApp(data);
  const page = await browser.newPage();
  await page.goto(app.url);
  await page.getByLabel('CRM address').fill(service.url);
  await page.getByText('Advanced').click();
  await page.getByText('Client ID only').click();
  await page.getByLabel('Client ID').last().fill('demo-client');
  await page.getByLabel('Client secret').fill('demo-secret');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('button', { name: 'Download my data' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await page.close();
  await app.stop();
  await service.stop();
  return fillAccount(data, orders);
};

const cold = async (browser: Browser, data: string): Promise<void> => {
  const [whole, window_]: [number[], number[]] = [[], []];
  for (let i = 0; i < STARTS; i += 1) {
    const began = performance.now();
    const app = await startApp(data);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const opened = performance.now();
    await page.goto(at(app.url, 'orders'));
    await page.getByRole('gridcell').first().waitFor();
    const seen = performance.now();
    whole.push(seen - began);
    window_.push(seen - opened);
    await context.close();
    await app.stop();
  }
  printTiming(timingOf('process started → first rows of orders', whole, 0));
  printTiming(timingOf('window opened → first rows of orders', window_, 0));
};

/**
 * Measures the JavaScript that a screen needs. Stopping the long timers keeps the app from loading further
 * files ahead.
 */
const javascript = async (browser: Browser, data: string): Promise<void> => {
  const app = await startApp(data);
  for (const screen of ['today', 'orders']) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript((longest) => {
      const real = globalThis.setTimeout;
      globalThis.setTimeout = ((act: () => void, ms = 0, ...rest: []) =>
        ms > longest ? 0 : real(act, ms, ...rest)) as unknown as typeof setTimeout;
    }, AHEAD_FROM_MS);
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.url().split(/[?#]/)[0]?.endsWith('.js')) bodies.push(response.body().catch(() => NOTHING));
    });
    await page.goto(at(app.url, screen));
    await (screen === 'orders' ? page.getByRole('gridcell') : page.getByRole('main').getByRole('heading'))
      .first()
      .waitFor();
    const kilobytes =
      (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
    console.log(
      `  JavaScript loaded before ${screen} stands: ${kilobytes.toFixed(0)} kB compressed, ${bodies.length} files   aim ≤ ${FIRST_JAVASCRIPT_AIM_KB} kB: ${kilobytes <= FIRST_JAVASCRIPT_AIM_KB ? 'met' : 'MISSED'}`,
    );
    await context.close();
  }
  await app.stop();
};

const inUse = async (browser: Browser, data: string): Promise<void> => {
  const app = await startApp(data);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(at(app.url, 'orders'));
    await page.getByRole('gridcell').first().waitFor();
    await page.getByRole('grid').hover();
    await watchFrames(page, 'scrolling by the wheel for 3 s', async () => {
      for (let i = 0; i < 90; i += 1) {
        await page.mouse.wheel(0, 240);
        await page.waitForTimeout(33);
      }
    });
    await watchFrames(page, 'jumping through the list by its bar, 20 places', async () => {
      for (let i = 1; i <= 20; i += 1) {
        await page.getByRole('grid').evaluate(
          (grid, share) => {
            const area = [grid, ...grid.querySelectorAll('*')].find(
              (one) => one.scrollHeight > one.clientHeight * 3,
            ) as HTMLElement;
            area.scrollTop = area.scrollHeight * share;
          },
          ((i * 7) % 20) / 20,
        );
        await page.waitForTimeout(120);
      }
    });
    await page.goto(at(app.url, 'orders'));
    await page.getByRole('gridcell').first().waitFor();
    const search = page.getByPlaceholder(/^Search (?!records)/);
    await search.click();
    await watchFrames(page, 'typing 14 letters into the search of the list', () =>
      search.pressSequentially('nordlicht gmbh', { delay: 90 }),
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('combobox');
    await watchFrames(page, 'typing 14 letters into the palette', () =>
      palette.pressSequentially('nordlicht gmbh', { delay: 90 }),
    );
    const answers: number[] = [];
    for (const text of ['harbor', '海港', 'nord', 'kestrel', '晨光', 'casa']) {
      await palette.fill('');
      await page.waitForTimeout(200);
      const from = performance.now();
      await palette.fill(text);
      await page.locator('[role="option"] mark').first().waitFor();
      answers.push(performance.now() - from);
    }
    printTiming(timingOf('a word typed → its hits stand in the palette (50 ms of it waiting)', answers, 0));
  } finally {
    await page.close();
    await app.stop();
  }
};

const clicks = async (browser: Browser, data: string): Promise<void> => {
  const app = await startApp(data);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.goto(at(app.url, 'orders'));
    await page.getByRole('gridcell').first().waitFor();
    await measureActions(page);
  } finally {
    await page.close();
    await app.stop();
  }
};

const main = async (): Promise<void> => {
  if (browserPath === '') {
    console.log('\nThe screen: no Chromium found, nothing measured');
    return;
  }
  const data = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const rows = await prepare(browser, data);
    console.log(`\nThe screen, ${rows} records on disk, without network`);
    await cold(browser, data);
    await javascript(browser, data);
    await inUse(browser, data);
    await clicks(browser, data);
  } finally {
    await browser.close();
    rmSync(data, { recursive: true, force: true });
  }
};

await main();
