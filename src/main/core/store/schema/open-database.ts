/**
 * Opens `cache.db` in a usable state, or reports why not. Everything in it can be downloaded again, so any
 * fault of the file is solved by starting over, with one message: a damaged file is set aside, a file with
 * other record tables is deleted. Only a file of a newer version is refused, because the user may return to
 * that version.
 *
 * With a key, a file that is still plain is encrypted first. Where that fails the plain one is used as it is,
 * and the next start tries again. A file that the key does not open is damaged like any other, and set aside
 * like any other, and so is the copy of another account.
 */
import { AppError } from '../../app-error';
import type { Files, Log, SqlDatabase } from '../../ports/ports';
import { migrate } from './migrations/migrations';
import { firstRecordTables, schemaFingerprint } from './schema';
import { isCorruption, storageTrouble } from './sqlite-errors';

/** The local copy had to be started over; `detail` is the name of the file that was set aside or dropped. */
export interface CacheNotice {
  code: 'cache-damaged' | 'cache-rebuilt';
  detail: string;
}
export type Notify = (notice: CacheNotice) => void;

export interface OpenDatabaseOptions {
  files: Files;
  name: string;
  log: Log;
  notify: Notify;
  /** Null where databases stay plain. */
  key: string | null;
}

/** Throws AppError: `database-from-future`, or what SQLite says of a disk it cannot use. */
export const openDatabase = (options: OpenDatabaseOptions): SqlDatabase => {
  const { files, name, log, notify } = options;
  try {
    const db = openOnce(opener(options), name);
    if (db !== null) return db;
  } catch (error) {
    if (!isCorruption(error)) throw error;
    const aside = files.setAside(name);
    log.error('the cache was damaged and is set aside', { name, aside, error });
    notify({ code: 'cache-damaged', detail: aside });
    return mustOpen(opener(options), name);
  }
  files.remove(name);
  log.info('the cache has other columns than this version and is rebuilt', { name });
  notify({ code: 'cache-rebuilt', detail: name });
  return mustOpen(opener(options), name);
};

/**
 * How the file as it lies there is opened: by its key where there is one, unless it is plain and cannot be
 * encrypted.
 */
const opener = ({ files, name, log, key }: OpenDatabaseOptions): (() => SqlDatabase) => {
  if (key === null) return () => files.open(name);
  if (files.databaseKind(name) === 'plain') encryptInPlace(files, name, log, key);
  return () => (files.databaseKind(name) === 'plain' ? files.open(name) : files.open(name, key));
};

const encryptInPlace = (files: Files, name: string, log: Log, key: string): void => {
  try {
    files.encrypt(name, key);
    log.info('the cache is encrypted from now on', { name });
  } catch (error) {
    if (isCorruption(error)) throw error;
    log.warn('the cache could not be encrypted and is used as it is', {
      name,
      error: error instanceof Error ? error.message : 'unknown',
    });
  }
};

const mustOpen = (open: () => SqlDatabase, name: string): SqlDatabase => {
  const db = openOnce(open, name);
  if (db === null) throw new AppError('internal', 'a new cache has unexpected columns');
  return db;
};

/** Null when the file was made for other columns. */
const openOnce = (open: () => SqlDatabase, name: string): SqlDatabase | null => {
  const db = open();
  try {
    prepare(db);
    claim(db, name);
    if (hasOtherColumns(db)) {
      db.close();
      return null;
    }
    noteOpen(db, '1');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

const INCREMENTAL = 2;
const BYTES_BETWEEN_CHECKPOINTS = 64 * 1024 * 1024;

const prepare = (db: SqlDatabase): void => {
  // Both hold for a file that is still empty. Large pages waste less room beside documents of 2 KB
  // (docs/adr/0002); what is dropped can be given back to the disk.
  db.pragma('page_size = 16384');
  // Set again it would be written again, which a full disk does not take.
  if (Number(db.pragma('auto_vacuum', { simple: true })) !== INCREMENTAL)
    db.pragma('auto_vacuum = INCREMENTAL');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  db.pragma('temp_store = MEMORY');
  keepPages(db, 'reading');
  // During a first pull checkpoints would otherwise come with every third page and hold up the windows.
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  db.pragma(`wal_autocheckpoint = ${Math.round(BYTES_BETWEEN_CHECKPOINTS / pageSize)}`);
  migrate(db);
  if (getMeta(db, 'open') === '1') checkAfterCrash(db);
  if (getMeta(db, 'fingerprint') === null) createRecordTables(db);
};

/**
 * How much of the file stays in memory. An insert touches every index somewhere, so a first copy is a fifth
 * slower on half of it. A window of rows takes a few pages, and those it misses are in the system's own
 * cache.
 */
const PAGES_KILOBYTES = { filling: 65_536, reading: 32_768 } as const;

/** More than the new limit is freed at once. */
export const keepPages = (db: SqlDatabase, during: keyof typeof PAGES_KILOBYTES): void =>
  void db.pragma(`cache_size = -${PAGES_KILOBYTES[during]}`);

const checkAfterCrash = (db: SqlDatabase): void => {
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok')
    throw new AppError('database-corrupt', 'the local copy failed its check', { details: { verdict } });
};

const createRecordTables = (db: SqlDatabase): void => {
  db.transaction(() => {
    for (const statement of firstRecordTables()) db.exec(statement);
    setMeta(db, 'fingerprint', schemaFingerprint());
  })();
};

/**
 * A copy belongs to the folder in which it was made. In the folder of another account it would show that
 * account another person's records.
 */
const claim = (db: SqlDatabase, name: string): void => {
  const folder = name.split('/').at(-2) ?? '';
  const owner = getMeta(db, 'folder');
  if (owner !== null && owner !== folder)
    throw new AppError('database-corrupt', 'the local copy is that of another account');
  if (owner !== null) return;
  try {
    setMeta(db, 'folder', folder);
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
  }
};

const hasOtherColumns = (db: SqlDatabase): boolean => getMeta(db, 'fingerprint') !== schemaFingerprint();

const getMeta = (db: SqlDatabase, key: string): string | null =>
  db.prepare<string>('SELECT value FROM meta WHERE key = ?').pluck().get(key) ?? null;
const setMeta = (db: SqlDatabase, key: string, value: string): void => {
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(
    key,
    value,
  );
};

/**
 * Whether the file is open; found so at the next start, it is checked. A disk that takes no writes leaves it
 * as it was, and the file can still be read.
 */
const noteOpen = (db: SqlDatabase, open: '0' | '1'): void => {
  try {
    setMeta(db, 'open', open);
    if (open === '0') db.pragma('optimize');
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
  }
};

/** Closes so that the next open need not check the file. */
export const closeDatabase = (db: SqlDatabase): void => {
  if (!db.open) return;
  try {
    noteOpen(db, '0');
  } finally {
    db.close();
  }
};
