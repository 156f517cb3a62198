/**
 * Searches all resources, newest first. Products and people have no time and come last; some of them are always
 * among the hits, because newer documents that name them would displace them. So is the record whose whole number or
 * name is the text: `PI-1` also begins the numbers PI-10 to PI-19. Hits are not ranked by relevance: for the short
 * prefixes of search-as-you-type a ranking takes ten times as long as the search and says little about names and
 * numbers.
 *
 * There are three ways to find the newest matches, all exact:
 * - Few matches are looked up and sorted.
 * - Many matches are found by a walk from the newest record.
 * - One or two letters match so many records that it is faster to read the newest records and compare them.
 *   The index would first collect all records of all words that begin with these letters. If there are longer words
 *   too, only their matches are read.
 *
 * The resources are searched one after the other. In the later ones the walks end where enough newer hits are known.
 */
import type { SearchHit } from '#shared/contract/records';
import { RESOURCE_INFO, RESOURCES, type ResourceName } from '#shared/domain/resources';
import {
  CATALOGUE,
  STATE,
  type StoredField,
  docTable,
  ftsTable,
  quoted,
  rowTable,
  sortColumn,
} from '../schema/catalogue';
import { type LaterIndexes, sortedIndex } from '../schema/later-indexes';
import { isExact } from '#shared/domain/exact-hit';
import { sortText } from '../words/sort-text';
import { titleText } from '#shared/domain/nested-values';
import { refOf } from '../write/column-values';
import type { RecordReader } from './record-reader';
import { titleOf } from './record-reader';
import { hasPinyin } from '../words/pinyin';
import { recordText } from '../words/record-text';
import { matchesText, queryTerms, type QueryTerm, termsQuery } from '../words/search-text';
import { forgiven } from '../words/slips';
import { mustGet, type StatementCache } from '../schema/statement-cache';
import { type Documents, parseDetail, parseDocument } from '../schema/stored-document';

/**
 * Returns true if sorting is faster than a walk. To look up and sort a match costs about as much as ten
 * records of a walk. For 30 hits both cost the same at about twice the square root of the number of records.
 */
const sortsBest = (matches: number, records: number): boolean => matches < 2 * Math.sqrt(records);
const FIRST_STEP = 1024;
/** Reading continues while at least one record in ten matches. Otherwise, and in small tables, the index is faster. */
const READ_STEP = 16;
const READ_SHARE = 0.1;
const READ_TABLES_ABOVE = 10_000;
const SHORT_TERM = 2;
/** If the terms that are looked up match at most this many records, all of these are compared with the others. */
const READ_FOR_SHORT = 100;
/** To read this many records takes about as long as to look up a word in the index, or a beginning of one or two letters. */
const [READ_INSTEAD, READ_INSTEAD_OF_SHORT] = [16, 64];

export class RecordSearch {
  readonly #sql: StatementCache;
  readonly #indexes: Pick<LaterIndexes, 'has'>;
  readonly #reader: (resource: ResourceName) => RecordReader;
  readonly #texts = new Map<ResourceName, ReturnType<typeof recordText>>();

  constructor(
    sql: StatementCache,
    indexes: Pick<LaterIndexes, 'has'>,
    reader: (resource: ResourceName) => RecordReader,
  ) {
    this.#sql = sql;
    this.#indexes = indexes;
    this.#reader = reader;
  }

