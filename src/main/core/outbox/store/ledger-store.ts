/** Reads the ledger of `outbox.db`: the history of every intent and attempt. */
import { LAST_ENTRY } from '../journal/outbox-journal';
import { toLedgerEntry, unreadableEntry, type LedgerEntry } from './intent-record';
import { textOf, type OutboxStatements } from './outbox-statements';
import type { SetApart } from './set-apart';

export interface LedgerStore {
  ledger(intentId?: string): LedgerEntry[];
  attemptsOf(intentId: string): number;
  /** The number of the last ledger entry, of one intent or of all; 0 if there is none. */
  lastEntry(intentId?: string): number;
  /**
   * The number of the entry that settled an intent, or of its last one; 0 if there is none. Entries about checks after
   * the delivery, or about a copy from a damaged file, do not count, because they may follow the delivery of a later
   * edit.
   */
  settledAt(intentId: string): number;
  /**
   * The intent that a new record's draft was saved as; null if it was not saved, or that cannot be read. If the user
   * took an item back, another form may have saved the draft again: the latest item that is not discarded counts.
   */
  savedFrom(draftId: string): string | null;
  /** New ledger entries get higher numbers than this. */
  raiseEntries(above: number): void;
}

export const createLedgerStore = ({ sql, rows, one }: OutboxStatements, apart: SetApart): LedgerStore => ({
  ledger: (intentId) =>
    (intentId === undefined
      ? rows(`SELECT * FROM ledger ORDER BY seq`)
      : rows(`SELECT * FROM ledger WHERE intent_id = ? ORDER BY seq`, intentId)
    ).map((row) => apart.decode('ledger', row, toLedgerEntry) ?? unreadableEntry(row)),
  attemptsOf: (intentId) =>
    Number(one(`SELECT coalesce(max(attempt), 0) AS n FROM ledger WHERE intent_id = ?`, intentId)?.n ?? 0),
  lastEntry: (intentId) =>
    Number(
      (intentId === undefined
        ? one(LAST_ENTRY)
        : one(`SELECT coalesce(max(seq), 0) AS n FROM ledger WHERE intent_id = ?`, intentId)
      )?.n,
    ),
  settledAt: (intentId) =>
    Number(
      one(
        `SELECT coalesce(max(seq), 0) AS n FROM ledger WHERE intent_id = ? AND event <> 'checked'
           AND NOT (event = 'restored' AND json_valid(facts) AND json_extract(facts, '$.salvaged') IS NOT NULL)`,
        intentId,
      )?.n,
    ),
  savedFrom: (draftId) =>
    textOf(
      one(
        `SELECT l.intent_id FROM ledger l LEFT JOIN intents i ON i.id = l.intent_id
         WHERE l.event IN ('submitted', 'restored')
           AND CASE WHEN json_valid(l.facts) THEN json_extract(l.facts, '$.draftId') END = ?
         ORDER BY i.state = 'discarded', l.seq DESC LIMIT 1`,
        draftId,
      )?.intent_id,
    ),
  raiseEntries: (above) => {
    if (Number(one(`SELECT seq FROM sqlite_sequence WHERE name = 'ledger'`)?.seq ?? 0) >= above) return;
    sql(`DELETE FROM sqlite_sequence WHERE name = 'ledger'`).run();
    sql(`INSERT INTO sqlite_sequence (name, seq) VALUES ('ledger', ?)`).run(above);
  },
});
