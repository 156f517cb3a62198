/**
 * The forms of a database, and the change from one to another:
 *
 *   plain              SQLite's own form
 *   aes256cbc, secret  the outbox
 *   aegis, secret      a copy of the records; each page has a tag, so SQLite finds any altered bit
 *   aegis, public      the same without a keyring: not secret, for the tags alone
 *
 * Nobody else may have the file open during a change. The old file stays complete until the copy beside it was
 * read back with its key and compared; then one rename replaces it. A kill at any step leaves the old file or
 * the new one, complete:
 *
 *   fold the WAL in → copy → encrypt the copy → read it back → sync → rename → sync the directory
 *
 * The WAL is folded in first, because SQLite would replay it into the new file. The disk may keep old pages
 * of the plain file until the file system overwrites them.
 */
import { errorCodeOf } from '#core/error-code';
import { createHash } from 'node:crypto';
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '#core/app-error';
import { storageTrouble } from '#core/store/schema/sqlite-errors';
import { renamePatiently, syncDirectory, syncFile } from './durable';
import { withHeadOf } from './open-database-file';

const PLAIN_HEADER = 'SQLite format 3\0';
/** The first 16 bytes of a file with the public key. They are the salt, which a key of 32 bytes does not use. */
const PUBLIC_HEADER = 'Satchel tagged\0\0';
const PUBLIC_KEY = '0'.repeat(64);
const TAGGED = 'tagged:';
const KEY_FORM = new RegExp(`^(?:${TAGGED})?[\\da-f]{64}$`);
/**
 * SQLite's companions of a database; the WAL holds committed data until a checkpoint, so it travels with its
 * database.
 */
export const COMPANIONS = ['', '-wal', '-shm', '-journal'] as const;

/**
 * The hex of a key's 32 bytes, with the prefix `tagged:` for a file with a tag on each page; null if the file
 * is plain.
 */
export type DatabaseKey = string | null;

/** The key of a file with a tag on each page: `key` is the hex of 32 secret bytes; null for the public key. */
export const taggedKey = (key: string | null): string => TAGGED + (key ?? PUBLIC_KEY);

/** The steps of the change on the disk. Tests insert a fault or a kill before each of them. */
export interface DiskSteps {
  /** Folds the WAL into the file and removes the WAL. */
  foldIn(path: string, key: DatabaseKey): void;
  copy(from: string, to: string): void;
  /** From the key `before` to the key `after`. */
  encrypt(path: string, after: DatabaseKey, before: DatabaseKey): void;
  /**
   * Throws unless the copy opens with its key, passes the integrity check, and equals the old file: for an
   * outbox every value, for a cache the number of rows of every table.
   */
  compare(old: string, copy: string, after: DatabaseKey, before: DatabaseKey): void;
  syncFile(path: string): void;
  syncDirectory(path: string): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
}

/**
 * An empty file counts as absent, and so does a file of one byte: SQLite makes a new database of either.
 * `secret` is any other file: without a key it cannot be distinguished from a damaged one.
 */
const databaseForm = (path: string): 'absent' | 'plain' | 'public' | 'secret' => {
  if (!existsSync(path)) return 'absent';
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(PLAIN_HEADER.length);
    const read = readSync(file, header, 0, header.length, 0);
    if (read <= 1) return 'absent';
    const text = header.toString('latin1');
    if (text === PLAIN_HEADER) return 'plain';
    return text === PUBLIC_HEADER ? 'public' : 'secret';
  } finally {
    closeSync(file);
  }
};

/** The form of a file that was encrypted with `key`. */
const formUnder = (key: DatabaseKey): 'plain' | 'public' | 'secret' => {
  if (key === null) return 'plain';
  return key === taggedKey(null) ? 'public' : 'secret';
};

/** Whether the file can be read without a secret key. */
export const databaseKind = (path: string): 'absent' | 'plain' | 'encrypted' => {
  const form = databaseForm(path);
  if (form === 'secret') return 'encrypted';
  return form === 'public' ? 'plain' : form;
};

const WRITE_VERSION_AT = 18;

/**
 * True if the header names a format for writing that does not exist (only 1 and 2 do). SQLite then opens the
 * file for reading only, as on a read-only disk. The byte is plain in an encrypted file too.
 */
export const isHeaderDamaged = (path: string): boolean => {
  if (!existsSync(path)) return false;
  const file = openSync(path, 'r');
  try {
    const version = Buffer.alloc(1);
    return readSync(file, version, 0, 1, WRITE_VERSION_AT) === 1 && version[0] !== 1 && version[0] !== 2;
  } finally {
    closeSync(file);
  }
};