  /** The matches as typed, or with one typing error per word; by default the latter only if there is no match as typed. */
  search(
    text: string,
    options: { resources?: readonly ResourceName[]; limit: number; forgive?: Forgive },
  ): SearchHit[] {
    const terms = queryTerms(text);
    const match = termsQuery(terms);
    if (match === null) return [];
    const resources = options.resources ?? RESOURCES;
    const { limit, forgive = 'if-none' } = options;
    const read = (resource: ResourceName, wanted: Wanted): Found[] | null =>
      isReadable(terms)
        ? (this.#readNewer(resource, terms, wanted) ?? this.#read(resource, terms, wanted))
        : null;
    const asTyped = (): Found[] =>
      this.#ofAll(
        resources,
        limit,
        (resource, wanted) => read(resource, wanted) ?? this.#newest(resource, match, wanted),
      );
    const typed = forgive === 'always' ? [] : asTyped();
    const found =
      typed.length > 0 || forgive === 'never'
        ? typed
        : this.#ofAll(resources, limit, (resource, wanted) => this.#forgiven(resource, terms, wanted));
    const newest = this.#hits(firstOf(found.sort(byNewest), limit));
    if (newest.length < limit) return newest;
    const exact = resources.flatMap((resource) => this.#exact(resource, text.trim(), limit));
    return [
      ...exact.filter(
        ({ resource, id }) => !newest.some((hit) => hit.resource === resource && hit.id === id),
      ),
      ...newest,
    ].slice(0, limit);
  }

  /** The records with this number or name, found by the indexes of the lists' orders. */
  #exact(resource: ResourceName, text: string, limit: number): SearchHit[] {
    const { time } = recencySql(resource);
    const found = exactFields(resource).flatMap((field) => {
      if (!this.#indexes.has(sortedIndex(resource, field.key)) && this.#size(resource) > READ_TABLES_ABOVE)
        return [];
      const wanted = field.hasSortText ? sortText(text) : text.normalize('NFKC');
      return this.#sql
        .raw<[rowId: number, time: string | null]>(
          `SELECT r.row_id, ${time} FROM ${rowTable(resource)} r
            WHERE r.state = ${STATE.live} AND r.${quoted(sortColumn(field))} = ? LIMIT ?`,
        )
        .all(wanted, limit);
    });
    const once = new Map(found);
    // Different names may have the same text to sort by.
    return this.#hits([...once].map(([rowId, when]) => ({ resource, rowId, time: when ?? '' }))).filter(
      (hit) => isExact(hit, text),
    );
  }

  /** What is found in each resource. What is older than enough hits of the resources before is left out. */
  #ofAll(
    resources: readonly ResourceName[],
    limit: number,
    find: (resource: ResourceName, wanted: Wanted) => Found[],
  ): Found[] {
    const found: Found[] = [];
    for (const resource of resources)
      found.push(...find(resource, { limit, since: timeOfLast(found, limit) }));
    return found;
  }

  #forgiven(resource: ResourceName, terms: readonly QueryTerm[], wanted: Wanted): Found[] {
    const wider = forgiven(this.#sql, resource, terms);
    const match = wider === null ? null : termsQuery(wider);
    return match === null ? [] : this.#newest(resource, match, wanted);
  }

  /**
   * Makes the hits in the order of `found`. The rows of a resource are read together, with only the columns
   * that a hit shows.
   */
  #hits(found: readonly Found[]): SearchHit[] {
    const hits = new Map<Found, SearchHit>();
    for (const resource of new Set(found.map((one) => one.resource))) {
      const own = found.filter((one) => one.resource === resource);
      const columns = [...new Set([...RESOURCE_INFO[resource].titleFields, ...SUBTITLE_FIELDS[resource]])];
      const rows = this.#reader(resource).rows(
        own.map(({ rowId }) => rowId),
        columns,
      );
      rows.forEach(({ id, values }, i) => {
        const one = own[i];
        if (one)
          hits.set(one, {
            resource,
            id,
            title: titleOf(resource, values, id),
            ...subtitleOf(resource, values),
            time: one.time,
          });
      });
    }
    return found.flatMap((one) => hits.get(one) ?? []);
  }

  #newest(resource: ResourceName, match: string, wanted: Wanted): Found[] {
    const matches = this.#matches(resource, match);
    if (matches.length === 0) return [];
    if (sortsBest(matches.length, this.#size(resource))) return this.#sorted(resource, matches, wanted.limit);
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
    if (short.length === 0 || this.#size(resource) < READ_TABLES_ABOVE) return null;
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

  #size(resource: ResourceName): number {
    return this.#sql.pluck<number | null>(`SELECT max(row_id) FROM ${rowTable(resource)}`).get() ?? 0;
  }

  #textOf(resource: ResourceName): ReturnType<typeof recordText> {
    let textOf = this.#texts.get(resource);
    if (!textOf) this.#texts.set(resource, (textOf = recordText(resource)));
    return textOf;
  }
}

/** The fields with the name or number of a record that have an index. */
const exactFields = (resource: ResourceName): StoredField[] => {
  const { titleFields, numberField } = RESOURCE_INFO[resource];
  const { fields, sorted } = CATALOGUE[resource];
  return fields.filter(
    ({ key }) => sorted.includes(key) && (titleFields.includes(key) || key === numberField),
  );
};

