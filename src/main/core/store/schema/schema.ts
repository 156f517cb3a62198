/**
 * The record tables, from the catalogue. Per resource: `<r>_row`, narrow, one scalar column per field, so
 * that any field sorts and filters without reading JSON; `<r>_doc`, the exact JSON, read only for the rows on
 * screen; `<r>_fts`, a contentless search index. `row_id` joins the three and never changes while the cache
 * lives.
 *
 * The tables have a fingerprint. When the catalogue changes, so does it, and the cache is rebuilt (ADR 0002).
 */
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { CATALOGUE, STATE, docTable, ftsTable, quoted, rowTable } from './catalogue';
import { columnsOf } from '../write/column-values';
import { laterIndexes, linkedIndex, sortedIndex, wantingIndex } from './later-indexes';

const LIVE = `state = ${STATE.live}`;

/** Every statement that creates one resource's tables and indexes. */
export const recordTables = (resource: ResourceName): string[] => {
  const { fields, sorted, linked, recency, detailed } = CATALOGUE[resource];
  const row = rowTable(resource);
  // Long texts last: SQLite reads a row from its start, and a scan for another column then never reaches
  // them.
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
    // Tokens are made by `search-text.ts`, so the plainest tokenizer does; word positions are never asked
    // for.
    `CREATE VIRTUAL TABLE ${ftsTable(resource)} USING fts5(text, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
    // Segments merge in sixteens: a first pull writes a sixth less than with fours, and a search notices
    // nothing.
    `INSERT INTO ${ftsTable(resource)} (${ftsTable(resource)}, rank) VALUES ('automerge', 16)`,
    ...sorted.map((key) => index(sortedIndex(resource, key), quoted(key))),
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

export const allRecordTables = (): string[] => RESOURCES.flatMap((resource) => recordTables(resource));

const weight = (kind: string): number =>
  kind === 'longText' ? 2 : kind === 'text' || kind === 'phone' ? 1 : 0;

/** The statements that a new cache begins with; `later-indexes.ts` makes the other indexes. */
export const firstRecordTables = (): string[] =>
  RESOURCES.flatMap((resource) => {
    const later = new Set(laterIndexes(resource).map(({ name }) => `CREATE INDEX ${quoted(name)} ON`));
    return recordTables(resource).filter(
      (statement) => ![...later].some((beginning) => statement.startsWith(beginning)),
    );
  });

/**
 * Tells one set of tables from another: the text of the statements, hashed (FNV-1a, 53 bits of two rounds are
 * plenty here).
 */
export const schemaFingerprint = (): string => {
  const text = allRecordTables().join(';\n');
  return `${fnv(text, 0x811c9dc5)}${fnv(text, 0x01000193)}-${text.length}`;
};

const fnv = (text: string, seed: number): string => {
  let hash = seed >>> 0;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
};
