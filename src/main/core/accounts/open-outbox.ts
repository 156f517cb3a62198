/**
 * Opens an account's `outbox.db`. The file is checked first. A damaged one is kept under another name, never
 * deleted; what can be read of it is brought over into a new one, and how much that was is told until the
 * user has taken note. A file of a newer version is refused, so that the account does not open without its
 * unsent work.
 */
import { AppError } from '../app-error';
import { createOutbox, type Outbox, type OutboxOptions } from '../outbox/create-outbox';
import { OutboxError } from '../outbox/outbox-error';
import { openOutboxDatabase } from '../outbox/open-outbox-database';
import { salvageOutbox, type Salvaged } from '../outbox/salvage-outbox';
import type { Files, SqlDatabase } from '../ports/ports';
import { isCorruption } from '../store/sqlite-errors';
import { OUTBOX, setDamagedAside } from './outbox-files';

export interface OpenOutboxOptions extends Omit<OutboxOptions, 'database' | 'backupPath'> {
  files: Files;
  /** The account's folder inside the data directory. */
  directory: string;
  /** Null where it is plain; a new file gets it too. */
  key: string | null;
  notify: (code: 'outbox-damaged' | 'outbox-salvaged', detail: string) => void;
}

/** In `meta`: what was brought over of a damaged file, until the user has taken note. */
const TOLD = 'salvaged';
/** Larger files are looked at less closely, for the time that takes. */
const CLOSELY_BYTES = 32_000_000;

/**
 * Throws AppError `database-from-future`, `account-mismatch`, or what SQLite says of a disk it cannot use.
 */
export const openOutbox = ({ files, directory, key, notify, ...options }: OpenOutboxOptions): Outbox => {
  const name = `${directory}/${OUTBOX}`;
  const openFile = (file: string): SqlDatabase => (key === null ? files.open(file) : files.open(file, key));
  const backupPath = (version: number): string =>
    `${files.directory}/${directory}/outbox.before-${version + 1}-${options.clock.now()}.db`;
  const open = (first: (database: SqlDatabase) => void): Outbox => {
    const database = openFile(name);
    try {
      first(database);
      return createOutbox({ ...options, database, backupPath });
    } catch (error) {
      database.close();
      throw error;
    }
  };
  let outbox: Outbox;
  try {
    if (files.isLogDamaged(name)) throw new AppError('database-corrupt', 'the log of the outbox is damaged');
    outbox = open((database) => check(database, files.sizeBytes(name)));
  } catch (error) {
    if (error instanceof OutboxError) throw new AppError(error.code, error.message, { cause: error });
    if (!isCorruption(error)) throw error;
    const aside = setDamagedAside(files, directory);
    options.log.error('the outbox was damaged and is set aside', { aside });
    outbox = open((database) => {
      openOutboxDatabase(database, { accountId: options.accountId, backupPath });
      const salvaged = salvage(files, aside, openFile, database, options);
      if (salvaged === null) notify('outbox-damaged', aside);
      else remember(database, { ...salvaged, file: aside });
    });
  }
  const told = outbox.store.meta(TOLD);
  if (told) notify('outbox-salvaged', told);
  return outbox;
};

/** The user has taken note of what was brought over. */
export const forgetSalvage = (outbox: Outbox): void => outbox.store.setMeta(TOLD, '');

const check = (database: SqlDatabase, sizeBytes: number): void => {
  const verdict = database.pragma(sizeBytes > CLOSELY_BYTES ? 'quick_check(1)' : 'integrity_check(1)', {
    simple: true,
  });
  if (verdict !== 'ok') throw new AppError('database-corrupt', 'the outbox failed its check');
};

/** Null where not even a table of it can be read. */
const salvage = (
  files: Files,
  aside: string,
  openFile: (file: string) => SqlDatabase,
  into: SqlDatabase,
  { clock, log }: Pick<OutboxOptions, 'clock' | 'log'>,
): Salvaged | null => {
  let damaged: SqlDatabase | null = null;
  let copy: string | null = null;
  try {
    // Read from a copy: opened itself, the damaged file would be written to.
    copy = files.foldLog(aside);
    damaged = openFile(copy);
    const salvaged = salvageOutbox(damaged, into, clock);
    log.warn('the damaged outbox was read row by row', { ...salvaged });
    return salvaged.total + salvaged.drafts === 0 ? null : salvaged;
  } catch (error) {
    log.error('nothing of the damaged outbox can be read', { error: String(error) });
    return null;
  } finally {
    damaged?.close();
    if (copy !== null) files.remove(copy);
  }
};

const remember = (database: SqlDatabase, facts: Salvaged & { file: string }): void => {
  database.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`).run(TOLD, JSON.stringify(facts));
};
