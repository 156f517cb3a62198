/**
 * Searches all resources, newest first. Products and people have no time and come last; some of them are always
 * among the hits, because newer documents that name them would displace them. So is the record whose whole number or
 * name is the text: `PI-1` also begins the numbers PI-10 to PI-19. Hits are not ranked by relevance: for the short
 * prefixes of search-as-you-type a ranking takes ten times as long as the search and says little about names and
 * numbers.
 *
 * The resources are searched one after the other (`newest-matches.ts`). In the later ones the walks end where enough
 * newer hits are known.
 */
import type { SearchHit } from '#shared/contract/records';
import { RESOURCE_INFO, RESOURCES, type ResourceName } from '#shared/domain/resources';
import { CATALOGUE, STATE, type StoredField, rowTable, quoted, sortColumn } from '../schema/catalogue';
import { type LaterIndexes, sortedIndex } from '../schema/later-indexes';
import { isExact } from '#shared/domain/exact-hit';
import { sortText } from '../words/sort-text';
import { type Found, NewestMatches, READ_TABLES_ABOVE, recencySql, type Wanted } from './newest-matches';
import type { RecordReader } from './record-reader';
import { titleOf } from './record-reader';
import { SUBTITLE_FIELDS, subtitleOf } from './search-subtitle';
import { queryTerms, type QueryTerm, termsQuery } from '../words/search-text';
import { forgiven } from '../words/slips';
import type { StatementCache } from '../schema/statement-cache';

export class RecordSearch {
  readonly #sql: StatementCache;
  readonly #indexes: Pick<LaterIndexes, 'has'>;
  readonly #reader: (resource: ResourceName) => RecordReader;
  readonly #matches: NewestMatches;

  constructor(
    sql: StatementCache,
    indexes: Pick<LaterIndexes, 'has'>,
    reader: (resource: ResourceName) => RecordReader,
  ) {
    this.#sql = sql;
    this.#indexes = indexes;
    this.#reader = reader;
    this.#matches = new NewestMatches(sql);
  }

  /** The matches as typed. If there are none, those with one typing error per word, unless `forgive` says otherwise. */
  search(
    text: string,
    options: { resources?: readonly ResourceName[]; limit: number; forgive?: Forgive },
  ): SearchHit[] {
    const terms = queryTerms(text);
    const match = termsQuery(terms);
    if (match === null) return [];
    const resources = options.resources ?? RESOURCES;
    const { limit, forgive = 'if-none' } = options;
    const asTyped = (): Found[] =>
      this.#ofAll(resources, limit, (resource, wanted) =>
        this.#matches.ofTerms(resource, terms, match, wanted),
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
      if (
        !this.#indexes.has(sortedIndex(resource, field.key)) &&
        this.#matches.size(resource) > READ_TABLES_ABOVE
      )
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
    return match === null ? [] : this.#matches.ofQuery(resource, match, wanted);
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
}

/** The fields with the name or number of a record that have an index. */
const exactFields = (resource: ResourceName): StoredField[] => {
  const { titleFields, numberField } = RESOURCE_INFO[resource];
  const { fields, sorted } = CATALOGUE[resource];
  return fields.filter(
    ({ key }) => sorted.includes(key) && (titleFields.includes(key) || key === numberField),
  );
};

/** When a search finds words with a typing error: never, if nothing matches as typed, or always and nothing else. */
export type Forgive = 'never' | 'if-none' | 'always';

/** The time of the last of the newest `limit` hits; empty if there are fewer. Hits of resources without a time come last. */
const timeOfLast = (found: readonly Found[], limit: number): string =>
  found
    .map(({ time }) => time)
    .sort()
    .at(-limit) ?? '';

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

const byNewest = (a: Found, b: Found): number => {
  if (a.time < b.time) return 1;
  return a.time > b.time ? -1 : b.rowId - a.rowId;
};
