/**
 * Finds the newest matches of a search in one resource. There are three ways, all exact:
 * - Few matches are looked up and sorted.
 * - Many matches are found by a walk from the newest record.
 * - One or two letters match so many records that it is faster to read the newest records and compare them.
 *   The index would first collect all records of all words that begin with these letters. If there are longer words
 *   too, only their matches are read.
 */
import type { ResourceName } from '#shared/domain/resources';
import { CATALOGUE, STATE, docTable, ftsTable, quoted, rowTable } from '../schema/catalogue';
import { mustGet, type StatementCache } from '../schema/statement-cache';
import { type Documents, parseDetail, parseDocument } from '../schema/stored-document';
import { hasPinyin } from '../words/pinyin';
import { recordText } from '../words/record-text';
import { matchesText, type QueryTerm, termsQuery } from '../words/search-text';

/**
 * Returns true if sorting is faster than a walk. To look up and sort a match costs about as much as ten
 * records of a walk. For 30 hits both cost the same at about twice the square root of the number of records.
 */
const sortsBest = (matches: number, records: number): boolean => matches < 2 * Math.sqrt(records);
const FIRST_STEP = 1024;
/** Reading continues while at least one record in ten matches. Otherwise, and in small tables, the index is faster. */
const READ_STEP = 16;
const READ_SHARE = 0.1;
/** The words of a larger table may be many. */
export const READ_TABLES_ABOVE = 10_000;
const SHORT_TERM = 2;
/** If the terms that are looked up match at most this many records, all of these are compared with the others. */
const READ_FOR_SHORT = 100;
/** To read this many records takes about as long as to look up a word in the index, or a beginning of one or two letters. */
const [READ_INSTEAD, READ_INSTEAD_OF_SHORT] = [16, 64];

/** A match, before its hit is made. */
export interface Found {
  resource: ResourceName;
  rowId: number;
  time: string;
}
/** What to find in a resource. */
export interface Wanted {
  limit: number;
  /** Only hits with this time or a later one can be among the first; empty if all can. */
  since: string;
}

const isBounded = (resource: ResourceName, since: string): boolean =>
  since !== '' && CATALOGUE[resource].recency !== null;

/** The SQL of the time of a record, and of the order of the newest first. */
export const recencySql = (resource: ResourceName): { time: string; order: string } => {
  const { recency } = CATALOGUE[resource];
  return recency === null
    ? { time: 'NULL', order: 'r.row_id DESC' }
    : { time: `r.${quoted(recency)}`, order: `r.${quoted(recency)} DESC, r.row_id DESC` };
};

/** Before the dictionary is loaded, no pinyin can be made from the text of a record. The index has it. */
const isReadable = (terms: readonly QueryTerm[]): boolean =>
  hasPinyin() || terms.every(({ names }) => names.length === 0);

/** Terms that match very many records until more of the word is typed. */
const isShort = ({ word, prefix }: QueryTerm): boolean => prefix && word.length <= SHORT_TERM;

export class NewestMatches {
  readonly #sql: StatementCache;
  readonly #texts = new Map<ResourceName, ReturnType<typeof recordText>>();

  constructor(sql: StatementCache) {
    this.#sql = sql;
  }

  /** The newest records that match all terms; `match`: the FTS5 query of the terms. */
  ofTerms(resource: ResourceName, terms: readonly QueryTerm[], match: string, wanted: Wanted): Found[] {
    const read = isReadable(terms)
      ? (this.#readNewer(resource, terms, wanted) ?? this.#read(resource, terms, wanted))
      : null;
    return read ?? this.ofQuery(resource, match, wanted);
  }

  /** The newest records that match an FTS5 query. */
  ofQuery(resource: ResourceName, match: string, wanted: Wanted): Found[] {
    const matches = this.#matches(resource, match);
    if (matches.length === 0) return [];
    if (sortsBest(matches.length, this.size(resource))) return this.#sorted(resource, matches, wanted.limit);
    const known = new Set(matches);
    return this.#timed(resource, this.#walk(resource, wanted, (rowId) => known.has(rowId)).rowIds);
  }

  #matches(resource: ResourceName, match: string): number[] {
    const fts = ftsTable(resource);
    return this.#sql.pluck<number>(`SELECT rowid FROM ${fts} WHERE ${fts} MATCH ?`).all(match);
  }

