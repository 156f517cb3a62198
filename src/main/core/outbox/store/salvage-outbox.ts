/**
 * Brings over, row by row, what can be read of a damaged `outbox.db` into a new one.
 *
 * Guarantees: nothing that is brought over goes out by itself. What waited arrives held, what may have been
 * sent arrives in doubt, and says so in its history. A row that was altered arrives as it is, and is set
 * apart there. It writes to the new file only, in one transaction.
 */
import type { Clock, SqlDatabase, SqlRow, SqlValue } from '../../ports/ports';
import { DRAFT_CHANGES } from '../journal/draft-journal';
import { toIntent, type Intent } from './intent-record';
import { checksumOf, verifyRow } from './row-checksum';
import type { WatchedTable } from './unreadable-row';

export interface Salvaged {
  /** Items of the queue that were brought over, set apart ones not counted. */
  recovered: number;
  /** How many there were, as far as the file still says. */
  total: number;
  drafts: number;
}

/** Tables without a number of their own, and the columns they are ordered by. */
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
/**
 * What the new file says for itself: whose it is, and that it has seen no change of a draft, so that the
 * journal's word counts.
 */
const ITS_OWN: ReadonlySet<SqlValue | undefined> = new Set(['account', DRAFT_CHANGES]);
/** Rows looked for beyond the last one seen, where the file no longer says how many there were. */
const BEYOND = 1_000;

export const salvageOutbox = (from: SqlDatabase, to: SqlDatabase, clock: Clock): Salvaged => {
  to.pragma('ignore_check_constraints = ON');
  try {
    return to.transaction(() => bringOver(from, to, clock))();
  } finally {
    to.pragma('ignore_check_constraints = OFF');
  }
};

const bringOver = (from: SqlDatabase, to: SqlDatabase, clock: Clock): Salvaged => {
  const put = inserter(to);
  for (const [table, keys] of Object.entries(KEYED))
    if (table !== 'drafts')
      for (const row of keyedRows(from, table, keys))
        if (table !== 'meta' || !ITS_OWN.has(row.key)) put(table, row);
  const drafts = keyedRows(from, 'drafts', ['id']).filter((row) => put('drafts', row)).length;
  for (const row of numberedRows(from, 'ledger').rows) put('ledger', row);
  const intents = numberedRows(from, 'intents');
  let recovered = 0;
  for (const row of intents.rows) {
    const safe = heldBack(row);
    if (!put('intents', safe?.row ?? row) || safe === null) continue;
    recovered++;
    const entry = {
      intent_id: safe.row.id ?? null,
      attempt: null,
      event: 'restored',
      at: clock.now(),
      server_at: null,
      facts: JSON.stringify({ was: safe.was, salvaged: true }),
    };
    put('ledger', { ...entry, checksum: checksumOf('ledger', entry) });
  }
  return { recovered, total: Math.max(intents.last, intents.rows.length), drafts };
};

/** The row as it may stand in the new file; null for one that is not what was written. */
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

/** Inserts what the new table has columns for; false where the table does not take the row. */
const inserter = (to: SqlDatabase): ((table: string, row: SqlRow) => boolean) => {
  const columns = new Map<string, Set<string>>();
  const columnsOf = (table: string): Set<string> => {
    const known = columns.get(table);
    if (known) return known;
    const rows = to.prepare(`SELECT name FROM pragma_table_info(?)`).all(table) as { name: string }[];
    const made = new Set(rows.map(({ name }) => name));
    columns.set(table, made);
    return made;
  };
  return (table, found) => {
    const row: SqlRow =
      WATCHED.has(table) && !('checksum' in found)
        ? { ...found, checksum: checksumOf(table as WatchedTable, found) }
        : found;
    const names = Object.keys(row).filter((name) => columnsOf(table).has(name));
    if (names.length === 0) return false;
    try {
      const text = `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      return to.prepare(text).run(...names.map((name) => row[name] ?? null)).changes > 0;
    } catch {
      // Of another type than its column: it is damaged, and the damaged file is kept.
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

/** Rows under numbers: each is looked up by its own, so that a damaged page costs the rows on it alone. */
const numberedRows = (from: SqlDatabase, table: 'intents' | 'ledger'): { rows: SqlRow[]; last: number } => {
  const number = (sql: string): number => Number(attempt(() => from.prepare(sql).pluck().get(), 0) ?? 0);
  const said = Math.max(
    number(`SELECT seq FROM sqlite_sequence WHERE name = '${table}'`),
    number(`SELECT max(seq) FROM ${table}`),
  );
  const statement = attempt(() => from.prepare(`SELECT * FROM ${table} WHERE seq = ?`), null);
  const rows: SqlRow[] = [];
  let last = said;
  if (statement)
    for (let seq = 1; seq <= (said > 0 ? said : (Number(rows.at(-1)?.seq) || 0) + BEYOND); seq++) {
      const row = attempt(() => statement.get(seq) as SqlRow | undefined, undefined);
      if (row === undefined) continue;
      rows.push(row);
      last = Math.max(last, seq);
    }
  return { rows, last };
};

/** Rows under a key: from the first on, from the last back, as far as each way leads. */
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
          from.prepare(`SELECT * FROM ${table} ${where} ORDER BY ${order(way)} LIMIT 1`).get(...params) as
            | SqlRow
            | undefined,
        undefined,
      );
      if (row === undefined) break;
      at = keys.map((key) => row[key] ?? null);
      const name = JSON.stringify(at.map(String));
      // A damaged page may lead round in a circle.
      if (found.has(name)) break;
      found.set(name, row);
    }
  }
  return [...found.values()];
};
