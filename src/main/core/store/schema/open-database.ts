/**
 * Opens `cache.db`. Its content can be downloaded again, so a faulty file is replaced by a new one, with one
 * notice: a damaged file is set aside, a file with other record tables is deleted. A file of a newer version
 * is refused, because the user may return to that version.
 *
 * Each page has a tag, so a bit that the disk altered is never shown (docs/adr/0004). A file without tags gets
 * them first, and its encryption if there is a key. If that fails, the file is used as it is, and the next
 * start tries again. A file that the key does not open, or that belongs to another account, counts as damaged.
 */
import { AppError } from '../../app-error';
import type { Files, Log, SqlDatabase } from '../../ports/ports';
import { getMeta, setMeta } from './meta';
import { migrate } from './migrations/migrations';
import { addSqlFunctions } from './sql-functions';
import { areTablesAltered, firstRecordTables, schemaFingerprint } from './schema';
import { isCopyDamaged, isCorruption, isUnreadable, storageTrouble } from './sqlite-errors';

/**
 * The local copy was replaced by an empty one; `detail` is the name of the file that was set aside or
 * deleted.
 */
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
  /** Null: tags only, not secret. */
  key: string | null;
}

export interface OpenedDatabase {
  db: SqlDatabase;
  /** The check after a crash failed, but the lists' state can be read, so that records may be shown. */
  isDamaged: boolean;
}

/** Throws AppError `database-from-future`, or SQLite's error if the disk cannot be used. */
export const openDatabase = (options: OpenDatabaseOptions): OpenedDatabase => {
  const { files, name, log, notify } = options;
  dropLeftover(options);
  try {
    if (files.isHeaderDamaged(name))
      throw new AppError('database-corrupt', 'the header of the local copy is damaged');
    const isSuspect = files.databaseKind(name) === 'plain' && !addTags(options);
    const opened = openOnce(options, isSuspect);
    if (opened !== null) return opened;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const aside = files.setAside(name);
    log.error('the cache was damaged and is set aside', { name, aside, error });
    notify({ code: 'cache-damaged', detail: aside });
    return mustOpen(options);
  }
  files.remove(name);
  log.info('the cache has other columns than this version and is rebuilt', { name });
  notify({ code: 'cache-rebuilt', detail: name });
  return mustOpen(options);
};

/** Removes what a kill during an earlier change of the file left. */
const dropLeftover = ({ files, name, log }: OpenDatabaseOptions): void => {
  try {
    if (files.exists(`${name}.encrypting`)) files.remove(`${name}.encrypting`);
  } catch (error) {
    log.warn('a leftover copy of the cache stays', { name, error: String(error) });
  }
};

/** Gives the file its tags and its encryption. Returns false if the file turned out to be damaged. */
const addTags = ({ files, name, log, key }: OpenDatabaseOptions): boolean => {
  try {
    files.addTags(name, key);
    if (key !== null) log.info('the cache is encrypted from now on', { name });
    return true;
  } catch (error) {
    log.warn('the cache got no tags and is used as it is', { name, error: String(error) });
    return !isCorruption(error);
  }
};

const mustOpen = (options: OpenDatabaseOptions): OpenedDatabase => {
  const opened = openOnce(options, false);
  if (opened === null) throw new AppError('internal', 'a new cache has unexpected columns');
  return opened;
};

/** Returns null if the file has other columns than this version. */
const openOnce = ({ files, name, key }: OpenDatabaseOptions, isSuspect: boolean): OpenedDatabase | null => {
  const db = files.openTagged(name, key);
  try {
    addSqlFunctions(db);
    const isDamaged = prepare(db, isSuspect);
    claim(db, name);
    if (hasOtherColumns(db)) {
      db.close();
      return null;
    }
    if (areTablesAltered(db)) throw new AppError('database-corrupt', 'a table of the local copy was altered');
    noteOpen(db, '1');
    return { db, isDamaged };
  } catch (error) {
    db.close();
    throw error;
  }
};

