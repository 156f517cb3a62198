/**
 * Opens `cache.db` in a state that can be used, or says why not. Everything in it can be fetched again, so whatever is
 * wrong with the file is mended by starting over, and said once: a damaged file is kept aside, a file with other record
 * tables is dropped. Only a file from a newer version is refused, for the user may go back to that version.
 */
import { AppError } from '../app-error';
import type { Files, Log, SqlDatabase } from '../ports/ports';
import { migrate } from './migrations/migrations';
import { allRecordTables, schemaFingerprint } from './schema';
import { isCorruption } from './sqlite-errors';

/** The local copy had to be started over; `detail` is the name of the file that was set aside or dropped. */
export interface CacheNotice { code: 'cache-damaged' | 'cache-rebuilt'; detail: string }
export type Notify = (notice: CacheNotice) => void;

/** Throws AppError: `database-from-future`, or what SQLite says of a disk it cannot use. */
export const openDatabase = (files: Files, name: string, log: Log, notify: Notify): SqlDatabase => {
  try {
    const db = openOnce(files, name);
    if (db !== null) return db;
  } catch (error) {
    if (!isCorruption(error)) throw error;
    const aside = files.setAside(name);
    log.error('the cache was damaged and is set aside', { name, aside, error });
    notify({ code: 'cache-damaged', detail: aside });
    return mustOpen(files, name);
  }
  files.remove(name);
  log.info('the cache has other columns than this version and is rebuilt', { name });
  notify({ code: 'cache-rebuilt', detail: name });
  return mustOpen(files, name);
};

const mustOpen = (files: Files, name: string): SqlDatabase => {
  const db = openOnce(files, name);
  if (db === null) throw new AppError('internal', 'a new cache has unexpected columns');
  return db;
};

/** Null when the file was made for other columns. */
const openOnce = (files: Files, name: string): SqlDatabase | null => {
  const db = files.open(name);
  try {
    prepare(db);
    if (hasOtherColumns(db)) { db.close(); return null; }
    setMeta(db, 'open', '1');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

const prepare = (db: SqlDatabase): void => {
  // The page size holds for a file that is still empty; 8192 makes documents of 2 KB a third smaller (docs/adr/0002).
  db.pragma('page_size = 8192');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  db.pragma('temp_store = MEMORY');
  db.pragma('cache_size = -65536');
  // 64 MB between checkpoints: during a first pull they would otherwise come with every third page and hold up the windows.
  db.pragma('wal_autocheckpoint = 8000');
  migrate(db);
  if (getMeta(db, 'open') === '1') checkAfterCrash(db);
  if (getMeta(db, 'fingerprint') === null) createRecordTables(db);
};

const checkAfterCrash = (db: SqlDatabase): void => {
  const verdict = db.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') throw new AppError('database-corrupt', 'the local copy failed its check', { details: { verdict } });
};

const createRecordTables = (db: SqlDatabase): void => {
  db.transaction(() => {
    for (const statement of allRecordTables()) db.exec(statement);
    setMeta(db, 'fingerprint', schemaFingerprint());
  })();
};

const hasOtherColumns = (db: SqlDatabase): boolean => getMeta(db, 'fingerprint') !== schemaFingerprint();

const getMeta = (db: SqlDatabase, key: string): string | null => (db.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined) ?? null;
const setMeta = (db: SqlDatabase, key: string, value: string): void => {
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value').run(key, value);
};

/** Closes so that the next open need not check the file. */
export const closeDatabase = (db: SqlDatabase): void => {
  if (!db.open) return;
  setMeta(db, 'open', '0');
  db.pragma('optimize');
  db.close();
};
