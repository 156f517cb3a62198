/**
 * Opens an account's `outbox.db` and the journal beside it. The file is checked first. A damaged file is kept
 * under another name and never deleted. Its readable rows are copied into a new file (`rescue-outbox.ts`), and
 * the journal adds the rest. A file of a newer version is refused, so that the account does not open without its
 * unsent work.
 */
import { AppError } from '../../app-error';
import { createOutbox, type Outbox, type OutboxOptions } from '../../outbox/create-outbox';
import { OutboxError } from '../../outbox/outbox-error';
import {
  isAltered,
  isIndexOld,
  openOutboxDatabase,
  readFirstEntries,
} from '../../outbox/store/open-outbox-database';
import type { Files, SqlDatabase } from '../../ports/ports';
import { isCorruption, isUnreadable } from '../../store/schema/sqlite-errors';
import { readRescue, RESTORE_REPORT_KEY, type Rescue } from '../../outbox/journal/rescue-report';
import { JOURNAL, OUTBOX, setDamagedAside } from './outbox-files';
import {
  forgetMadeAnew,
  isSurelyLost,
  type Loss,
  noteMadeAnew,
  noteSurelyLost,
  openNote,
  wasMadeAnew,
} from './outbox-note';
import { readSalvage, rememberSalvage, salvageAll, SALVAGE_REPORT_KEY } from './rescue-outbox';
import { endSalvage, isBeingSalvaged, notSalvaged } from './salvage-note';

export interface OpenOutboxOptions extends Omit<
  OutboxOptions,
  'database' | 'journal' | 'isNew' | 'isOldFile' | 'setJournalAside' | 'backupPath' | 'onRescue'
> {
  files: Files;
  /** The account's folder inside the data directory. */
  directory: string;
  /** Null if the outbox is plain. A new file gets the same key, and so does a plain file. */
  key: string | null;
  /** The account was used on this computer before, so the file should exist. Used only if there is no note. */
  isExpected?: boolean;
  notify: (code: OutboxNotice, detail: string) => void;
}
export type OutboxNotice = Loss['code'] | 'outbox-salvaged' | `outbox-${Rescue['why']}`;

const LOST: Loss = { code: 'outbox-lost', detail: '' };
const UNCHECKED: Loss = { code: 'outbox-unchecked', detail: '' };

/** Larger files get a quicker check, to save time. */
const CLOSELY_BYTES = 32_000_000;

