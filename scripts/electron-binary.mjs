// Finds Electron's binary, or tries once to fetch it, for at most ten seconds. A refusal is remembered for a
// day.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-build.mjs';

const GIVE_UP_MS = 10_000;
const REMEMBER_MS = 24 * 60 * 60 * 1000;
const folder = join(root, 'node_modules', 'electron');
const refusal = join(root, 'node_modules', '.cache', 'satchel-electron-refused');

const installed = () => {
  try {
    const path = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'));
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
};

const wasRefused = () => existsSync(refusal) && Date.now() - statSync(refusal).mtimeMs < REMEMBER_MS;

const fetchBinary = () =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), GIVE_UP_MS);
    child.on('error', () => resolve(false));
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });

/** Path of the Electron binary, or null where it is missing and could not be fetched. */
export const findElectron = async ({ mayFetch = true } = {}) => {
  const present = installed();
  if (present) return present;
  if (!mayFetch || !existsSync(folder) || wasRefused()) return null;
  await fetchBinary();
  const fetched = installed();
  if (fetched) rmSync(refusal, { force: true });
  else {
    mkdirSync(join(refusal, '..'), { recursive: true });
    writeFileSync(refusal, 'Electron could not be fetched; delete this file to try again at once.\n');
  }
  return fetched;
};
