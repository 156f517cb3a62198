/**
 * Opens a database where the disk does not take what SQLite wants beside it.
 *
 *   full disk       the map of the WAL cannot be made   → the map is kept in memory (locking_mode EXCLUSIVE)
 *   read-only disk  neither WAL nor map can be made     → a copy in the system's temporary folder, for reading
 *
 * Both are for one process alone, which the lock of the data directory provides for. A write to the copy is
 * refused with SQLITE_READONLY, as one to the file would be.
 */
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

/**
 * `unlock` gives the handle its key, before anything is read. Throws what SQLite says of any other trouble.
 */
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

/** The opened database, unless its first read meets a disk that takes nothing. */
const withoutReading = (
  path: string,
  unlock: Unlock,
): { database: Database.Database } | { failed: Error } => {
  let database: Database.Database | null = null;
  try {
    database = unlock(new Database(path));
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    if (storageTrouble(error) !== null && code(error) !== 'SQLITE_IOERR_READ') {
      database?.close();
      return { failed: error as Error };
    }
    // Whatever else is wrong with the file is found, and judged, by who reads it.
    if (database === null) throw error;
  }
  return { database };
};

const code = (error: unknown): unknown => (error as { code?: unknown }).code;

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
 * The head of a database in the temporary folder, for a proof of its key where nothing can be made beside it.
 * `look` gets the path; the copy is gone when it returns.
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