/**
 * Unlocks a handle before its first statement. With a wrong key the first read fails with SQLITE_NOTADB. In a
 * file with tags, a read of an altered page fails with SQLITE_CORRUPT; of an altered first page with
 * SQLITE_NOTADB.
 */
export const unlock = <T extends Pick<Database.Database, 'pragma'>>(database: T, key: string): T => {
  setKey(database, 'key', key);
  return database;
};

/**
 * `raw:` passes the key itself; without it SQLite derives the key from a pass phrase. The last 16 bytes, if
 * given, become the start of a new file.
 */
const setKey = (database: Pick<Database.Database, 'pragma'>, pragma: 'key' | 'rekey', key: string): void => {
  checkKey(key);
  if (!key.startsWith(TAGGED)) {
    database.pragma("cipher = 'aes256cbc'");
    database.pragma(`hex${pragma} = '${key}'`);
    return;
  }
  const salt = key === taggedKey(null) ? Buffer.from(PUBLIC_HEADER, 'latin1').toString('hex') : '';
  database.pragma("cipher = 'aegis'");
  database.pragma(`${pragma} = 'raw:${key.slice(TAGGED.length)}${salt}'`);
};

/**
 * The key of a copy of the records, from its form; null if it is plain. A new file, and one of an older
 * version, may have another form than `taggedKey` makes. Throws like `proveKey`.
 */
export const keyOfCopy = (path: string, key: string | null): DatabaseKey => {
  const form = databaseForm(path);
  if (form === 'plain') return null;
  if (form === 'public') return taggedKey(null);
  if (form === 'absent') return taggedKey(key);
  // There is no key file, so nothing was ever encrypted: the file is damaged, and its first read fails.
  if (key === null) return null;
  try {
    proveKey(path, taggedKey(key));
    return taggedKey(key);
  } catch (error) {
    if (errorCodeOf(error) !== 'SQLITE_NOTADB') throw error;
  }
  // Satchel 0.1 encrypted copies without tags.
  proveKey(path, key);
  return key;
};

/**
 * Throws, as the first read would, if `key` does not open the file, and AppError `database-corrupt` if SQLite
 * does not know the format that the decrypted header names. It uses a read-only handle: a writable
 * handle folds the WAL in with the given key when it closes, and a wrong key destroys file and WAL together.
 */
export const proveKey = (path: string, key: string): void => {
  if (databaseKind(path) === 'absent') return;
  try {
    readWith(path, key);
  } catch (error) {
    // Only a writable handle can roll back a transaction that a kill interrupted.
    if (errorCodeOf(error) === 'SQLITE_READONLY_ROLLBACK') return;
    if (errorCodeOf(error) === 'SQLITE_ERROR')
      throw new AppError('database-corrupt', 'the header of the file is damaged', { cause: error });
    if (storageTrouble(error) === null) throw error;
    withHeadOf(path, (head) => {
      try {
        readWith(head, key);
      } catch (cause) {
        // Missing pages of a partial copy are expected. Only SQLITE_NOTADB means a wrong key.
        if (errorCodeOf(cause) === 'SQLITE_NOTADB') throw cause;
      }
    });
  }
};

const readWith = (path: string, key: string): void => {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: PATIENCE_MS });
  try {
    unlock(database, key).prepare('SELECT count(*) FROM sqlite_schema').get();
  } finally {
    database.close();
  }
};

/** Throws errors of the disk or SQLite; then the plain file is unchanged. */
export const encryptDatabase = (path: string, key: string, steps: DiskSteps = realSteps): void =>
  recode(path, { before: null, after: key }, steps);

/** Decrypts the database. Throws errors of the disk or SQLite; then the encrypted file is unchanged. */
export const decryptDatabase = (path: string, key: string, steps: DiskSteps = realSteps): void =>
  recode(path, { before: key, after: null }, steps);

/** Returns true if `addTags` would change the file. */
export const needsRecoding = (path: string, key: string | null): boolean => {
  const form = databaseForm(path);
  return form === 'plain' || (form === 'public' && key !== null);
};

/**
 * Gives a copy of the records that can be read without a secret its tags, and encrypts it if there is a key.
 * Throws errors of the disk or SQLite; then the file is unchanged.
 */
export const addTags = (path: string, key: string | null, steps: DiskSteps = realSteps): void =>
  recode(path, { before: keyOfCopy(path, null), after: taggedKey(key) }, steps);

const recode = (
  path: string,
  { before, after }: { before: DatabaseKey; after: DatabaseKey },
  steps: DiskSteps,
): void => {
  const copy = `${path}.encrypting`;
  for (const companion of COMPANIONS) steps.remove(copy + companion);
  try {
    steps.foldIn(path, before);
    steps.copy(path, copy);
    steps.encrypt(copy, after, before);
    steps.compare(path, copy, after, before);
    steps.syncFile(copy);
  } catch (error) {
    for (const companion of COMPANIONS) steps.remove(copy + companion);
    throw error;
  }
  steps.rename(copy, path);
  steps.syncDirectory(dirname(path));
};

