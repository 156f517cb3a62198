/**
 * What is tidied up when nothing was written for some seconds: the write-ahead log is folded into
 * `outbox.db`, so that the one file holds nearly everything nearly always, and a journal that has grown is
 * written anew. A disk that does not take it is asked again after the next write.
 */
import type { Log, SqlDatabase, Timers } from '../ports/ports';
import type { OutboxJournal } from './journal/outbox-journal';

export interface QuietTimes {
  /** Something was written. */
  stir(): void;
  close(): void;
}
export interface QuietTimesOptions {
  database: SqlDatabase;
  journal: OutboxJournal | null;
  timers: Timers;
  log: Log;
}

const QUIET_MS = 3_000;

export const createQuietTimes = ({ database, journal, timers, log }: QuietTimesOptions): QuietTimes => {
  let cancel: (() => void) | null = null;
  let isStirred = false;
  const tidy = (): void => {
    try {
      database.pragma('wal_checkpoint(TRUNCATE)');
      if (journal?.hasGrown()) journal.renew();
    } catch (error) {
      log.warn('outbox: it could not be tidied up', { error: String(error) });
    }
  };
  const wait = (): void => {
    cancel = timers.after(QUIET_MS, () => {
      cancel = null;
      if (isStirred) {
        isStirred = false;
        wait();
      } else tidy();
    });
  };
  return {
    stir: () => {
      if (cancel) isStirred = true;
      else wait();
    },
    close: () => cancel?.(),
  };
};
