/**
 * What the journal knows of drafts and the database does not (ADR 10).
 *
 * A draft's last record counts where its number is higher than the database's own count of changes, and in
 * place of a row that was altered. An end counts only if something was journalled after it: a kill may have
 * cut it off before its commit, and then the draft stays.
 */
import { draftIdOf, lastOfEach, type DraftRecord } from './draft-journal';
import { toDraft } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';
import { UnreadableRowError } from '../store/unreadable-row';

export interface DraftsBehind {
  records: DraftRecord[];
  /** The database lacks more than one change: it is older than what was done. */
  isOlder: boolean;
  lastChange: number;
}

export const draftsBehind = (store: OutboxStore, records: readonly DraftRecord[]): DraftsBehind => {
  const here = store.draftChanges();
  const altered = new Set(store.unreadable().flatMap(({ table, id }) => (table === 'drafts' ? id : [])));
  const changes = new Set(records.map(({ change }) => change));
  const lastChange = Math.max(0, ...changes);
  const behind = [...lastOfEach(records).values()].filter((record) => {
    const id = draftIdOf(record);
    if ('typed' in record && altered.has(id)) return true;
    if (record.change <= here || altered.has(id)) return false;
    if ('ended' in record) return record.change < lastChange && store.hasDraft(id);
    // A database that was salvaged counts no changes, and may hold a later version.
    return !(here === 0 && (store.draft(id)?.updatedAt ?? -1) >= record.typed.updated_at);
  });
  const isOlder = [...changes].filter((change) => change > here).length > 1;
  return { records: behind, isOlder, lastChange };
};

/** Counts what came back. Changes the database; call it in a transaction. */
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
  store.raiseDraftChanges(lastChange);
  return count;
};
