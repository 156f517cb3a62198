/**
 * Turns a plain database into an encrypted one, once, with nobody else having it open. The plain file stays whole until the
 * encrypted copy beside it has been read back with its key and compared; then one rename replaces it. A kill at any step
 * leaves the plain file or the encrypted one, whole, never a mixture:
 *
 *   fold the WAL in → copy → encrypt the copy → read it back → sync → rename → sync the directory
 *
 * The WAL goes first because one left beside the encrypted file would be replayed into it. The disk may keep old pages of
 * the plain file for a while; that is the file system's to overwrite.
 */
import { closeSync, copyFileSync, existsSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#core/app-error';
import { syncDirectory, syncFile } from './durable';

const PLAIN_HEADER = 'SQLite format 3\0';
const HEX_KEY = /^[\da-f]{64}$/;
/** SQLite's companions of a database; the WAL holds committed data until a checkpoint, so it travels with its database. */
export const COMPANIONS = ['', '-wal', '-shm', '-journal'] as const;

/** What the migration does to the disk; tests put a fault or a kill before any of them. */
export interface DiskSteps {
  /** Everything the WAL holds is in the file, and the WAL is gone. */
  foldIn(path: string): void;
  copy(from: string, to: string): void;
  encrypt(path: string, key: string): void;
  /** Throws unless the copy opens with its key, is sound, and holds what the plain one holds. */
  compare(plain: string, encrypted: string, key: string): void;
  syncFile(path: string): void;
  syncDirectory(path: string): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
}

/** An empty file counts as absent. `encrypted` is any file that is not plain SQLite: without a key there is no telling it from a damaged one. */
export const databaseKind = (path: string): 'absent' | 'plain' | 'encrypted' => {
  if (!existsSync(path)) return 'absent';
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(PLAIN_HEADER.length);
    const read = readSync(file, header, 0, header.length, 0);
    if (read === 0) return 'absent';
    return header.toString('latin1') === PLAIN_HEADER ? 'plain' : 'encrypted';
  } finally {
    closeSync(file);
  }
};

/** Unlocks a handle before its first statement. `key` is the hex of 32 random bytes; a wrong one shows at the first read, as SQLITE_NOTADB. */
export const unlock = <T extends Pick<Database.Database, 'pragma'>>(database: T, key: string): T => {
  checkKey(key);
  database.pragma("cipher = 'aes256cbc'");
  database.pragma(`hexkey = '${key}'`);
  return database;
};

/** Throws what the disk or SQLite says; the plain file is then as good as before. */
export const encryptDatabase = (path: string, key: string, steps: DiskSteps = realSteps): void => {
  const copy = `${path}.encrypting`;
  for (const companion of COMPANIONS) steps.remove(copy + companion);
  try {
    steps.foldIn(path);
    steps.copy(path, copy);
    steps.encrypt(copy, key);
    steps.compare(path, copy, key);
    steps.syncFile(copy);
  } catch (error) {
    for (const companion of COMPANIONS) steps.remove(copy + companion);
    throw error;
  }
  steps.rename(copy, path);
  steps.syncDirectory(dirname(path));
};

const checkKey = (key: string): void => {
  if (!HEX_KEY.test(key)) throw new AppError('internal', 'a database key has another form');
};

/** The data directory is locked, so nobody else has it open; one that does is not waited for long. */
const PATIENCE_MS = 500;

const withDatabase = <T>(path: string, options: Database.Options, body: (database: Database.Database) => T): T => {
  const database = new Database(path, { fileMustExist: true, timeout: PATIENCE_MS, ...options });
  try {
    return body(database);
  } finally {
    database.close();
  }
};

/** Rows of every table that is stored as such; the shadow tables of full-text search are among them. */
const contents = (database: Database.Database): string => {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name").pluck().all() as string[];
  const rows = tables.map((name) => [name, database.prepare(`SELECT count(*) FROM "${name.replaceAll('"', '""')}"`).pluck().get()]);
  return JSON.stringify([rows, database.pragma('user_version', { simple: true })]);
};

const isSound = (database: Database.Database): boolean => database.pragma('integrity_check(1)', { simple: true }) === 'ok';

export const realSteps: DiskSteps = {
  foldIn: (path) => {
    withDatabase(path, {}, (database) => {
      database.pragma('wal_checkpoint(TRUNCATE)');
      if (database.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') throw new AppError('internal', 'the database is open elsewhere');
    });
    for (const companion of ['-wal', '-journal']) if (existsSync(path + companion)) throw new AppError('internal', 'the database did not close');
  },
  copy: (from, to) => copyFileSync(from, to),
  encrypt: (path, key) => withDatabase(path, {}, (database) => {
    checkKey(key);
    // The copy is thrown away if this ends early: no journal, which would hold plain pages.
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.pragma("cipher = 'aes256cbc'");
    database.pragma(`hexrekey = '${key}'`);
  }),
  compare: (plain, encrypted, key) => {
    if (databaseKind(encrypted) !== 'encrypted') throw new AppError('internal', 'the copy is not encrypted');
    const before = withDatabase(plain, { readonly: true }, contents);
    withDatabase(encrypted, { readonly: true }, (database) => {
      unlock(database, key);
      if (!isSound(database)) throw withDatabase(plain, { readonly: true }, isSound) ? new AppError('internal', 'the encrypted copy failed its check') : new AppError('database-corrupt', 'the plain database failed its check');
      if (contents(database) !== before) throw new AppError('internal', 'the encrypted copy holds something else');
    });
  },
  syncFile,
  syncDirectory,
  rename: (from, to) => renameSync(from, to),
  remove: (path) => rmSync(path, { force: true }),
};
