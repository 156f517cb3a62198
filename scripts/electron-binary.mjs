// Finds Electron's binary, or fetches it. A download continues as long as bytes arrive. Only a server that
// does not respond costs time, so only that failure is remembered, for an hour.
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

/** Prints once that a download runs, and on a terminal its progress. */
const tellProgress = () => {
  let told = false;
  return (sizeBytes) => {
    const done = `${Math.round(sizeBytes / MEGABYTE)} MB`;
    if (!told) console.error(`Downloading Electron ${electronVersion()} (about 120 MB, only once).`);
    told = true;
    if (process.stderr.isTTY) process.stderr.write(`\r${done}  `);
  };
};

/** Runs Electron's own installer. `problem` is null, or the reason why there is no binary. */
export const fetchElectron = ({ env = {}, silentMs = SILENT_MS, stalledMs = STALLED_MS } = {}) =>
  runWatched({
    args: [join(folder, 'install.js')],
    env: { ELECTRON_GET_NO_PROGRESS: '1', ...env },
    folders: [join(folder, 'dist')],
    silentMs,
    stalledMs,
    onProgress: tellProgress(),
  });

/** Path of the Electron binary, or null if it is missing and could not be fetched; the reason is printed. */
export const findElectron = async ({ mayFetch = true } = {}) => {
  const present = installed();
  if (present) return present;
  if (!mayFetch || !existsSync(folder)) return null;
  if (wasSilent()) {
    console.error(
      `Electron could not be downloaded within the last hour; delete ${silence} to try again now.`,
    );
    return null;
  }
  const { problem, silent } = await fetchElectron();
  if (silent) {
    mkdirSync(join(silence, '..'), { recursive: true });
    writeFileSync(silence, 'The server of Electron said nothing; delete this file to try again at once.\n');
  } else rmSync(silence, { force: true });
  if (problem !== null) console.error(`Electron ${electronVersion()} could not be downloaded: ${problem}.`);
  return installed();
};
