/** Restores at the start what the journal knows of the user's decisions and the ledger does not (ADR 9). */
import { DECISION_EVENTS } from '../store/decision-events';
import type { OutboxStore } from '../store/outbox-store';
import type { JournalEntry, KnownIntent, ReadJournal } from './journal-entry';

/**
 * Restores what the ledger said about the versions of the user, in the order in which they were made. Without the
 * order, the edit that the user corrected last would count as older than another one, and would be sent with the values
 * of the other (OB43). Without the facts, a correction that was copied into an edit would stay there when the user
 * discards it (OB70). A version of which there is nothing to say, and no other edit of its record, is left to the last
 * entry.
 */
export const recordDecisions = (
  store: OutboxStore,
  journal: ReadJournal,
  behind: readonly KnownIntent[],
): void => {
  const recordOf = ({ id, row }: JournalEntry): string => `${row.kind} ${row.target ?? id}`;
  const edits = Map.groupBy(behind, ({ last }) => recordOf(last));
  for (const entry of journal.entries) {
    const others = edits.get(recordOf(entry)) ?? [];
    if (!others.some(({ last }) => last.id === entry.id) || !store.has(entry.id)) continue;
    for (const { version, facts } of entry.decisions)
      if ((others.length > 1 || hasMore(facts)) && !isDecided(store, entry.id, version))
        store.record(entry.id, { event: 'restored', facts: { ...facts, version, journal: true } });
  }
};

/** What the last entry says as well. */
const SAID_LAST = new Set(['draftId', 'was', 'is', 'journal', 'merges']);
const hasMore = (facts: JournalEntry['decisions'][number]['facts']): boolean =>
  Object.keys(facts).some((key) => !SAID_LAST.has(key));

/** Returns true if the ledger has a decision of the user with this version. */
export const isDecided = (store: OutboxStore, id: string, version: number): boolean =>
  store.ledger(id).some(({ event, facts }) => DECISION_EVENTS.has(event) && facts.version === version);
