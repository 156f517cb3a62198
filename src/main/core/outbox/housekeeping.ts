/**
 * Housekeeping after some seconds without a write. It folds the write-ahead log into `outbox.db`, so that the
 * main file is nearly complete most of the time, and rewrites a journal that has grown. If the disk refuses,
 * it tries again after the next write.
 */
import type { Log, SqlDatabase, Timers } from '../ports/ports';
import type { OutboxJournal } from './journal/outbox-journal';

export interface Housekeeping {
  /** Something was written. */
  onWrite(): void;
  close(): void;
}
export interface HousekeepingOptions {
  database: SqlDatabase;
  journal: OutboxJournal | null;
  timers: Timers;
  log: Log;
}

const QUIET_MS = 3_000;

export const createHousekeeping = ({ database, journal, timers, log }: HousekeepingOptions): Housekeeping => {
  let cancel: (() => void) | null = null;
  let wasWritten = false;
  const tidy = (): void => {
    try {
      database.pragma('wal_checkpoint(TRUNCATE)');
      if (journal?.hasGrown()) journal.renew();
    } catch (error) {
      log.warn('outbox: the log could not be folded in, or the journal not rewritten', {
        error: String(error),
      });
    }
  };
  const wait = (): void => {
    cancel = timers.after(QUIET_MS, () => {
      cancel = null;
      if (wasWritten) {
        wasWritten = false;
        wait();
      } else tidy();
    });
  };
  return {
    onWrite: () => {
      if (cancel) wasWritten = true;
      else wait();
    },
    close: () => cancel?.(),
  };
};
