// node scripts/try-package.mjs [DIST]: starts the unpacked package of this system and processor that `npm run
// package` made, with its sandbox, archive and fuses unchanged, and waits for rows of the demo's orders.
// Exits with 1 and prints the reason if they do not appear, if the page can reach anything of Node, or if a
// fuse differs from electron-builder.yml. Its window needs a display.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { root } from './ensure-build.mjs';
import { runInTemporaryFolder } from './temporary-folder.mjs';

const { chromium } = await import('playwright-core');

const READY_MS = 120_000;
const LAST_LINES = 30;
const dist = resolve(process.argv[2] ?? join(root, 'dist'));
const arm = process.arch === 'arm64' ? 'arm64-' : '';
const FOLDERS = {
  linux: [`linux-${arm}unpacked/satchel`],
  win32: [`win-${arm}unpacked/Satchel.exe`],
  darwin: [`mac${arm === '' ? '' : '-arm64'}/Satchel.app/Contents/MacOS/Satchel`],
};

const findExecutable = () => {
  const paths = (FOLDERS[process.platform] ?? []).map((path) => join(dist, path));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`There is no package to try: ${paths.join(', ')} is missing.`);
  return found;
};

/** Throws if a fuse of the executable differs from electron-builder.yml. */
const checkFuses = async (executable) => {
  const { FuseV1Options, getCurrentFuseWire } = await import('@electron/fuses');
  const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
  const { load } = createRequire(ofBuilder.resolve('app-builder-lib/package.json'))('js-yaml');
  const { electronFuses } = load(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));
  const wire = await getCurrentFuseWire(executable);
  for (const [name, wanted] of Object.entries(electronFuses)) {
    const option = FuseV1Options[name[0].toUpperCase() + name.slice(1)];
    if (option === undefined) continue;
    const isOn = wire[option] === '1'.charCodeAt(0);
    if (isOn !== wanted) throw new Error(`The fuse ${name} is ${isOn}, not ${wanted}.`);
  }
};

/** Resolves with the address of the window's debugger; `output` collects the output of the app. */
const untilListening = (app, output) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it did not start in time')), READY_MS);
    const hear = (chunk) => {
      output.text += chunk;
      const address = /DevTools listening on (ws:\S+)/.exec(output.text)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    app.stdout.on('data', hear);
    app.stderr.on('data', hear);
    app.once('error', reject);
    app.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`it ended with ${signal ?? code}`));
    });
  });

const lookForRows = async (address) => {
  const browser = await chromium.connectOverCDP(address);
  try {
    const [context] = browser.contexts();
    const page = context.pages()[0] ?? (await context.waitForEvent('page', { timeout: READY_MS }));
    await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: READY_MS });
    const reach = await page.evaluate(() => ['require', 'process'].filter((name) => name in globalThis));
    if (reach.length > 0) throw new Error(`the page has ${reach.join(', ')}`);
    await page.evaluate(() => {
      window.location.hash = '#/orders';
    });
    const rows = page.getByRole('grid').getByRole('row');
    await rows.nth(3).waitFor({ timeout: READY_MS });
    return await rows.count();
  } finally {
    await browser.close();
  }
};

await runInTemporaryFolder('satchel-package-', async (folder) => {
  const executable = findExecutable();
  await checkFuses(executable);
  const output = { text: '' };
  const app = spawn(
    executable,
    ['--demo', `--data=${join(folder, 'data')}`, '--lang=en-US', '--remote-debugging-port=0'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise((done) => {
    app.once('exit', done);
    app.once('error', done);
  });
  try {
    const rows = await lookForRows(await untilListening(app, output));
    console.log(`${executable}: started, fuses as configured, ${rows} rows of orders.`);
    return 0;
  } catch (error) {
    console.error(`${executable}: ${error.message}`);
    console.error(output.text.trim().split('\n').slice(-LAST_LINES).join('\n'));
    return 1;
  } finally {
    app.kill();
    await ended;
  }
});
