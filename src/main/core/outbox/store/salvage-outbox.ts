/**
 * Copies the readable rows of a damaged `outbox.db` into a new file, row by row.
 *
 * Guarantees: nothing that is copied is sent by itself. Waiting items arrive held; items that may have been
 * sent arrive in doubt. An altered row is copied unchanged and set apart in the new file. The ledger is copied as
 * it was, so that the journal can still tell whether a row is older than it. It writes only to the new file, in
 * one transaction.
 */
import type { SqlDatabase, SqlRow, SqlValue } from '../../ports/ports';
import { storageTrouble } from '../../store/schema/sqlite-errors';
import { DRAFT_CHANGES } from '../journal/draft-journal';
import { toIntent, type Intent } from './intent-record';
import { FORM_KEYS } from './open-outbox-database';
import { checksumOf, verifyRow } from './row-checksum';
import type { WatchedTable } from './unreadable-row';

export interface Salvaged {
  /** The number of queued items that were copied, without rows that are set apart. */
  recovered: number;
  /** The number of items in the damaged file, as far as it shows. */
  total: number;
  drafts: number;
  /** The items that were copied, with the states that they had. */
  items: { id: string; was: Intent['state'] }[];
}

/** Tables without a row number, and the columns of their keys. */
const KEYED: Readonly<Record<string, readonly string[]>> = {
  drafts: ['id'],
  versions: ['intent_id', 'version'],
  dependencies: ['intent_id', 'parent_id'],
  locals: ['local_id'],
  id_map: ['local_id'],
  meta: ['key'],
  operations: ['id'],
};
const WATCHED: ReadonlySet<string> = new Set(['intents', 'versions', 'drafts', 'ledger']);
const isWatched = (table: string): table is WatchedTable => WATCHED.has(table);
/**
 * Keys that are not copied: the new file has its own account and definitions, and no number of draft changes, so
 * that the journal decides about drafts.
 */
const ITS_OWN: ReadonlySet<SqlValue | undefined> = new Set([
  'account',
  DRAFT_CHANGES,
  ...Object.values(FORM_KEYS),
]);
/**
 * The number of row numbers to try after the last row found, if the file no longer shows how many rows there
 * were.
 */
const BEYOND = 1_000;
/**
 * Nobody saves so much. A higher number is damaged, and trying all numbers up to it would take hours.
 */
const MOST_NUMBERS = 2_000_000;

/** Throws the new file's disk errors. */
export const salvageOutbox = (from: SqlDatabase, to: SqlDatabase): Salvaged => {
  to.pragma('ignore_check_constraints = ON');
  try {
    return to.transaction(() => bringOver(from, to))();
  } finally {
    to.pragma('ignore_check_constraints = OFF');
  }
};

const bringOver = (from: SqlDatabase, to: SqlDatabase): Salvaged => {
  const columnsOf = tableColumns(to);
  const put = inserter(to, columnsOf);
  const read = (table: string, rows: SqlRow[]): SqlRow[] => rows.map((row) => renamed(row, columnsOf(table)));
  for (const [table, keys] of Object.entries(KEYED))
    if (table !== 'drafts')
      for (const row of read(table, keyedRows(from, table, keys)))
        if (table !== 'meta' || !ITS_OWN.has(row.key)) put(table, row);
  const drafts = read('drafts', keyedRows(from, 'drafts', ['id'])).filter((row) => put('drafts', row)).length;
  for (const row of read('ledger', numberedRows(from, 'ledger').rows)) put('ledger', row);
  const intents = numberedRows(from, 'intents');
  const items: Salvaged['items'] = [];
  for (const row of read('intents', [...intents.rows, ...misnumbered(from)])) {
    const safe = heldBack(row);
    if (put('intents', safe?.row ?? row) && safe !== null)
      items.push({ id: String(safe.row.id), was: safe.was });
  }
  return {
    recovered: items.length,
    total: Math.max(intents.last, intents.rows.length),
    drafts,
    items,
  };
};

/** The row for the new file, held or in doubt; null if it was altered. */
const heldBack = (row: SqlRow): { row: SqlRow; was: Intent['state'] } | null => {
  let intent: Intent;
  try {
    intent = toIntent(row);
    if ('checksum' in row) verifyRow('intents', row);
  } catch {
    return null;
  }
  const { state, detail } = intent;
  const sent = state === 'sending' || state === 'uncertain';
  const next: SqlRow = {
    ...row,
    state: sent ? 'uncertain' : state,
    held: state === 'queued' ? 1 : Number(intent.held),
    send_now: 0,
    not_before: 0,
    tries: 0,
    detail: JSON.stringify({
      ...detail,
      doubtSince: sent ? null : detail.doubtSince,
      notes: detail.notes.includes('restored') ? detail.notes : [...detail.notes, 'restored'],
    }),
  };
  return { row: { ...next, checksum: checksumOf('intents', next) }, was: state };
};

