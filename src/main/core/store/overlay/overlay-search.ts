/**
 * Search including pending work: a new record is found at once, and a record is found by the values that the
 * screen shows.
 */
import type { SearchHit } from '#shared/contract/records';
import { isExact } from '#shared/domain/exact-hit';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import { CATALOGUE, ftsTable } from '../schema/catalogue';
import { textOf } from '../write/column-values';
import { laidTitle, pendingOf } from './overlay-rows';
import { type OverlayTables, overOverlay } from './overlay-tables';
import { mergedValues } from './overlay-values';
import { firstOf, type Forgive } from '../read/record-search';
import { subtitleOf } from '../read/search-subtitle';
import { queryTerms, type QueryTerm, termsQuery } from '../words/search-text';
import { forgiven } from '../words/slips';
import type { StatementCache } from '../schema/statement-cache';

type Search = (
  text: string,
  options: { resources?: readonly ResourceName[]; limit: number; forgive?: Forgive },
) => SearchHit[];
/**
 * The number of extra hits to request from the cache, because hits with overlay rows are left out. One
 * request is then nearly always enough.
 */
const ROOM = 10;

/** `cached` searches the cache alone. The tables must be up to date. */
export const overlaySearch =
  (sql: StatementCache, tables: OverlayTables, cached: Search): Search =>
  (text, options) => {
    const terms = queryTerms(text);
    if (terms.length === 0) return [];
    const { limit, resources = RESOURCES } = options;
    const over = resources.filter((resource) => tables.of(resource).size > 0);
    if (over.length === 0) return cached(text, options);
    const typed = over.flatMap((resource) => hitsOf(sql, tables, resource, terms));
    const isCovered = ({ resource, id }: SearchHit): boolean => tables.byId(resource, id) !== undefined;
    /** The hits of the cache that no overlay row replaces. */
    const uncovered = (forgive: Forgive): SearchHit[] => {
      for (let asked = limit + ROOM; ; asked *= 4) {
        const all = cached(text, { ...options, limit: asked, forgive });
        const hits = all.filter((hit) => !isCovered(hit));
        if (hits.length >= limit || all.length < asked) return hits;
      }
    };
    const found = (hits: readonly SearchHit[]): SearchHit[] =>
      withExact(hits.toSorted(byNewest), text, limit);
    const asTyped = [...typed, ...uncovered('never')];
    // A typing error is corrected only if nothing that the screens show matches as typed.
    if (asTyped.length > 0 || options.forgive === 'never') return found(asTyped);
    const pending = over.flatMap((resource) => {
      const fts = overOverlay(resource, ftsTable(resource));
      return hitsOf(sql, tables, resource, forgiven(sql, resource, terms, fts) ?? []);
    });
    return found([...pending, ...uncovered('always')]);
  };

/** The first hits; those whose whole name or number is the text are always among them. */
const withExact = (sorted: readonly SearchHit[], text: string, limit: number): SearchHit[] => {
  const first = firstOf(sorted, limit);
  const exact = sorted.filter((hit) => !first.includes(hit) && isExact(hit, text));
  return [...exact, ...first].slice(0, limit);
};

const byNewest = (a: SearchHit, b: SearchHit): number => {
  if (a.time < b.time) return 1;
  return a.time > b.time ? -1 : 0;
};

const hitsOf = (
  sql: StatementCache,
  tables: OverlayTables,
  resource: ResourceName,
  terms: readonly QueryTerm[],
): SearchHit[] => {
  const match = termsQuery(terms);
  if (match === null) return [];
  const { recency } = CATALOGUE[resource];
  const fts = ftsTable(resource);
  const rowIds = sql
    .pluck<number>(overOverlay(resource, `SELECT rowid FROM ${fts} WHERE ${fts} MATCH ?`))
    .all(match);
  return rowIds.flatMap((rowId) => {
    const laid = tables.of(resource).get(rowId);
    if (laid === undefined) return [];
    const values = mergedValues(laid);
    return [
      {
        resource,
        id: laid.id,
        title: laidTitle(resource, values, laid.id),
        ...subtitleOf(resource, values),
        time: recency === null ? '' : (textOf(values[recency]) ?? ''),
        ...pendingOf(laid),
      },
    ];
  });
};
