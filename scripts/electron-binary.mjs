// Finds Electron's binary, or fetches it. A download goes on for as long as bytes come. Only a server that
// says nothing at all costs time, so only that is remembered, for an hour.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-build.mjs';
import { runWatched } from './watched-run.mjs';

const SILENT_MS = 10_000;
const STALLED_MS = 30_000;
const REMEMBER_MS = 60 * 60 * 1000;
const MEGABYTE = 1_000_000;
const folder = join(root, 'node_modules', 'electron');
const silence = join(root, 'node_modules', '.cache', 'satchel-electron-silent');

const installed = () => {
  try {
    const path = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'));
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
};

const wasSilent = () => existsSync(silence) && Date.now() - statSync(silence).mtimeMs < REMEMBER_MS;

const electronVersion = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** Says once what is going on, and on a terminal how far it is. */
const tellProgress = () => {
  let told = false;
  return (sizeBytes) => {
    const done = `${Math.round(sizeBytes / MEGABYTE)} MB`;
    if (!told) console.error(`Fetching Electron ${electronVersion()}, about 120 MB, this one time.`);
    told = true;
    if (process.stderr.isTTY) process.stderr.write(`\r${done}  `);
  };
};

/** Runs Electron's own installer: `problem` is null, or says in a few words why there is no binary. */
export const fetchElectron = ({ env = {}, silentMs = SILENT_MS, stalledMs = STALLED_MS } = {}) =>
  runWatched({
    args: [join(folder, 'install.js')],
    env: { ELECTRON_GET_NO_PROGRESS: '1', ...env },
    folders: [join(folder, 'dist')],
    silentMs,
    stalledMs,
    onProgress: tellProgress(),
  });

/** Path of the Electron binary, or null where it is missing and could not be fetched; says why not. */
export const findElectron = async ({ mayFetch = true } = {}) => {
  const present = installed();
  if (present) return present;
  if (!mayFetch || !existsSync(folder)) return null;
  if (wasSilent()) {
    console.error(
      `Electron could not be fetched within the last hour; delete ${silence} to try again at once.`,
    );
    return null;
  }
  const { problem, silent } = await fetchElectron();
  if (silent) {
    mkdirSync(join(silence, '..'), { recursive: true });
    writeFileSync(silence, 'The server of Electron said nothing; delete this file to try again at once.\n');
  } else rmSync(silence, { force: true });
  if (problem !== null) console.error(`Electron ${electronVersion()} could not be fetched: ${problem}.`);
  return installed();
};
