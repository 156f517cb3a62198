/**
 * The records that the screens show: the cache with the overlay. Without overlay rows only the cache is read,
 * at no extra cost.
 */
import type { Row, View } from '#shared/contract/records';
import { isLocalRef } from '#shared/domain/intent';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { SqlDatabase } from '../../ports/ports';
import type { CacheStore, OverlaidRecords } from '../cache-store';
import { laidRow, laidTitle } from './overlay-rows';
import { underAskedIds, withRealIds } from './real-ids';
import { OVERLAID, type OverlaySource } from './overlay-source';
import { OverlayRelated } from './overlay-related';
import { overlaySearch } from './overlay-search';
import { OverlayTables, overOverlay } from './overlay-tables';
import { OverlayViews, withoutPendingRow } from './overlay-views';
import type { RecordReader } from '../read/record-reader';
import { RELATIONS } from '../read/related';
import type { LaterIndexes } from '../schema/later-indexes';
import type { ResourceVersions } from '../write/resource-versions';
import type { StatementCache } from '../schema/statement-cache';
import { facetsOf } from '../views/facets';
import { totalsOf } from '../views/totals';

export interface OverlaidOptions {
  cache: Pick<
    CacheStore,
    'page' | 'readablePage' | 'snapshot' | 'totals' | 'get' | 'related' | 'search' | 'lookup' | 'facets'
  >;
  db: SqlDatabase;
  sql: StatementCache;
  versions: ResourceVersions;
  indexes: Pick<LaterIndexes, 'has'>;
  reader(resource: ResourceName): RecordReader;
  source: OverlaySource;
}

export const overlaidRecords = ({
  cache,
  db,
  sql,
  versions,
  indexes,
  reader,
  source,
}: OverlaidOptions): OverlaidRecords => {
  const tables = new OverlayTables({
    db,
    sql,
    versions,
    source,
    lookup: (name) => cache.lookup(name),
  });
  const views = new OverlayViews(sql, versions, tables, indexes);
  const read = <T>(body: () => T): T => db.transaction(body)();

  const laidRows = (
    resource: ResourceName,
    rowIds: readonly number[],
    cached: (rowIds: readonly number[]) => Row[],
    columns?: readonly string[],
  ): Row[] =>
    rowIds.flatMap((rowId) => {
      if (rowId > 0) return cached([rowId]);
      const laid = tables.of(resource).get(-rowId);
      if (laid === undefined) return [];
      return [laidRow(laid, laid.base === null ? null : (cached([laid.base.rowId])[0] ?? null), columns)];
    });
  const rows = (resource: ResourceName, rowIds: readonly number[], columns?: readonly string[]): Row[] =>
    laidRows(resource, rowIds, (ids) => reader(resource).allRows(ids, columns), columns);
  const readableRows: typeof rows = (resource, rowIds, columns) =>
    laidRows(resource, rowIds, (ids) => reader(resource).readableRows(ids, columns), columns);
  const related = new OverlayRelated(sql, tables, rows);
  const search = overlaySearch(sql, tables, (text, options) => cache.search(text, options));
  const real = (id: string): string => (isLocalRef(id) ? (source.realIdOf(id) ?? id) : id);
  // The overlay tables are updated before a read begins, so that a failing read does not roll them back.
  const isOver = (resources: readonly ResourceName[]): boolean =>
    OVERLAID.filter((resource) => resources.includes(resource))
      .map((resource) => tables.of(resource).size > 0)
      .includes(true);

  const resolved = (view: View): View => withRealIds(view, real);

  return {
    resolved,
    page: (asked, start, limit, columns) => {
      const view = resolved(asked);
      if (!isOver([view.resource])) return cache.page(view, start, limit, columns);
      return read(() => {
        const { total, rowIds } = views.window(view, start, limit);
        return { total, rows: rows(view.resource, rowIds, columns) };
      });
    },
    readablePage: (asked, start, limit, columns) => {
      const view = resolved(asked);
      if (!isOver([view.resource])) return cache.readablePage(view, start, limit, columns);
      return read(() => {
        const { total, rowIds } = views.window(view, start, limit);
        return { total, rows: readableRows(view.resource, rowIds, columns) };
      });
    },
    snapshot: (asked) => {
      const view = resolved(asked);
      if (!isOver([view.resource])) return cache.snapshot(view);
      const rowIds = read(() => views.all(view));
      // Overlay rows get other row ids when the pending work changes, so the snapshot keeps its own copy of
      // them.
      const kept = new Map(
        [...tables.of(view.resource).values()].map((laid) => [-laid.rowId, laid] as const),
      );
      const rowsOf = (start: number, limit: number, columns?: readonly string[]): Row[] =>
        read(() =>
          Array.from(rowIds.subarray(start, start + limit)).flatMap((rowId) => {
            const laid = kept.get(rowId);
            const cachedId = laid === undefined ? rowId : laid.base?.rowId;
            const [cached] = cachedId === undefined ? [] : reader(view.resource).rows([cachedId], columns);
            return laid === undefined ? (cached ?? []) : laidRow(laid, cached ?? null, columns);
          }),
        );
      return { total: rowIds.length, rows: rowsOf };
    },
    totals: (asked, fields) => {
      const view = resolved(asked);
      const { resource } = view;
      if (!isOver([resource])) return cache.totals(view, fields);
      const exact = (rowId: number, key: string): unknown => rows(resource, [rowId], [key])[0]?.values[key];
      return totalsOf(
        {
          sql,
          overlay: (text) => overOverlay(resource, text),
          withoutPendingRow: withoutPendingRow(resource),
          read,
          exact,
        },
        view,
        fields,
      );
    },
    get: (resource, asked) => {
      const id = real(asked);
      const moved = id === asked ? {} : { movedTo: id };
      const laid = isOver([resource]) ? tables.byId(resource, id) : undefined;
      const cached = cache.get(resource, id);
      if (laid === undefined)
        return cached === null
          ? null
          : {
              row: cached.row,
              raw: cached.raw,
              title: cached.title,
              fetchedAt: cached.fetchedAt,
              detailAt: cached.detailAt,
              ...moved,
            };
      const row = laidRow(laid, cached?.row ?? null);
      return {
        row,
        raw: cached?.raw ?? '',
        title: laidTitle(resource, row.values, id),
        fetchedAt: cached?.fetchedAt ?? laid.row.createdAt,
        detailAt: cached?.detailAt ?? null,
        ...moved,
      };
    },
    facets: (resource, field, { values = [], ...options } = {}) => {
      const wanted = { ...options, values: [...new Set(values.map(real))] };
      if (!isOver([resource])) return underAskedIds(cache.facets(resource, field, wanted), values, real);
      const overlay = {
        sqlOf: (text: string) => overOverlay(resource, text),
        withoutPendingRow: withoutPendingRow(resource),
      };
      const facetSource = { db, indexes, lookup: cache.lookup.bind(cache), overlay };
      return underAskedIds(
        read(() => facetsOf(facetSource, resource, field, wanted)),
        values,
        real,
      );
    },
    pending: (resource) => [...tables.of(resource).values()],
    related: (resource, asked, limit) => {
      const id = real(asked);
      return isOver([resource, ...RELATIONS[resource].map(({ to }) => to)])
        ? read(() => related.of(resource, id, limit))
        : cache.related(resource, id, limit);
    },
    search: (text, options) =>
      isOver(options.resources ?? RESOURCES)
        ? read(() => search(text, options))
        : cache.search(text, options),
  };
};
