/**
 * Restores drafts that the journal knows and the database does not (ADR 10).
 *
 * The last record of a draft counts if its number is higher than the database's number of changes, or if the
 * draft's row was altered. An end counts only if another record follows it, or if it was written after its
 * commit: a kill may have prevented the commit, and then the draft stays.
 *
 * If the journal knows every change of drafts that the database has, the last record of each draft was committed.
 * If the row says something else, the disk lost the write of its page: SQLite reports no damage, because the old
 * page is valid. Then the record counts too.
 */
import { draftIdOf, lastOfEach, type DraftRecord } from './draft-journal';
import { toDraft } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';
import { UnreadableRowError } from '../store/unreadable-row';

export interface DraftsBehind {
  records: DraftRecord[];
  /** The database lacks more than one change, so it is an older file. */
  isOlder: boolean;
  lastChange: number;
}

/** `unreadable`: the number of lines of the journal that cannot be read. */
export const draftsBehind = (
  store: OutboxStore,
  records: readonly DraftRecord[],
  unreadable: number,
): DraftsBehind => {
  const here = store.draftChanges();
  const altered = new Set(store.unreadable().flatMap(({ table, id }) => (table === 'drafts' ? id : [])));
  const changes = new Set(records.map(({ change }) => change));
  const lastChange = Math.max(0, ...changes);
  // Every start ends with a journal that agrees with the database, or with a higher number in the database.
  const knowsAll = unreadable === 0 && lastChange >= here;
  const behind = [...lastOfEach(records).values()].filter((record) => {
    const id = draftIdOf(record);
    if ('typed' in record && altered.has(id)) return true;
    if (altered.has(id)) return false;
    // No change is counted: the database is new, or its number is damaged. Only the journal may have the draft.
    const isUnknown = here === 0 && 'typed' in record && !store.hasDraft(id);
    if (record.change <= here) return isUnknown || (knowsAll && isOldRow(store, record));
    if ('ended' in record)
      return (record.committed === true || record.change < lastChange) && store.hasDraft(id);
    // A salvaged database has no number of changes and may contain a later version.
    return !(here === 0 && (store.draft(id)?.updatedAt ?? -1) >= record.typed.updated_at);
  });
  const isOlder = [...changes].filter((change) => change > here).length > 1;
  return { records: behind, isOlder, lastChange };
};

/** Returns true if the database and the last record of the draft differ. */
const isOldRow = (store: OutboxStore, record: DraftRecord): boolean => {
  if ('ended' in record) return store.hasDraft(record.ended);
  try {
    return JSON.stringify(toDraft(record.typed)) !== JSON.stringify(store.draft(record.typed.id));
  } catch (error) {
    if (error instanceof UnreadableRowError) return false;
    throw error;
  }
};

/** Restores drafts and returns their number. Changes the database; call it in a transaction. */
export const bringDraftsBack = (
  store: OutboxStore,
  { records, lastChange }: DraftsBehind,
): { drafts: number; lost: number } => {
  const count = { drafts: 0, lost: 0 };
  for (const record of records)
    if ('ended' in record) store.deleteDraft(record.ended);
    else
      try {
        store.adoptDraft(toDraft(record.typed));
        count.drafts++;
      } catch (error) {
        if (!(error instanceof UnreadableRowError)) throw error;
        count.lost++;
      }
  outnumber(store, lastChange);
  return count;
};

/**
 * Gives the database a higher number of changes than the journal has. If the journal cannot be rewritten now, it
 * will not seem to know every change at the next start.
 */
export const outnumber = (store: OutboxStore, lastChange: number): void => {
  if (lastChange > 0) store.raiseDraftChanges(lastChange + 1);
};
