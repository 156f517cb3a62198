// The stores that Satchel's store is compared with. They are installed from the npm registry into the bench's
// own folder and are not dependencies of the project.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-build.mjs';

const PACKAGES = {
  '@nozbe/watermelondb': '0.28.0',
  pouchdb: '9.0.0',
  'pouchdb-find': '9.0.0',
  rxdb: '17.6.0',
  rxjs: '7.8.2',
};
const MOST_MS = 300_000;

/**
 * Returns the folder with the packages. If the registry cannot be reached, it prints that and leaves them
 * out.
 */
export const installPeers = () => {
  const folder = join(root, '.cache', 'bench', 'peers');
  const manifest = JSON.stringify({ private: true, dependencies: PACKAGES }, null, 2);
  const done = join(folder, 'installed.json');
  if (existsSync(done) && readFileSync(done, 'utf8') === manifest) return folder;
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  console.log('Installing the stores to compare with (once) …');
  // No package needs its install script: LevelDB comes as a binary, and SQLite is the project's own.
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--legacy-peer-deps'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: MOST_MS,
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    console.log('They could not be installed (no network?): only bare better-sqlite3 is compared.');
    return folder;
  }
  // WatermelonDB runs on the same SQLite as Satchel.
  const sqlite = join(folder, 'node_modules', 'better-sqlite3');
  rmSync(sqlite, { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules', 'better-sqlite3'), sqlite, 'junction');
  writeFileSync(done, manifest);
  return folder;
};
