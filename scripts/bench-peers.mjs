// The stores that Satchel's is compared with, installed from the npm registry into the bench's own folder.
// They are no dependencies of the project.
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

/** The folder with the packages; without them where the registry cannot be reached, which is printed. */
export const installPeers = () => {
  const folder = join(root, '.cache', 'bench', 'peers');
  const manifest = JSON.stringify({ private: true, dependencies: PACKAGES }, null, 2);
  const done = join(folder, 'installed.json');
  if (existsSync(done) && readFileSync(done, 'utf8') === manifest) return folder;
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  console.log('Installing the stores to compare with (once) …');
  // No package needs its install script: LevelDB comes as a binary, SQLite is the project's own.
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--legacy-peer-deps'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: MOST_MS,
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    console.log('They are not to be had (no network?): bare better-sqlite3 alone is compared with.');
    return folder;
  }
  // WatermelonDB runs on the same SQLite as Satchel.
  const sqlite = join(folder, 'node_modules', 'better-sqlite3');
  rmSync(sqlite, { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules', 'better-sqlite3'), sqlite, 'junction');
  writeFileSync(done, manifest);
  return folder;
};