type ColumnsOf = (table: string) => readonly string[];

/** The columns of the new file's tables, in their order. */
const tableColumns = (to: SqlDatabase): ColumnsOf => {
  const known = new Map<string, string[]>();
  return (table) => {
    const made =
      known.get(table) ??
      to
        .prepare<{ name: string }>(`SELECT name FROM pragma_table_info(?)`)
        .all(table)
        .map(({ name }) => name);
    known.set(table, made);
    return made;
  };
};

/**
 * Gives the values of a row the column names of the new table, by their order: damage may have changed a name
 * in the old table. A table of an earlier version has fewer columns; its rows keep their names.
 */
const renamed = (row: SqlRow, columns: readonly string[]): SqlRow => {
  const values = Object.values(row);
  if (values.length !== columns.length) return row;
  return Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]));
};

/** Inserts the columns that the new table has; returns false if the table refuses the row. */
const inserter = (to: SqlDatabase, columnsOf: ColumnsOf): ((table: string, row: SqlRow) => boolean) => {
  return (table, found) => {
    const row: SqlRow =
      isWatched(table) && !('checksum' in found) ? { ...found, checksum: checksumOf(table, found) } : found;
    const names = Object.keys(row).filter((name) => columnsOf(table).includes(name));
    if (names.length === 0) return false;
    try {
      const text = `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      return to.prepare(text).run(...names.map((name) => row[name] ?? null)).changes > 0;
    } catch (error) {
      if (storageTrouble(error) !== null) throw error;
      // A value has another type than its column. The row is damaged; the damaged file is kept.
      return false;
    }
  };
};

const attempt = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

/** Reads rows one by one by their numbers, so that a damaged page loses only its own rows. */
const numberedRows = (from: SqlDatabase, table: 'intents' | 'ledger'): { rows: SqlRow[]; last: number } => {
  const number = (sql: string): number =>
    Number(attempt(() => from.prepare(sql).pluck().get(MOST_NUMBERS), 0) ?? 0);
  const said = Math.max(
    number(`SELECT seq FROM sqlite_sequence WHERE name = '${table}' AND seq <= ?`),
    number(`SELECT max(seq) FROM ${table} WHERE seq <= ?`),
  );
  const statement = attempt(() => from.prepare<SqlRow>(`SELECT * FROM ${table} WHERE seq = ?`), null);
  const rows: SqlRow[] = [];
  let last = said;
  if (statement)
    for (let seq = 1; seq <= (said > 0 ? said : (Number(rows.at(-1)?.seq) || 0) + BEYOND); seq++) {
      const row = attempt(() => statement.get(seq), undefined);
      if (row === undefined) continue;
      rows.push(row);
      last = Math.max(last, seq);
    }
  return { rows, last };
};

/** The items whose own number is damaged. They get a new number, the last one. */
const misnumbered = (from: SqlDatabase): SqlRow[] =>
  attempt(
    () => from.prepare<SqlRow>('SELECT * FROM intents WHERE seq > ? ORDER BY seq').all(MOST_NUMBERS),
    [],
  ).map((row) => ({ ...row, seq: null }));

/** Reads rows by key: from the first forwards and from the last backwards, as far as possible. */
const keyedRows = (from: SqlDatabase, table: string, keys: readonly string[]): SqlRow[] => {
  const found = new Map<string, SqlRow>();
  const order = (way: string): string => keys.map((key) => `${key} ${way}`).join(', ');
  for (const [way, beyond] of [
    ['ASC', '>'],
    ['DESC', '<'],
  ] as const) {
    let at: SqlValue[] | null = null;
    for (;;) {
      const where: string =
        at === null ? '' : `WHERE (${keys.join(', ')}) ${beyond} (${keys.map(() => '?').join(', ')})`;
      const params: SqlValue[] = at ?? [];
      const row: SqlRow | undefined = attempt(
        () =>
          from
            .prepare<SqlRow>(`SELECT * FROM ${table} ${where} ORDER BY ${order(way)} LIMIT 1`)
            .get(...params),
        undefined,
      );
      if (row === undefined) break;
      at = keys.map((key) => row[key] ?? null);
      const name = JSON.stringify(at.map(String));
      // A damaged page may link to an earlier one.
      if (found.has(name)) break;
      found.set(name, row);
    }
  }
  return [...found.values()];
};
