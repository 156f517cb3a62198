// npm run screenshots [-- FOLDER]: every screen from the real app on the demo, and an outbox with an item in every state, in both languages, both themes, two widths.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';
// Types only need stripping, which Node does by itself.
import { connectAndCopy, controlOf, fillEveryState, openCore } from '../test/support/outbox-window.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
const LANGUAGES = ['en', 'zh-CN'];
const THEMES = ['light', 'dark'];
const WIDTHS = [1280, 900];
const SETTLE_MS = 700;
const READY_MS = 90_000;

/** Each: a name, where it is, and what is done there before the picture. */
const SHOTS = [
  { name: 'today', hash: 'today' }, { name: 'trail', hash: 'trail' }, { name: 'companies', hash: 'customers' }, { name: 'leads', hash: 'customers?tab=leads' }, { name: 'orders', hash: 'orders' },
  { name: 'order-panel', hash: 'orders', act: (page) => page.getByRole('row').nth(2).click() },
  { name: 'company-panel', hash: 'customers', act: (page) => page.getByRole('row').nth(2).click() },
  { name: 'company-page', hash: 'customers', act: (page) => page.getByRole('row').nth(2).getByRole('gridcell').first().dblclick() },
  { name: 'lead-page', hash: 'customers?tab=leads', act: (page) => page.getByRole('row').nth(2).getByRole('gridcell').first().dblclick() },
  { name: 'quotations', hash: 'quotations' }, { name: 'purchase-orders', hash: 'purchase-orders' }, { name: 'invoices', hash: 'invoices' }, { name: 'receipts', hash: 'receipts' },
  { name: 'activity', hash: 'activity', act: (page) => page.getByRole('figure').first().waitFor({ timeout: 30_000 }).catch(() => undefined) },
  { name: 'settings-account', hash: 'settings' }, { name: 'settings-sync', hash: 'settings?tab=sync' }, { name: 'settings-diagnostics', hash: 'settings?tab=diagnostics' },
  { name: 'no-match', hash: 'orders?q=nothing-is-called-this' },
  { name: 'palette', hash: 'today', act: async (page) => { await page.keyboard.press('Control+k'); await page.getByRole('combobox').last().fill('2611'); } },
];

const start = (script, args) =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'scripts', script), '--port', '0', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const timer = setTimeout(() => { child.kill(); fail(new Error(`${script} did not start`)); }, READY_MS);
    child.stdout.on('data', (chunk) => {
      const url = /http:\/\/\S+/.exec(String(chunk))?.[0];
      if (!url) return;
      clearTimeout(timer);
      done({ url, stop: () => new Promise((ended) => { child.once('exit', ended); child.kill(); }) });
    });
  });

const startApp = (args) => start('start.mjs', ['--web', '--no-open', ...args]);

const folder = resolve(process.argv[2] ?? join(root, 'out', 'screenshots'));
const executablePath = await findBrowser();
if (!executablePath) {
  console.error('No browser found: set SATCHEL_BROWSER to a Chromium.');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'satchel-shots-'));
const browser = await chromium.launch({ executablePath, args: FLAGS });
const fresh = await startApp(['--data', join(data, 'empty')]);
const app = await startApp(['--demo', '--data', join(data, 'demo')]);
const service = await start('service.mjs', ['--memory', '--dataset', 'demo', '--seed', '7', '--control']);
const busy = await startApp(['--data', join(data, 'busy')]);
const busyWindow = openCore(busy.url);
let taken = 0;

const pageFor = async ({ language, theme, width }) => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: theme, locale: language });
  const page = await context.newPage();
  await page.addInitScript(([key, value]) => { if (localStorage.getItem(key) === null) localStorage.setItem(key, value); }, ['satchel.ui', JSON.stringify({ language, theme })]);
  return page;
};
const shoot = async (page, variant, name) => {
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: join(folder, `${name}.${variant.language}.${variant.theme}.${variant.width}.png`) });
  taken += 1;
};

try {
  const first = await pageFor({ language: 'en', theme: 'light', width: 1280 });
  await first.goto(app.url);
  await shoot(first, { language: 'en', theme: 'light', width: 1280 }, 'first-copy');
  await first.getByText(/Data as of/).waitFor({ timeout: READY_MS });
  await first.context().close();
  await connectAndCopy(busyWindow.core, service.url);
  await fillEveryState(busyWindow.core, controlOf(service.url));
  const items = await busyWindow.core.outbox.list({});
  for (const language of LANGUAGES) for (const theme of THEMES) for (const width of WIDTHS) {
    const variant = { language, theme, width };
    const empty = await pageFor(variant);
    await empty.goto(fresh.url);
    await shoot(empty, variant, 'first-run');
    await empty.context().close();
    const page = await pageFor(variant);
    await page.goto(app.url);
    for (const { name, hash, act } of SHOTS) {
      await page.evaluate((to) => { window.location.hash = `#/${to}`; }, hash);
      await page.waitForTimeout(SETTLE_MS);
      await act?.(page);
      await shoot(page, variant, name);
      await page.keyboard.press('Escape');
    }
    await page.context().close();
    const outbox = await pageFor(variant);
    await outbox.goto(busy.url);
    for (const { id, kind, state, held } of items) {
      await outbox.evaluate((to) => { window.location.hash = `#/outbox?item=${encodeURIComponent(to)}`; }, id);
      await shoot(outbox, variant, `outbox-${kind}-${held ? 'held' : state}`);
    }
    await outbox.context().close();
  }
  console.log(`${taken} pictures in ${folder}`);
} finally {
  await browser.close();
  busyWindow.close();
  await Promise.all([app.stop(), fresh.stop(), busy.stop(), service.stop()]);
  rmSync(data, { recursive: true, force: true });
}
