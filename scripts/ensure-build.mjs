// Builds if a source is newer than the last build, so that every command runs the current sources.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outputs = [
  'main/index.js',
  'main/web.js',
  'main/core-worker.js',
  'main/web-worker.js',
  'main/service.js',
  'preload/index.cjs',
  'renderer/index.html',
].map((file) => join(root, 'out', file));

const newestMs = (path) => {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
};

const isStale = () => {
  if (!outputs.every((file) => existsSync(file))) return true;
  const built = Math.min(...outputs.map((file) => statSync(file).mtimeMs));
  return ['src', 'electron.vite.config.ts', 'package.json'].some(
    (path) => newestMs(join(root, path)) > built,
  );
};

/** Builds if needed. Throws with the output of the build if it fails. */
export const ensureBuilt = async () => {
  if (!isStale()) return;
  const vite = join(
    dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')),
    'bin',
    'electron-vite.js',
  );
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`The build failed:\n${result.stdout}${result.stderr}`);
};
