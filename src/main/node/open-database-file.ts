/**
 * Opens a database on a disk where SQLite cannot create its companion files.
 *
 *   full disk       the map of the WAL cannot be made   → the map is kept in memory (locking_mode EXCLUSIVE)
 *   read-only disk  neither WAL nor map can be made     → a copy in the system's temporary folder, for reading
 *
 * Both work only for a single process, which the lock of the data directory ensures. A write to the copy is
 * refused with SQLITE_READONLY, as on the file itself.
 */
import { errorCodeOf } from '#core/error-code';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { storageTrouble } from '#core/store/schema/sqlite-errors';

type Unlock = (database: Database.Database) => Database.Database;

/** `unlock` sets the handle's key before the first read. Throws SQLite's error for any other problem. */
export const openDatabaseFile = (path: string, unlock: Unlock): Database.Database => {
  const trouble = withoutReading(path, unlock);
  if (!('failed' in trouble)) return trouble.database;
  const { failed } = trouble;
  if (storageTrouble(failed) === 'full') {
    const database = unlock(new Database(path));
    database.pragma('locking_mode = EXCLUSIVE');
    return database;
  }
  if (!existsSync(path)) throw failed;
  return openCopy(path, unlock);
};

/** Opens the database, unless its first read fails because the disk refuses writes. */
const withoutReading = (
  path: string,
  unlock: Unlock,
): { database: Database.Database } | { failed: unknown } => {
  let database: Database.Database | null = null;
  try {
    database = unlock(new Database(path));
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    if (storageTrouble(error) !== null && errorCodeOf(error) !== 'SQLITE_IOERR_READ') {
      database?.close();
      return { failed: error };
    }
    // The reader handles any other error of the file.
    if (database === null) throw error;
  }
  return { database };
};

const openCopy = (path: string, unlock: Unlock): Database.Database => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-read-'));
  const copy = join(folder, basename(path));
  const drop = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    for (const companion of ['', '-wal'])
      if (existsSync(path + companion)) copyFileSync(path + companion, copy + companion);
    const database = unlock(new Database(copy, { readonly: true }));
    const close = database.close.bind(database);
    database.close = () => {
      const closed = close();
      drop();
      return closed;
    };
    return database;
  } catch (error) {
    drop();
    throw error;
  }
};

const HEAD_BYTES = 65_536;

/**
 * Copies the first part of a database to the temporary folder, to test its key if no file can be created
 * beside it. `look` gets the path; the copy is deleted when it returns.
 */
export const withHeadOf = <T>(path: string, look: (head: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-read-'));
  const copy = join(folder, basename(path));
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    const from = openSync(path, 'r');
    const to = openSync(copy, 'w', 0o600);
    try {
      writeSync(to, bytes, 0, readSync(from, bytes, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(from);
      closeSync(to);
    }
    return look(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
