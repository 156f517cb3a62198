// npm run screenshots [-- FOLDER] [--only REGEX] [--looks en.light.1280,…]: every screen of the real app, in
// both languages, both themes and two widths: on the demo, on a workspace with an item in every state and
// awkward names, on an empty one, and after the service was stopped.
import './require-node.mjs';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';
import {
  AWKWARD_NAMES,
  AWKWARD_SHOTS,
  BUSY_SHOTS,
  DEMO_SHOTS,
  EMPTY_SHOTS,
  GONE_SHOTS,
  OFFLINE_SHOTS,
} from './screenshot-list.mjs';

const { chromium } = await import('playwright-core');
// Imported after the check of the Node version: only a new Node strips the types of a TypeScript file.
const { connectAndCopy, controlOf, fillEveryState, openCore, until } =
  await import('../test/support/outbox-window.ts');

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const LANGUAGES = ['en', 'zh-CN'];
const THEMES = ['light', 'dark'];
const WIDTHS = [1280, 900];
const HEIGHT = 800;
const SETTLE_MS = 450;
// No window is in use here, so Satchel reads the details slowly (PL24).
const READY_MS = 400_000;

const start = (script, args) =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'scripts', script), '--port', '0', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => child.kill());
    const timer = setTimeout(() => {
      child.kill();
      fail(new Error(`${script} did not start`));
    }, READY_MS);
    child.stdout.on('data', (chunk) => {
      const url = /http:\/\/\S+/.exec(String(chunk))?.[0];
      if (!url) return;
      clearTimeout(timer);
      done({
        url,
        stop: () =>
          new Promise((ended) => {
            child.once('exit', ended);
            child.kill();
          }),
      });
    });
  });

const startApp = (args) => start('start.mjs', ['--web', '--no-open', '--undo-seconds=0', ...args]);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const args = process.argv.slice(2);
const option = (name) => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
};
const only = new RegExp(option('--only') ?? '');
const looks = option('--looks')?.split(',');
if (args.some((arg) => arg.startsWith('-')) || args.length > 1) {
  console.error('npm run screenshots [-- FOLDER] [--only REGEX] [--looks en.light.1280,zh-CN.dark.900,…]');
  process.exit(1);
}
const folder = resolve(args[0] ?? join(root, 'out', 'screenshots'));
const variants = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) =>
    WIDTHS.map((width) => ({ language, theme, width, name: `${language}.${theme}.${width}` })),
  ),
).filter(({ name }) => looks?.includes(name) ?? true);
const executablePath = await findBrowser();
if (!executablePath) {
  console.error('No browser found: set SATCHEL_BROWSER to a Chromium.');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'satchel-shots-'));
const browser = await chromium.launch({ executablePath, args: FLAGS });
const running = [];
const keep = async (process) => {
  running.push(await process);
  return running.at(-1);
};
let taken = 0;
const missed = [];

