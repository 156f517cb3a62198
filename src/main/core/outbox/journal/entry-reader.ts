/**
 * Reads the journal entry of an intent from the rows of the database. An altered row gives no entry. It numbers and
 * writes nothing; `outbox-journal.ts` does.
 */
import { isObject } from '#shared/domain/is-object';
import { jsonOrNull } from '#shared/domain/json-or-null';
import type { SqlDatabase, SqlRow } from '../../ports/ports';
import { DECISION_EVENTS } from '../store/decision-events';
import { isSettled } from '../state-machine';
import { mergesIn } from '../store/merged-versions';
import { verifyRow } from '../store/row-checksum';
import type { WatchedTable } from '../store/unreadable-row';
import type { IdsOfLost, JournalEntry, JournalEvent } from './journal-entry';

interface EntryReader {
  /**
   * The entry with the number `n`, of the transaction whose first entry is `tx`. It contains the versions and decisions
   * after version `before`. Null if there is no row, or if the row was altered.
   */
  entryOf(
    id: string,
    entry: { n: number; event: JournalEvent; tx: number; before: number },
  ): JournalEntry | null;
  /** The real ids of intents without a row. */
  lostIds(): IdsOfLost[];
}

export const createEntryReader = (database: SqlDatabase): EntryReader => {
  const rowOf = database.prepare<SqlRow & JournalEntry['row']>('SELECT * FROM intents WHERE id = ?');
  const versionsOf = database.prepare<SqlRow>(
    'SELECT * FROM versions WHERE intent_id = ? AND version > ? ORDER BY version',
  );
  const parentsOf = database.prepare<JournalEntry['parents'][number]>(
    'SELECT parent_id AS id, strength FROM dependencies WHERE intent_id = ?',
  );
  const idsOf = database.prepare<JournalEntry['ids'][number]>(
    'SELECT local_id AS localId, kind, real_id AS realId FROM id_map WHERE intent_id = ?',
  );
  const withoutRow = database
    .prepare<string>(
      `SELECT DISTINCT intent_id FROM id_map WHERE intent_id NOT IN (SELECT id FROM intents) ORDER BY intent_id`,
    )
    .pluck();
  const makesOf = database
    .prepare<string>(
      `SELECT l.local_id FROM intents i JOIN json_each(i.command, '$.children') c
         JOIN locals l ON l.local_id = json_extract(c.value, '$.ref')
       WHERE i.id = ? AND l.intent_id = i.id`,
    )
    .pluck();
  const ledgerEndOf = database.prepare<{ at: number; attempt: number }>(
    'SELECT coalesce(max(seq), 0) AS at, coalesce(max(attempt), 0) AS attempt FROM ledger WHERE intent_id = ?',
  );
  const mergesOf = database.prepare<{ facts: string }>(
    `SELECT facts FROM ledger WHERE intent_id = ? AND facts LIKE '%"from":%' ORDER BY seq`,
  );
  const decisionsOf = database.prepare<{ facts: string }>(
    `SELECT facts FROM ledger WHERE intent_id = ? AND event IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  );

  /**
   * The versions after `before`. The command in the intent's row is included even if its version row is lost.
   */
  const versionsAfter = (row: SqlRow, before: number): JournalEntry['versions'] => {
    const own = Number(row.version);
    const newer = versionsOf
      .all(String(row.id), before)
      .filter((one) => isSound('versions', one) && Number(one.version) !== own);
    return [...newer, ...(own > before ? [row] : [])].map(({ version, command, base }) => ({
      version: Number(version),
      command: String(command),
      base: base === null ? null : String(base),
    }));
  };
  const decisionsAfter = (id: string, before: number): JournalEntry['decisions'] =>
    decisionsOf.all(id, JSON.stringify([...DECISION_EVENTS])).flatMap((entry) => {
      const told = jsonOrNull(entry.facts);
      if (!isObject(told) || typeof told.version !== 'number' || told.version <= before) return [];
      const { row: _, version, ...facts } = told;
      return [{ version, facts }];
    });
  const entryOf: EntryReader['entryOf'] = (id, { n, event, tx, before }) => {
    const row = rowOf.get(id);
    // An altered row is not written to the journal.
    if (!row || !isSound('intents', row)) return null;
    const { at, attempt } = ledgerEndOf.get(id)!;
    return {
      n,
      event,
      tx,
      at,
      id,
      version: Number(row.version),
      attempt,
      row: {
        kind: row.kind,
        state: row.state,
        fingerprint: row.fingerprint,
        target: row.target,
        real_id: row.real_id,
        detail: row.detail,
        held: row.held,
        created_at: row.created_at,
      },
      versions: versionsAfter(row, before),
      parents: parentsOf.all(id),
      ids: idsOf.all(id),
      makes: makesOf.all(id),
      decisions: decisionsAfter(id, before),
      merges: mergesOf.all(id).flatMap(({ facts }) => {
        const value = jsonOrNull(facts);
        return isObject(value) ? mergesIn(value) : [];
      }),
      operation: null,
      draft: null,
    };
  };
  return { entryOf, lostIds: () => withoutRow.all().map((id) => ({ idsOf: id, ids: idsOf.all(id) })) };
};

/** A settled intent no longer needs its command. The short entry keeps its final state. */
export const shortened = (entry: JournalEntry): JournalEntry =>
  isSettled(entry.row.state)
    ? {
        ...entry,
        versions: [],
        makes: [],
        decisions: [],
        merges: [],
        row: { ...entry.row, detail: shortDetail(entry.row.detail) },
      }
    : entry;

const isSound = (table: WatchedTable, row: SqlRow): boolean => {
  try {
    verifyRow(table, row);
    return true;
  } catch {
    return false;
  }
};

/** The parts of the detail that are still needed after delivery. */
const shortDetail = (detail: string): string => {
  try {
    const parsed: unknown = JSON.parse(detail);
    if (!isObject(parsed)) return '{}';
    const { appliedAt, recordAsOf, number, notes } = parsed;
    return JSON.stringify({ appliedAt, recordAsOf, number, notes });
  } catch {
    return '{}';
  }
};