/** Before the dictionary is loaded, no pinyin can be made from the text of a record. The index has it. */
const isReadable = (terms: readonly QueryTerm[]): boolean =>
  hasPinyin() || terms.every(({ names }) => names.length === 0);

/** Terms that match very many records until more of the word is typed. */
const isShort = ({ word, prefix }: QueryTerm): boolean => prefix && word.length <= SHORT_TERM;

/** Whether a search finds words with a typing error. */
export type Forgive = 'never' | 'if-none' | 'always';

interface Found {
  resource: ResourceName;
  rowId: number;
  time: string;
}
/** What to find in a resource. */
interface Wanted {
  limit: number;
  /** Only hits with this time or a later one can be among the first; empty if all can. */
  since: string;
}

const isBounded = (resource: ResourceName, since: string): boolean =>
  since !== '' && CATALOGUE[resource].recency !== null;

/** The time of the last of the newest `limit` hits; empty if there are fewer. Hits of resources without a time come last. */
const timeOfLast = (found: readonly Found[], limit: number): string =>
  found
    .map(({ time }) => time)
    .sort()
    .at(-limit) ?? '';

const recencySql = (resource: ResourceName): { time: string; order: string } => {
  const { recency } = CATALOGUE[resource];
  return recency === null
    ? { time: 'NULL', order: 'r.row_id DESC' }
    : { time: `r.${quoted(recency)}`, order: `r.${quoted(recency)} DESC, r.row_id DESC` };
};

/** If there are hits of resources without a time (products, colleagues), one hit in six is of these. */
const SHARE_WITHOUT_TIME = 6;

/** The first `limit` of sorted hits. Hits of resources without a time keep their share of the places. */
export const firstOf = <T extends { resource: ResourceName }>(sorted: readonly T[], limit: number): T[] => {
  const hasTime = ({ resource }: T): boolean => CATALOGUE[resource].recency !== null;
  const timed = sorted.filter(hasTime);
  const others = sorted.filter((one) => !hasTime(one));
  const kept = Math.min(
    others.length,
    Math.max(limit - timed.length, Math.floor(limit / SHARE_WITHOUT_TIME)),
  );
  return [...timed.slice(0, limit - kept), ...others.slice(0, kept)];
};

const SUBTITLE_FIELDS: Readonly<Record<ResourceName, readonly string[]>> = {
  trail: ['company_info', 'create_user_info'],
  company: ['serial_id', 'short_name'],
  lead: ['company_name', 'serial_id'],
  order: ['company', 'company_name', 'amount', 'currency'],
  quotation: ['company', 'company_name', 'amount', 'currency'],
  purchaseOrder: ['supplier_info', 'amount', 'currency'],
  outboundInvoice: ['company_info', 'product_total_amount', 'currency'],
  receipt: ['company_info', 'amount', 'currency'],
  collection: ['company_info', 'order_no', 'amount', 'currency'],
  opportunity: ['company', 'stage_info', 'amount', 'currency'],
  product: ['product_no', 'model', 'price_min', 'currency'],
  user: ['position', 'email'],
};

const byNewest = (a: Found, b: Found): number => {
  if (a.time < b.time) return 1;
  return a.time > b.time ? -1 : b.rowId - a.rowId;
};

const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'product_total_amount', 'price_min']);

const partOf = (value: unknown): string => {
  if (value !== null && typeof value === 'object') return refOf(value).name ?? '';
  return titleText(value);
};

/** The second line of a hit: names and numbers, each once, then the amount and its currency. */
export const subtitleOf = (
  resource: ResourceName,
  values: Readonly<Record<string, unknown>>,
): Pick<SearchHit, 'subtitle' | 'money'> => {
  const texts = new Set<string>();
  let [amount, currency] = ['', ''];
  for (const key of SUBTITLE_FIELDS[resource]) {
    const part = partOf(values[key]);
    if (AMOUNTS.has(key)) amount = part;
    else if (key === 'currency') currency = part;
    else texts.add(part);
  }
  const subtitle = [...texts, amount, currency].filter((part) => part !== '').join(' · ');
  return amount === '' ? { subtitle } : { subtitle, money: { amount, currency } };
};