const pageFor = async ({ language, theme, width }) => {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme: theme,
    locale: language,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  await page.addInitScript(
    ([key, value]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    ['satchel.ui', JSON.stringify({ language, theme })],
  );
  return page;
};
const shoot = async (page, variant, name) => {
  await page.waitForTimeout(SETTLE_MS);
  await page.screenshot({ path: join(folder, `${name}.${variant.name}.png`) });
  taken += 1;
};
/**
 * Takes pictures in a separate browser context. A picture that fails is printed at the end, and the others
 * are still taken.
 */
const shootAll = async (url, variant, shots) => {
  const wanted = shots.filter(({ name }) => only.test(name));
  if (wanted.length === 0) return;
  const page = await pageFor(variant);
  await page.goto(url);
  await page.waitForTimeout(SETTLE_MS * 2);
  for (const { name, hash, act } of wanted) {
    try {
      // Each draft gets a new id, and each list starts at its top.
      if (hash !== undefined)
        await page.evaluate((to) => {
          window.location.hash = `#/${to.replace(/draft:$/, () => `draft:${crypto.randomUUID()}`)}`;
        }, hash);
      // A click on an empty place: after navigation by hash, the window assumes that the user works with the
      // keyboard, and would show the focus ring.
      await page.mouse.click(variant.width / 2, HEIGHT - 10);
      await page.waitForTimeout(SETTLE_MS);
      await act?.(page);
      await shoot(page, variant, name);
    } catch (error) {
      missed.push(`${name}.${variant.name}: ${String(error.message).split('\n')[0]}`);
    }
    // A change of the address closes a form; Escape closes everything else. Escape is pressed only if needed,
    // because the focus ring is visible after a key press.
    for (
      let tries = 0;
      tries < 3 && (await page.locator('[role="dialog"], [role="menu"], [role="listbox"]').count()) > 0;
      tries += 1
    )
      await page.keyboard.press('Escape');
    if (hash !== undefined)
      await page.evaluate(() => {
        window.location.hash = '#/settings?tab=shortcuts';
      });
  }
  await page.context().close();
};

try {
  const fresh = await keep(startApp(['--data', join(data, 'fresh')]));
  const demo = await keep(startApp(['--demo', '--data', join(data, 'demo')]));
  if (only.test('first-copy') || only.test('guide'))
    await shootAll(demo.url, variants[0], [{ name: 'first-copy' }]);
  const demoWindow = openCore(demo.url);
  await until(async () => (await demoWindow.core.sync.state()).freshAsOf !== null, READY_MS);
  for (const variant of variants) {
    await shootAll(fresh.url, variant, [
      { name: 'first-run' },
      {
        name: 'first-run-connect',
        hash: '',
        act: async (page) => {
          const fields = await page
            .getByRole('main')
            .locator('input:not([type="radio"]):not([readonly]):not([type="hidden"]):visible')
            .all();
          for (const [index, field] of fields.entries())
            await field.fill(index === 0 ? 'https://127.0.0.1:9' : 'example');
          await page.getByRole('button', { name: /^(Test connection|测试连接)$/ }).click();
          await page.waitForTimeout(1500);
        },
      },
    ]);
    if (variant === variants[0]) await shootAll(demo.url, variant, [{ name: 'guide', hash: 'today' }]);
  }
  await demoWindow.core.accounts.setSettings({
    guide: { done: [], closed: true, base: { items: 0, delivered: 0 } },
  });
  for (const variant of variants) {
    await shootAll(demo.url, variant, DEMO_SHOTS);
    for (const { id } of await demoWindow.core.outbox.drafts())
      await demoWindow.core.outbox.deleteDraft({ id });
  }
  await demoWindow.core.accounts.setDemoOffline({ offline: true });
  for (const variant of variants) await shootAll(demo.url, variant, OFFLINE_SHOTS);
  demoWindow.close();

  const service = await start('service.mjs', ['--memory', '--dataset', 'demo', '--seed', '7', '--control']);
  const control = controlOf(service.url);
  const busy = await keep(startApp(['--data', join(data, 'busy')]));
  const busyWindow = openCore(busy.url);
  await connectAndCopy(busyWindow.core, service.url);
  await fillEveryState(busyWindow.core, control);
  const items = await busyWindow.core.outbox.list({});
  const itemShots = items.map(({ id, kind, state, held }) => ({
    name: `outbox-${kind}-${held ? 'held' : state}`,
    hash: `outbox?item=${encodeURIComponent(id)}`,
  }));
  await until(async () => (await busyWindow.core.sync.state()).freshAsOf !== null, READY_MS);
  for (const variant of variants) await shootAll(busy.url, variant, [...BUSY_SHOTS, ...itemShots]);
  const strangers = (await control.truth('company')).slice(-40);
  for (const [index, name] of AWKWARD_NAMES.entries())
    await control.touch('company', strangers[index * 3].id, { name, short_name: name });
  await busyWindow.core.sync.start();
  await until(
    async () =>
      (
        await busyWindow.core.records.page({
          view: { resource: 'company', search: 'awkward' },
          start: 0,
          limit: 10,
        })
      ).total === AWKWARD_NAMES.length,
    READY_MS,
  );
  for (const variant of variants) await shootAll(busy.url, variant, AWKWARD_SHOTS);
  await service.stop();
  await new Promise((resolve) => {
    setTimeout(resolve, 3000);
  });
  for (const variant of variants) await shootAll(busy.url, variant, GONE_SHOTS);
  busyWindow.close();

  const bare = await keep(
    start('service.mjs', ['--memory', '--dataset', 'empty', '--seed', '7', '--control']),
  );
  const empty = await keep(startApp(['--data', join(data, 'empty')]));
  const emptyWindow = openCore(empty.url);
  await connectAndCopy(emptyWindow.core, bare.url);
  for (const variant of variants) await shootAll(empty.url, variant, EMPTY_SHOTS);
  emptyWindow.close();
  console.log(`${taken} pictures in ${folder}`);
  for (const one of missed) console.error(`missed: ${one}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await Promise.all(running.map((one) => one.stop()));
  rmSync(data, { recursive: true, force: true });
}