const checkKey = (key: string): void => {
  if (!KEY_FORM.test(key)) throw new AppError('internal', 'a database key has another form');
};

/** The data directory is locked, so nobody else should have the file open. The wait for a lock is short. */
const PATIENCE_MS = 500;

interface Opened extends Database.Options {
  key: DatabaseKey;
}
const withDatabase = <T>(
  path: string,
  { key, ...options }: Opened,
  body: (database: Database.Database) => T,
): T => {
  if (key !== null && options.readonly !== true) proveKey(path, key);
  const database = new Database(path, { fileMustExist: true, timeout: PATIENCE_MS, ...options });
  try {
    if (key !== null) unlock(database, key);
    return body(database);
  } finally {
    database.close();
  }
};

/** An outbox is compared value by value; a cache, which can be downloaded again, by its numbers of rows. */
const isIrreplaceable = (path: string): boolean => basename(path).includes('outbox');

/**
 * For every stored table, including the shadow tables of full-text search: the number of rows, or all values.
 */
const contents = (database: Database.Database, everyValue: boolean): string => {
  const tables = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .pluck()
    .all();
  const read = everyValue ? allValues : countRows;
  return JSON.stringify([
    tables.map((name) => [name, read(database, `"${name.replaceAll('"', '""')}"`)]),
    database.pragma('user_version', { simple: true }),
  ]);
};
const countRows = (database: Database.Database, table: string): unknown =>
  database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
/** Both files return the rows in the same order, because one is a page-by-page copy of the other. */
const allValues = (database: Database.Database, table: string): unknown => {
  const [hash, rows] = [
    createHash('sha256'),
    database.prepare<[], unknown[]>(`SELECT * FROM ${table}`).raw().safeIntegers(),
  ];
  for (const row of rows.iterate())
    hash.update(
      JSON.stringify(
        row.map((value) => {
          if (typeof value === 'bigint') return `${value}n`;
          return Buffer.isBuffer(value) ? { hex: value.toString('hex') } : value;
        }),
      ),
    );
  return [countRows(database, table), hash.digest('hex')];
};

/** For all handles of this process; `''` restores SQLite's own choice. */
const setTemporaryFolder = (database: Database.Database, folder: string): void =>
  void database.pragma(`temp_store_directory = '${folder.replaceAll("'", "''")}'`);

const isSound = (database: Database.Database): boolean =>
  database.pragma('integrity_check(1)', { simple: true }) === 'ok';

export const realSteps: DiskSteps = {
  foldIn: (path, key) => {
    withDatabase(path, { key }, (database) => {
      database.pragma('wal_checkpoint(TRUNCATE)');
      if (database.pragma('journal_mode = DELETE', { simple: true }) !== 'delete')
        throw new AppError('internal', 'the database is open elsewhere');
    });
    for (const companion of ['-wal', '-journal'])
      if (existsSync(path + companion)) throw new AppError('internal', 'the database did not close');
  },
  copy: (from, to) => copyFileSync(from, to),
  encrypt: (path, after, before) =>
    withDatabase(path, { key: before }, (database) => {
      // No journal, because it would contain plain pages. If this fails, the copy is deleted. SQLite allows it
      // only without its protection against such settings.
      database.unsafeMode();
      database.pragma('journal_mode = OFF');
      database.pragma('synchronous = OFF');
      // Where pages get tags, SQLite writes all of them to a temporary file. It stays in this folder.
      setTemporaryFolder(database, dirname(path));
      try {
        if (after === null) database.pragma("hexrekey = ''");
        else setKey(database, 'rekey', after);
      } finally {
        setTemporaryFolder(database, '');
      }
    }),
  compare: (old, copy, after, before) => {
    if (databaseForm(copy) !== formUnder(after)) throw new AppError('internal', 'the copy has another form');
    const everyValue = isIrreplaceable(old);
    const held = withDatabase(old, { readonly: true, key: before }, (database) =>
      contents(database, everyValue),
    );
    withDatabase(copy, { readonly: true, key: after }, (database) => {
      if (!isSound(database))
        throw withDatabase(old, { readonly: true, key: before }, isSound)
          ? new AppError('internal', 'the encrypted copy failed its check')
          : new AppError('database-corrupt', 'the plain database failed its check');
      if (contents(database, everyValue) !== held)
        throw new AppError('internal', 'the encrypted copy holds something else');
    });
  },
  syncFile,
  syncDirectory,
  rename: renamePatiently,
  remove: (path) => rmSync(path, { force: true }),
};
