/**
 * Procedures for lists, records and search. They answer from disk only, with the outbox's pending work.
 * Without an open account everything is empty.
 */
import type { Column } from '#shared/contract/records';
import { subtitleOf } from '../store/read/search-subtitle';
import { extraColumns } from '../store/schema/extra-columns';
import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract';
import type { ResourceName } from '#shared/domain/resources';
import type { Workspace } from '../accounts/workspace/workspace';
import { isCorruption } from '../store/schema/sqlite-errors';
import { withCopyErrorCodes, type CopyWatch } from './contract-errors';

export interface RecordsOptions {
  /** Whether the service has details of such records for this account. */
  detailsOf(resource: ResourceName): 'offered' | 'not-offered' | 'no-permission';
  watch: CopyWatch;
  /** Lets other calls run. */
  pause(): Promise<void>;
}

export const recordsHandlers = (
  getWorkspace: () => Pick<Workspace, 'cache' | 'records'> | null,
  { detailsOf, watch, pause }: RecordsOptions,
) => {
  const records = implement(contract.records).use(withCopyErrorCodes(watch));
  const read = <T>(empty: T, body: (workspace: Pick<Workspace, 'cache' | 'records'>) => T): T => {
    const workspace = getWorkspace();
    return workspace === null ? empty : body(workspace);
  };

  return {
    columns: records.columns.handler(({ input }) => read([], ({ cache }) => cache.columns(input.resource))),
    page: records.page.handler(({ input }) => {
      const { start, limit, columns } = input;
      const { total, rows } = read({ total: 0, rows: [] }, ({ cache, records }) => {
        const view = records.resolved(input.view);
        const source = input.withPending ? records : cache;
        try {
          return source.page(view, start, limit, columns);
        } catch (error) {
          if (!input.markUnreadable || !isCorruption(error)) throw error;
          const found = source.readablePage(view, start, limit, columns);
          watch.copyDamaged();
          return found;
        }
      });
      return { total, start, rows };
    }),
    get: records.get.handler(({ input }) =>
      read(null, ({ cache, records }) => {
        const found = records.get(input.resource, input.id);
        if (found === null) return null;
        const { row, raw, title, fetchedAt, detailAt, movedTo } = found;
        // A record that is only in the outbox has no details.
        const detailState = detailAt !== null || raw === '' ? 'held' : detailsOf(input.resource);
        return {
          ...row,
          resource: input.resource,
          title,
          ...subtitleOf(input.resource, row.values),
          columns: withExtraColumns(input.resource, row.values, cache.columns(input.resource)),
          fetchedAt,
          detailAt,
          detailState,
          raw,
          ...(movedTo === undefined ? {} : { movedTo }),
        };
      }),
    ),
    related: records.related.handler(({ input }) =>
      read([], ({ records }) => records.related(input.resource, input.id, input.limit)),
    ),
    search: records.search.handler(({ input }) =>
      read([], ({ records }) =>
        records.search(input.text, {
          limit: input.limit,
          ...(input.resources ? { resources: input.resources } : {}),
        }),
      ),
    ),
    facets: records.facets.handler(({ input: { resource, field, text, values, removed } }) =>
      read([], ({ records }) => records.facets(resource, field, { text: text.trim(), values, removed })),
    ),
    totals: records.totals.handler(async ({ input }) => {
      const workspace = getWorkspace();
      const pieces = read(null, ({ records }) => records.totals(input.view, input.fields));
      // The account may be closed between two pieces; then the sums are dropped.
      while (pieces !== null && getWorkspace() === workspace) {
        const step = read(null, () => pieces.next());
        if (step?.done === true) return step.value;
        await pause();
      }
      return { fields: [] };
    }),
    lookup: records.lookup.handler(({ input }) =>
      read([], ({ cache }) =>
        cache.lookup(input.name).map(({ id, name, parentId, color, raw }) => ({
          id,
          name,
          ...(parentId === undefined ? {} : { parentId }),
          ...(color === undefined ? {} : { color }),
          ...(input.name.endsWith('Fields') ? { raw } : {}),
        })),
      ),
    ),
  };
};

const withExtraColumns = (
  resource: ResourceName,
  values: Readonly<Record<string, unknown>>,
  columns: Column[],
): Column[] => [...columns, ...extraColumns(resource, values, columns)];
