// Prepares the real Electron for tests and benches: finds a binary and copies it with the built app into a
// folder where a user without other rights may run them, in namespaces without a network.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fetchElectron, NotObtainable } from '../test/electron/support/fetch-electron.mjs';
import { findIsolation, prepareStage } from '../test/electron/support/stage.mjs';
import { findElectron } from './electron-binary.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';

const NEEDED_ON_LINUX = ['Xvfb', 'dbus-daemon', 'gnome-keyring-daemon', 'unshare', 'setpriv', 'ip', 'unzip'];
/** Electron needs these to show notifications and badges; without them it shows none and reports no error. */
const LIBRARIES_ON_LINUX = ['libnotify.so.4', 'libunity.so.9'];

const missingOnLinux = () => {
  if (process.platform !== 'linux') return [];
  const libraries = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? '';
  return [
    ...NEEDED_ON_LINUX.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0),
    ...LIBRARIES_ON_LINUX.filter((name) => !libraries.includes(name)),
  ];
};

/** `borrowed`: the binary was packed by others, so it never runs with a network. */
const findBinary = async () => {
  const own = process.env.SATCHEL_ELECTRON ?? (await findElectron());
  if (own) return { binary: own, borrowed: false };
  return { binary: await fetchElectron(join(root, '.cache')), borrowed: true };
};

/**
 * Fills the folder `stage`. Returns `before`, which is put before a command that runs the app, and `env`,
 * which `launch.ts` reads; or `reason`, if this machine cannot run it. `isFault` is true if nothing may be
 * skipped (SATCHEL_NO_SKIP=1) and the machine has the binary but lacks a tool, which can be installed. A kernel
 * without namespaces is no fault. Throws if a binary that was obtained cannot be used.
 */
export const stageElectron = async (
  stage,
  {
    mayMiss = process.env.SATCHEL_NO_SKIP !== '1',
    findMissing = missingOnLinux,
    getBinary = findBinary,
    isolate = findIsolation,
  } = {},
) => {
  const missing = findMissing();
  const lacks = { reason: `This machine lacks ${missing.join(', ')}.`, isFault: !mayMiss };
  // A binary that cannot run is not downloaded, except to find out whether its lack is the reason.
  if (missing.length > 0 && mayMiss) return lacks;
  let found;
  try {
    found = await getBinary();
  } catch (error) {
    if (!(error instanceof NotObtainable)) throw error;
    return { reason: `There is no Electron binary: ${error.message}`, isFault: false };
  }
  if (missing.length > 0) return lacks;
  const isolation = isolate();
  if (found.borrowed && !isolation)
    return {
      reason:
        'This system cannot start a program without a network (no namespaces), and the binary is not an official one.',
      isFault: false,
    };
  await ensureBuilt();
  return { before: isolation ?? [], env: prepareStage(stage, found.binary, isolation) };
};
