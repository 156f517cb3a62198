/**
 * The record tables of each resource, generated from the catalogue:
 * - `<r>_row`: one scalar column per field, so that lists sort and filter without reading JSON.
 * - `<r>_doc`: the exact JSON, read only for the rows on screen.
 * - `<r>_fts`: a contentless search index.
 *
 * The same `row_id` is in all three. It never changes while the cache exists.
 *
 * The tables have a fingerprint. If the catalogue or the rules of the column values change, the fingerprint
 * changes, and the cache is rebuilt (ADR 0002).
 */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../../ports/ports';
import { CATALOGUE, STATE, docTable, ftsTable, quoted, rowTable, sortColumn } from './catalogue';
import { COLUMNS_VERSION, columnsOf } from '../write/column-values';
import { laterIndexes, linkedIndex, sortedIndex, wantingIndex } from './later-indexes';
import { MIGRATIONS } from './migrations/migrations';

const LIVE = `state = ${STATE.live}`;

/** Every statement that creates one resource's tables and indexes. */
const recordTables = (resource: ResourceName): string[] => {
  const { fields, sorted, linked, recency, detailed } = CATALOGUE[resource];
  const row = rowTable(resource);
  // Long texts come last: SQLite reads a row from its start, so a scan of another column does not read them.
  const inOrder = [...fields].sort((a, b) => weight(a.kind) - weight(b.kind));
  const index = (name: string, columns: string, where = LIVE): string =>
    `CREATE INDEX ${quoted(name)} ON ${row} (${columns}) WHERE ${where}`;
  return [
    `CREATE TABLE ${row} (
  row_id INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL, struck_at INTEGER, fetched_at INTEGER NOT NULL,
  detail_at INTEGER, wants_detail INTEGER NOT NULL, covers TEXT,
  ${inOrder.flatMap((field) => columnsOf(field)).join(',\n  ')}
) STRICT`,
    `CREATE TABLE ${docTable(resource)} (row_id INTEGER PRIMARY KEY REFERENCES ${row} (row_id), raw TEXT NOT NULL, detail TEXT) STRICT`,
    // `search-text.ts` makes the tokens, so the simplest tokenizer is enough. No query needs word positions.
    `CREATE VIRTUAL TABLE ${ftsTable(resource)} USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
    // Sixteen segments are merged at once: a first copy writes a sixth less than with the default of four,
    // and searches are as fast.
    `INSERT INTO ${ftsTable(resource)} (${ftsTable(resource)}, rank) VALUES ('automerge', 16)`,
    ...fields
      .filter(({ key }) => sorted.includes(key))
      .map((field) => index(sortedIndex(resource, field.key), quoted(sortColumn(field)))),
    ...linked.map((key) =>
      index(
        linkedIndex(resource, key),
        recency === null ? quoted(key) : `${quoted(key)}, ${quoted(recency)}`,
        `${LIVE} AND ${quoted(key)} IS NOT NULL`,
      ),
    ),
    ...(detailed && recency !== null
      ? [index(wantingIndex(resource), quoted(recency), `${LIVE} AND wants_detail = 1`)]
      : []),
  ];
};

/** Made once: they are asked for several times while a cache is opened. */
let allTables: readonly string[] | null = null;
const allRecordTables = (): readonly string[] =>
  (allTables ??= RESOURCES.flatMap((resource) => recordTables(resource)));

const weight = (kind: string): number => {
  if (kind === 'longText') return 2;
  return kind === 'text' || kind === 'phone' ? 1 : 0;
};

/** The statements that create a new cache; `later-indexes.ts` makes the other indexes. */
export const firstRecordTables = (): string[] =>
  RESOURCES.flatMap((resource) => {
    const later = new Set(laterIndexes(resource).map(({ name }) => `CREATE INDEX ${quoted(name)} ON`));
    return recordTables(resource).filter(
      (statement) => ![...later].some((beginning) => statement.startsWith(beginning)),
    );
  });

/**
 * Returns true if the definition of a table differs from the one that this version made. SQLite reads a
 * definition with a changed name as it is, and a query then asks for a column that does not exist. Call it
 * only if the fingerprint is that of this version.
 */
export const areTablesAltered = (db: SqlDatabase): boolean => {
  const held = new Set(
    db.prepare<string | null>("SELECT sql FROM sqlite_schema WHERE type = 'table'").pluck().all(),
  );
  return [...MIGRATIONS.flatMap(({ up }) => up.split(';')), ...allRecordTables()]
    .map((statement) => statement.trim())
    .some((statement) => /^CREATE (?:VIRTUAL )?TABLE /.test(statement) && !held.has(statement));
};

let fingerprint: string | null = null;
/**
 * Identifies a set of tables and the rules of their values: two FNV-1a hashes of the text of all statements,
 * its length, and the version of the rules.
 */
export const schemaFingerprint = (): string => (fingerprint ??= fingerprintOf(allRecordTables().join(';\n')));

const fingerprintOf = (text: string): string =>
  `${fnv(text, 0x811c9dc5)}${fnv(text, 0x01000193)}-${text.length}-${COLUMNS_VERSION}`;

const fnv = (text: string, seed: number): string => {
  let hash = seed >>> 0;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
};
