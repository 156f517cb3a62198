/**
 * The recovery at the start of the outbox: reads the journal, restores what the database lacks
 * (`recover-from-journal.ts`), and then lets the journal go on. Before it has run, nothing is accepted or sent. After a
 * disk error it can be run again.
 */
import type { Log } from '../../ports/ports';
import type { Operations } from '../store/operations';
import type { OutboxStore } from '../store/outbox-store';
import type { asRescued } from './as-rescued';
import { readEntries, type ReadJournal } from './journal-entry';
import type { OutboxJournal } from './outbox-journal';
import { recoverFromJournal } from './recover-from-journal';
import { readRescue, RESTORE_REPORT_KEY, type Rescue } from './rescue-report';

export interface Recovery {
  /** Throws disk errors; then run it again. After a success it does nothing. */
  run(): void;
  /** Returns true after a run that did not fail. */
  isDone(): boolean;
  /** The number of entries of the journal that could not be read; 0 before a run. */
  lostEntries(): number;
  /** Returns true if the run found a journal of this account. */
  hadJournal(): boolean;
}
export interface RecoveryOptions {
  store: OutboxStore;
  operations: Operations;
  accountId: string;
  /** The database did not exist before this start. */
  isNew: boolean;
  /** The rows of the database were copied from a damaged file, so some may be missing. */
  isSalvaged: boolean;
  /** The database is known to be older than the journal, also if the journal cannot be read. */
  isOldFile: boolean;
  journal: OutboxJournal | null;
  log: Log;
  /** Called if something was restored, now or earlier, and the user has not confirmed it. */
  onRescue: (told: Rescue) => void;
  /**
   * Sets aside a journal that cannot be used: it belongs to another account, or none of its lines can be read, for
   * example because another key encrypted them.
   */
  setJournalAside: (() => void) | null;
  parts: { asRescued: typeof asRescued };
}

interface UsedJournal extends ReadJournal {
  /** Lines that cannot be read. */
  damaged: number;
  isWhole: boolean;
  /**
   * False if it belongs to another account, or if no line of it can be read. It is then kept under another name, and
   * nothing of it is used.
   */
  isUsable: boolean;
}

export const createRecovery = ({
  store,
  operations,
  accountId,
  isNew,
  isSalvaged,
  isOldFile,
  journal,
  log,
  onRescue,
  setJournalAside,
  parts,
}: RecoveryOptions): Recovery => {
  let done = false;
  let lost = 0;
  let isFound = false;
  let contents: UsedJournal | null = null;
  const readOnce = (): NonNullable<typeof contents> => {
    if (contents) return contents;
    const read = journal?.read() ?? {
      records: [],
      damaged: 0,
      isCutOff: false,
      isWhole: true,
      isAbsent: true,
    };
    const found = readEntries(read.records);
    if (found.head !== null && found.head.account !== accountId) {
      log.error('outbox: the journal belongs to another account and is set aside');
      const nothing = readEntries([]);
      contents = { ...nothing, damaged: 0, isWhole: false, isUsable: false };
      return contents;
    }
    const isUsable = read.records.length > 0 || read.damaged === 0;
    // If the database is whole, a record that is cut off was never saved. If the database is gone or damaged, it may
    // have been saved.
    const damaged = read.damaged + ((isNew || isSalvaged) && read.isCutOff ? 1 : 0);
    contents = { ...found, damaged, isWhole: read.isWhole, isUsable };
    return contents;
  };
  return {
    isDone: () => done,
    lostEntries: () => lost,
    hadJournal: () => isFound,
    run: () => {
      if (done) return;
      const found = readOnce();
      const draftChanges = store.draftChanges();
      const recover = (): Rescue | null =>
        recoverFromJournal({
          store,
          operations,
          journal: found,
          damaged: found.damaged,
          isNew,
          isSalvaged,
          isOldFile,
          parts,
        });
      // The restored content comes from the journal, which is rewritten after the commit.
      const rescue = journal ? journal.unwitnessed(recover) : recover();
      if (rescue) log.warn('outbox: restored from the journal', { ...rescue });
      // If this fails, the next attempt reads the journal again. Otherwise it would be overwritten.
      if (journal && !found.isUsable) setJournalAside?.();
      done = true;
      lost = found.damaged + found.bad;
      isFound = found.head !== null;
      contents = null;
      const told = readRescue(store.meta(RESTORE_REPORT_KEY));
      if (told) onRescue(told);
      if (!journal) return;
      const isRestored = rescue !== null || store.draftChanges() !== draftChanges;
      if (!isRestored && found.isWhole && found.bad === 0 && journal.agrees(found))
        journal.continueAfter(found);
      else journal.renew(found);
    },
  };
};