const INCREMENTAL = 2;
const BYTES_BETWEEN_CHECKPOINTS = 16 * 1024 * 1024;

/** Returns true if the file is damaged and can be read in part. */
const prepare = (db: SqlDatabase, isSuspect: boolean): boolean => {
  // Both settings take effect only while the file is empty. Large pages waste less space with documents of 2
  // KB (docs/adr/0002). Incremental vacuum can free the space of deleted records.
  db.pragma('page_size = 16384');
  // Setting the same value again would write to the file, which fails on a full disk.
  if (Number(db.pragma('auto_vacuum', { simple: true })) !== INCREMENTAL)
    db.pragma('auto_vacuum = INCREMENTAL');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  db.pragma('temp_store = MEMORY');
  keepPages(db, 'reading');
  // A window waits while a checkpoint writes. SQLite counts in pages, which are smaller in older files.
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  db.pragma(`wal_autocheckpoint = ${Math.round(BYTES_BETWEEN_CHECKPOINTS / pageSize)}`);
  // One commit can be larger, for example when an index is made. The write-ahead log is shortened after it.
  db.pragma(`journal_size_limit = ${BYTES_BETWEEN_CHECKPOINTS}`);
  migrate(db);
  const isDamaged = (isSuspect || getMeta(db, 'open') === '1') && !isSound(db);
  if (isDamaged) checkFirstTables(db);
  if (getMeta(db, 'fingerprint') === null) createRecordTables(db);
  return isDamaged;
};

/**
 * How much of the file stays in memory. An insert changes pages of every index, so a first copy takes a fifth
 * longer with half of `filling`. A window of rows needs a few pages, which the operating system caches too:
 * with half of 32 MB, a first window takes 5 to 12 % more processor time, which is half a millisecond.
 */
const PAGES_KILOBYTES = { filling: 65_536, reading: 16_384 } as const;

/** Sets how much of the file stays in memory. Pages beyond a smaller limit are freed at once. */
export const keepPages = (db: SqlDatabase, during: keyof typeof PAGES_KILOBYTES): void =>
  void db.pragma(`cache_size = -${PAGES_KILOBYTES[during]}`);

/** The tables that an account reads while it opens. An error in another one does not keep it from opening. */
const FIRST_TABLES = ['meta', 'state', 'lookup', 'activity', 'drift', 'custom_field'] as const;

/** Throws AppError `database-corrupt`, or SQLite's error, if one of them or of their indexes is damaged. */
const checkFirstTables = (db: SqlDatabase): void => {
  for (const table of FIRST_TABLES)
    if (db.pragma(`quick_check('${table}')`, { simple: true }) !== 'ok')
      throw new AppError('database-corrupt', `the table ${table} of the local copy is damaged`);
};

/** Returns false if the file fails its check, which includes the search index. A disk error proves nothing. */
export const isSound = (db: SqlDatabase): boolean => {
  try {
    return db.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch (error) {
    return !isCopyDamaged(error);
  }
};

const createRecordTables = (db: SqlDatabase): void => {
  db.transaction(() => {
    for (const statement of firstRecordTables()) db.exec(statement);
    setMeta(db, 'fingerprint', schemaFingerprint());
  })();
};

/**
 * Checks that the copy was made in this folder. In the folder of another account it would show that account
 * another person's records.
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

/**
 * Stores whether the file is open. A file that is marked as open at the start was not closed, so it is
 * checked. If the disk refuses the write, the mark stays as it was, and the file can still be read.
 */
const noteOpen = (db: SqlDatabase, open: '0' | '1'): void => {
  try {
    setMeta(db, 'open', open);
    if (open === '0') db.pragma('optimize');
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
  }
};

/** Closes the file. The next start then opens it without a check, unless it is known to be damaged. */
export const closeDatabase = (db: SqlDatabase, isDamaged: boolean): void => {
  if (!db.open) return;
  try {
    if (!isDamaged) noteOpen(db, '0');
  } finally {
    db.close();
  }
};
