/**
 * The Files port over one directory and better-sqlite3. Names are relative paths inside the directory; a path
 * that leads outside is refused. The core sets the pragmas, because it knows the guarantees of each database.
 */
import { errorCodeOf } from '#core/error-code';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { AppError } from '#core/app-error';
import type { Files } from '#core/ports/ports';
import { patiently, renamePatiently, writeWhole } from './durable';
import {
  COMPANIONS,
  databaseKind,
  decryptDatabase,
  encryptDatabase,
  isHeaderDamaged,
  needsRecoding,
  keyOfCopy,
  addTags,
  proveKey,
  unlock,
} from './encrypt-database';
import { createJournalFile, fileMedium, journalForm } from './journal-file';
import { openDatabaseFile } from './open-database-file';
import { dropReserve, makeReserve, RESERVE } from './reserve-file';
import { foldLog, isLogDamaged } from './write-ahead-log';

export interface FilesOptions {
  /** Called before a database is encrypted. This may take seconds and blocks this thread. */
  onEncrypting?(): void;
}

export const createFiles = (directory: string, { onEncrypting }: FilesOptions = {}): Files => {
  const root = resolve(directory);
  const pathOf = (name: string): string => {
    const path = resolve(root, name);
    const inside = relative(root, path);
    if (name.includes('\0') || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
      throw new AppError('bad-input', 'a file name leads outside the data directory');
    }
    return path;
  };
  if (!existsSync(root)) mkdirSync(root, { recursive: true });

  return {
    directory: root,
    pathOf,
    open: (name, key) => {
      const path = pathOf(name);
      if (key === undefined) return openDatabaseFile(path, (database) => database);
      proveKey(path, key);
      return openDatabaseFile(path, (database) => unlock(database, key));
    },
    openTagged: (name, key) => {
      const path = pathOf(name);
      const opensWith = keyOfCopy(path, key);
      return openDatabaseFile(path, (database) =>
        opensWith === null ? database : unlock(database, opensWith),
      );
    },
    addTags: (name, key) => {
      if (!needsRecoding(pathOf(name), key)) return;
      if (key !== null) onEncrypting?.();
      addTags(pathOf(name), key);
    },
    databaseKind: (name) => databaseKind(pathOf(name)),
    encrypt: (name, key) => {
      onEncrypting?.();
      encryptDatabase(pathOf(name), key);
    },
    decrypt: (name, key) => decryptDatabase(pathOf(name), key),
    exists: (name) => existsSync(pathOf(name)),
    isHeaderDamaged: (name) => isHeaderDamaged(pathOf(name)),
    isLogDamaged: (name) => isLogDamaged(pathOf(name)),
    foldLog: (name) => {
      const copy = `${name}.folded`;
      foldLog(pathOf(name), pathOf(copy));
      return copy;
    },
    journalForm: (name) => journalForm(pathOf(name)),
    journal: (name, key, readKey) => createJournalFile(fileMedium(pathOf(name)), key, readKey),
    setAside: (name) => {
      const aside = freeName(name, (candidate) => existsSync(pathOf(candidate)));
      // The database last: if Satchel ends between two of them, the next call takes the same name.
      for (const companion of COMPANIONS.toReversed()) {
        if (existsSync(pathOf(name + companion)))
          renamePatiently(pathOf(name + companion), pathOf(aside + companion));
      }
      return aside;
    },
    remove: (name) => {
      const path = pathOf(name);
      const file = basename(path).toLowerCase();
      if (file === 'outbox.journal' || COMPANIONS.some((companion) => file === `outbox.db${companion}`)) {
        throw new AppError('bad-input', 'the outbox is never deleted by code');
      }
      for (const companion of COMPANIONS) rmSync(path + companion, { force: true });
    },
    sizeBytes: (name) => COMPANIONS.reduce((sum, companion) => sum + fileSize(pathOf(name + companion)), 0),
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(root);
      return bavail * bsize;
    },
    makeReserve: (sizeBytes, least) => makeReserve(pathOf(RESERVE), sizeBytes, least),
    dropReserve: () => dropReserve(pathOf(RESERVE)),
    list: (name) => (existsSync(pathOf(name)) ? readdirSync(pathOf(name)).toSorted() : []),
    ensureDirectory: (name) => {
      if (!existsSync(pathOf(name))) mkdirSync(pathOf(name), { recursive: true });
    },
    readText: (name) => {
      try {
        return patiently(() => readFileSync(pathOf(name), 'utf8'));
      } catch (error) {
        if (errorCodeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    writeText: (name, text) => writeWhole(pathOf(name), text),
  };
};

const freeName = (name: string, taken: (candidate: string) => boolean): string => {
  for (let n = 1; ; n += 1) {
    const candidate = `${name}.aside-${n}`;
    if (!taken(candidate)) return candidate;
  }
};

const fileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