/** Throws AppError `database-from-future`, `account-mismatch`, or SQLite's error of an unusable disk. */
export const openOutbox = ({
  files,
  directory,
  key,
  isExpected = false,
  notify,
  ...options
}: OpenOutboxOptions): Outbox => {
  const name = `${directory}/${OUTBOX}`;
  const isNew = files.databaseKind(name) === 'absent';
  let damaged = notSalvaged(files, directory);
  const note = openNote({ files, directory }, options.log);
  const isAside = files.list(directory).some((other) => other.startsWith(`${OUTBOX}.aside-`));
  const wasMade = note.isMade ?? (isExpected && !isAside);
  /** The database is missing: this start found that, or an earlier start that did not complete. */
  const isMissing = note.wasMissing || (isNew && wasMade && damaged.length === 0);
  // Satchel never leaves a plain file beside an encrypted journal, so the file is from earlier.
  const isOldFile = key === null && files.journalForm(`${directory}/${JOURNAL}`) === 'encrypted';
  // While a database is open, SQLite keeps its log beside it. Without the log the last changes are only in the journal.
  const isLogLost = !isNew && note.wasOpen && !files.exists(`${name}-wal`);
  const openFile = (file: string): SqlDatabase =>
    key === null || files.databaseKind(file) === 'plain' ? files.open(file) : files.open(file, key);
  const backupPath = (version: number): string =>
    `${files.directory}/${directory}/outbox.before-${version + 1}-${options.clock.now()}.db`;
  const open = (first: (database: SqlDatabase) => void): Outbox => {
    const database = openFile(name);
    const journal = files.journal(`${directory}/${JOURNAL}`, key);
    try {
      first(database);
      const onRescue = (told: Rescue): void => (outbox ? tellRescue(told) : undefined);
      return createOutbox({
        ...options,
        database,
        // If an earlier start made a database in its place, the database counts as new.
        isNew: isNew || isMissing,
        isSalvaged: damaged.length > 0,
        isOldFile,
        journal,
        setJournalAside,
        backupPath,
        onRescue,
      });
    } catch (error) {
      journal.close();
      database.close();
      throw error;
    }
  };
  const setJournalAside = (): void => void files.setAside(`${directory}/${JOURNAL}`);
  const tellRescue = (told: Rescue): void => notify(`outbox-${told.why}`, JSON.stringify(told));
  let outbox: Outbox | null = null;
  const salvageInto = (database: SqlDatabase): void => {
    openOutboxDatabase(database, { accountId: options.accountId, backupPath });
    salvageAll(files, damaged, openFile, database, options);
  };
  // Before the new file is made, so that a kill does not hide that the old one is missing.
  if (isNew) note.begins(isMissing);
  try {
    const isHalfAside = isBeingSalvaged(files, directory) && damaged.length === 0 && !isNew;
    if (isHalfAside || files.isHeaderDamaged(name) || files.isLogDamaged(name))
      throw new AppError('database-corrupt', 'the header or the log of the outbox is damaged');
    if (key !== null && files.databaseKind(name) === 'plain')
      try {
        files.encrypt(name, key);
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        throw new AppError('database-corrupt', 'the plain outbox cannot be read', { cause: error });
      }
    outbox = open((database) => {
      check(database, files.sizeBytes(name), options.accountId);
      if (damaged.length > 0) salvageInto(database);
      else if (isMissing && isNew) {
        openOutboxDatabase(database, { accountId: options.accountId, backupPath });
        noteMadeAnew(database);
      }
    });
  } catch (error) {
    if (error instanceof OutboxError) throw new AppError(error.code, error.message, { cause: error });
    if (!isCorruption(error)) throw error;
    const aside = setDamagedAside(files, directory);
    options.log.error('the outbox was damaged and is set aside', { aside });
    damaged = notSalvaged(files, directory);
    outbox = open(salvageInto);
  }
  try {
    const { store } = outbox;
    const [file] = damaged;
    let isNoted = true;
    if (file !== undefined) {
      rememberSalvage(outbox, file);
      const isNothing = !store.meta(SALVAGE_REPORT_KEY);
      isNoted = !isNothing || note.noteLoss({ code: 'outbox-damaged', detail: file });
    }
    try {
      if (isNoted) endSalvage(files, directory);
    } catch (error) {
      // The next start finds nothing left to copy, and tries again.
      options.log.warn('the note of the salvage could not be deleted', { error: String(error) });
    }
    const brought = readSalvage(store.meta(SALVAGE_REPORT_KEY));
    const rescued = readRescue(store.meta(RESTORE_REPORT_KEY));
    // Reported as lost only if the outbox is empty and the journal, which has been read by now, restored nothing.
    const isEmpty = store.list().length + store.drafts().length === 0;
    const isComplete = outbox.isRecovered();
    // If the new outbox is not empty, something was saved in it since, and the disk took no note of the loss.
    const isLost = wasMadeAnew(store) || (isMissing && isEmpty);
    const isRestored = !isSurelyLost(store) && Boolean(brought ?? rescued);
    const isToNote = isComplete && isLost && !isRestored;
    const isTold = isToNote ? note.noteLoss(LOST) : isComplete;
    const isJournalWhole = outbox.hadJournal() && outbox.lostEntries() === 0;
    if (isLogLost && isComplete && !isJournalWhole && !brought && !rescued) note.noteLoss(UNCHECKED);
    try {
      if (isTold) forgetMadeAnew(store);
      else if (isToNote) noteSurelyLost(store);
    } catch (error) {
      options.log.warn('the mark of the new outbox could not be changed', { error: String(error) });
    }
    for (const { code, detail } of note.settle(isComplete)) notify(code, detail);
    if (brought) notify('outbox-salvaged', JSON.stringify(brought));
    if (rescued) tellRescue(rescued);
    const { close } = outbox;
    return {
      ...outbox,
      close: () => {
        close();
        note.closed();
      },
    };
  } catch (error) {
    outbox.close();
    throw error;
  }
};

/** Throws AppError `database-corrupt` if the file was damaged or altered. */
const check = (database: SqlDatabase, sizeBytes: number, accountId: string): void => {
  let cause: unknown;
  try {
    const pragma = sizeBytes > CLOSELY_BYTES ? 'quick_check(1)' : 'integrity_check(1)';
    const isSound = database.pragma(pragma, { simple: true }) === 'ok';
    if (isSound) readFirstEntries(database);
    if (isSound && !isAltered(database, accountId) && !isIndexOld(database)) return;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    cause = error;
  }
  throw new AppError('database-corrupt', 'the outbox failed its check', { cause });
};