  /** Compares the records that are new enough, if they are few. Otherwise null. */
  #readNewer(resource: ResourceName, terms: readonly QueryTerm[], { since }: Wanted): Found[] | null {
    if (!isBounded(resource, since)) return null;
    const most = terms.some(isShort) ? READ_INSTEAD_OF_SHORT : READ_INSTEAD;
    const newer = this.#newestRows(resource, most + 1, since);
    return newer.length > most ? null : this.#timed(resource, newer.filter(this.#reading(resource, terms)));
  }

  /**
   * Compares records with the terms of one or two letters, in a large table only, because the index would collect all
   * records of all words that begin with these letters. Null for other terms and tables, and if too few of the records
   * match.
   */
  #read(resource: ResourceName, terms: readonly QueryTerm[], wanted: Wanted): Found[] | null {
    const short = terms.filter(isShort);
    if (short.length === 0 || this.size(resource) < READ_TABLES_ABOVE) return null;
    const long = terms.filter((term) => !isShort(term));
    if (long.length > 0) return this.#readMatches(resource, long, short, wanted);
    const single = short.filter(({ word }) => word.length < SHORT_TERM);
    const pairs = short.filter(({ word }) => word.length === SHORT_TERM);
    return (
      this.#readNewest(resource, short, null, wanted) ??
      (single.length === 0 || pairs.length === 0 ? null : this.#readMatches(resource, pairs, single, wanted))
    );
  }

  /** Looks up some of the terms, and compares what has them with the others. Null if too few of the newest match. */
  #readMatches(
    resource: ResourceName,
    lookedUp: readonly QueryTerm[],
    compared: readonly QueryTerm[],
    wanted: Wanted,
  ): Found[] | null {
    const match = termsQuery(lookedUp);
    const matches = match === null ? [] : this.#matches(resource, match);
    if (matches.length > READ_FOR_SHORT)
      return this.#readNewest(resource, compared, new Set(matches), wanted);
    const found = matches.filter(this.#reading(resource, compared));
    return found.length === 0 ? [] : this.#sorted(resource, found, wanted.limit);
  }

  /** Compares the newest records, or the newest of `among`. Null if too few match. */
  #readNewest(
    resource: ResourceName,
    terms: readonly QueryTerm[],
    among: ReadonlySet<number> | null,
    wanted: Wanted,
  ): Found[] | null {
    const has = this.#reading(resource, terms);
    let read = 0;
    const isHit = (rowId: number): boolean => {
      if (among?.has(rowId) === false) return false;
      read += 1;
      return has(rowId);
    };
    const { rowIds, isEnd } = this.#walk(
      resource,
      wanted,
      isHit,
      (hits) => read % READ_STEP === 0 && hits < read * READ_SHARE,
    );
    return isEnd ? this.#timed(resource, rowIds) : null;
  }

  /** Returns a function that tells whether the text of a record matches. */
  #reading(resource: ResourceName, terms: readonly QueryTerm[]): (rowId: number) => boolean {
    const document = this.#sql.raw<Documents>(
      `SELECT raw, detail FROM ${docTable(resource)} WHERE row_id = ?`,
    );
    const id = this.#sql.pluck<string>(`SELECT id FROM ${rowTable(resource)} WHERE row_id = ?`);
    const textOf = this.#textOf(resource);
    return (rowId) => {
      const [raw, detail] = mustGet(document, rowId);
      const text = textOf(mustGet(id, rowId), parseDocument(raw), parseDetail(detail));
      return matchesText(text, terms);
    };
  }

  #sorted(resource: ResourceName, matches: readonly number[], limit: number): Found[] {
    const { time, order } = recencySql(resource);
    const rows = this.#sql
      .raw<[rowId: number, time: string | null]>(
        `SELECT r.row_id, ${time} FROM json_each(?) m CROSS JOIN ${rowTable(resource)} r ON r.row_id = m.value
          WHERE r.state = ${STATE.live} ORDER BY ${order} LIMIT ?`,
      )
      .all(JSON.stringify(matches), limit);
    return rows.map(([rowId, when]) => ({ resource, rowId, time: when ?? '' }));
  }

  /**
   * Walks from the newest record to older ones until there are enough hits, or until `givesUp` returns true for their
   * number. The row ids are read in batches, each four times as long as the one before and again from the start,
   * because a row of a batch costs a tenth of a row of a cursor.
   */
  #walk(
    resource: ResourceName,
    { limit, since }: Wanted,
    isHit: (rowId: number) => boolean,
    givesUp: (hits: number) => boolean = () => false,
  ): { rowIds: number[]; isEnd: boolean } {
    const hits: number[] = [];
    let passed = 0;
    for (let step = FIRST_STEP; ; step *= 4) {
      const rowIds = this.#newestRows(resource, step, since);
      for (const rowId of rowIds.slice(passed)) {
        if (givesUp(hits.length)) return { rowIds: hits, isEnd: false };
        if (isHit(rowId) && hits.push(rowId) >= limit) return { rowIds: hits, isEnd: true };
      }
      passed = rowIds.length;
      if (rowIds.length < step) return { rowIds: hits, isEnd: true };
    }
  }

  #newestRows(resource: ResourceName, limit: number, since: string): number[] {
    const { time, order } = recencySql(resource);
    const bounded = isBounded(resource, since);
    return this.#sql
      .pluck<number>(
        `SELECT r.row_id FROM ${rowTable(resource)} r WHERE r.state = ${STATE.live}
          ${bounded ? `AND ${time} >= ?` : ''} ORDER BY ${order} LIMIT ?`,
      )
      .all(...(bounded ? [since, limit] : [limit]));
  }

  #timed(resource: ResourceName, rowIds: readonly number[]): Found[] {
    const time = this.#sql.pluck<string | null>(
      `SELECT ${recencySql(resource).time} FROM ${rowTable(resource)} r WHERE r.row_id = ?`,
    );
    return rowIds.map((rowId) => ({ resource, rowId, time: time.get(rowId) ?? '' }));
  }

  /** An upper bound of the number of records. */
  size(resource: ResourceName): number {
    return this.#sql.pluck<number | null>(`SELECT max(row_id) FROM ${rowTable(resource)}`).get() ?? 0;
  }

  #textOf(resource: ResourceName): ReturnType<typeof recordText> {
    let textOf = this.#texts.get(resource);
    if (!textOf) this.#texts.set(resource, (textOf = recordText(resource)));
    return textOf;
  }
}
