/**
 * The Files port over one directory and better-sqlite3. Names are relative paths inside the directory; one that would
 * lead outside is refused. Pragmas are left to the core, which knows what each database promises.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#core/app-error';
import type { Files } from '#core/ports/ports';

/** SQLite's companions of a database; the WAL holds committed data until a checkpoint, so it travels with its database. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

export const createFiles = (directory: string): Files => {
  const root = resolve(directory);
  const pathOf = (name: string): string => {
    const path = resolve(root, name);
    const inside = relative(root, path);
    if (name.includes('\0') || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
      throw new AppError('bad-input', 'a file name leads outside the data directory');
    }
    return path;
  };
  mkdirSync(root, { recursive: true });

  return {
    directory: root,
    open: (name) => new Database(pathOf(name)),
    exists: (name) => existsSync(pathOf(name)),
    setAside: (name) => {
      const aside = freeName(name, (candidate) => existsSync(pathOf(candidate)));
      for (const companion of COMPANIONS) {
        if (existsSync(pathOf(name + companion))) renameSync(pathOf(name + companion), pathOf(aside + companion));
      }
      return aside;
    },
    remove: (name) => {
      const path = pathOf(name);
      if (COMPANIONS.some((companion) => basename(path).toLowerCase() === `outbox.db${companion}`)) {
        throw new AppError('bad-input', 'the outbox is never deleted by code');
      }
      for (const companion of COMPANIONS) rmSync(path + companion, { force: true });
    },
    sizeBytes: (name) => COMPANIONS.reduce((sum, companion) => sum + fileSize(pathOf(name + companion)), 0),
    ensureDirectory: (name) => { mkdirSync(pathOf(name), { recursive: true }); },
    readText: (name) => {
      try {
        return readFileSync(pathOf(name), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    writeText: (name, text) => {
      const path = pathOf(name);
      writeSynced(`${path}.tmp`, text);
      renameSync(`${path}.tmp`, path);
      syncDirectory(dirname(path));
    },
  };
};

const freeName = (name: string, taken: (candidate: string) => boolean): string => {
  for (let n = 1; ; n += 1) {
    const candidate = `${name}.aside-${n}`;
    if (!taken(candidate)) return candidate;
  }
};

const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const writeSynced = (path: string, text: string): void => {
  const file = openSync(path, 'w', 0o600);
  try {
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** Makes the rename itself durable; Windows has no directory handles to sync and orders metadata by its journal. */
const syncDirectory = (path: string): void => {
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
