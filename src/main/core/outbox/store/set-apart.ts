/**
 * Rows of `outbox.db` that cannot be read or were altered. Each stays unchanged in its place, is counted, and
 * is shown with its raw text. The list is in memory and in a temporary table that the store's statements
 * join. So nothing has to be written to a damaged file or a full disk. The list is made again at every start.
 */
import type { SqlDatabase, SqlRow } from '../../ports/ports';
import { verifyRow } from './row-checksum';
import { UnreadableRowError, type Flaw, type WatchedTable } from './unreadable-row';

export interface UnreadableRow {
  table: WatchedTable;
  /** The id of the row's intent or draft, as far as it can be read. */
  id: string;
  /** `altered`: the row can be read, but its content is not what was written. */
  why: Flaw;
  /** Every column of the row, as JSON. */
  raw: string;
}

export interface SetApart {
  list(): UnreadableRow[];
  count(): number;
  /** Returns the decoded row. If it cannot be decoded, adds it to the list and returns null. */
  decode<T>(table: WatchedTable, row: SqlRow, decode: (row: SqlRow) => T): T | null;
  holds(table: WatchedTable, id: string): boolean;
  /** Removes a row from the list after it was rewritten. */
  forget(table: WatchedTable, id: string, version?: number): void;
}

/** Selects the intents that are set apart, for a statement's `NOT IN`. */
export const APART = 'SELECT id FROM temp.set_apart';

export const createSetApart = (database: SqlDatabase): SetApart => {
  database.exec('CREATE TEMP TABLE IF NOT EXISTS set_apart (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID');
  const insert = database.prepare('INSERT OR IGNORE INTO temp.set_apart (id) VALUES (?)');
  const remove = database.prepare('DELETE FROM temp.set_apart WHERE id = ?');
  const rows = new Map<string, UnreadableRow>();
  return {
    list: () => [...rows.values()],
    count: () => rows.size,
    holds: (table, id) => rows.has(keyOf(table, id, '')),
    forget: (table, id, version) => {
      if (rows.delete(keyOf(table, id, version === undefined ? '' : String(version))) && table === 'intents')
        remove.run(id);
    },
    decode: (table, row, decode) => {
      try {
        const decoded = decode(row);
        verifyRow(table, row);
        return decoded;
      } catch (error) {
        const id = String(table === 'intents' || table === 'drafts' ? row.id : row.intent_id);
        // Written every time, because a rollback removes the entry.
        if (table === 'intents') insert.run(id);
        const why = error instanceof UnreadableRowError ? error.why : 'unreadable';
        rows.set(keyOf(table, id, placeOf(table, row)), { table, id, why, raw: rawOf(row) });
        return null;
      }
    },
  };
};

const keyOf = (table: WatchedTable, id: string, place: string): string => `${table} ${id} ${place}`;
/** The part of a row's key that distinguishes rows of one intent. */
const placeOf = (table: WatchedTable, row: SqlRow): string => {
  if (table === 'versions') return String(row.version);
  return table === 'ledger' ? String(row.seq) : '';
};

/** The columns as JSON; big integers as text, blobs as hex. */
const rawOf = (row: SqlRow): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plainValue(value)])));

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

const plainValue = (value: SqlRow[string]): unknown => {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Array.from(value, hexOf).join('') : value;
};
