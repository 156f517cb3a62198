/** The queries of the screens, as hooks. */
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AppState } from '#shared/contract/accounts';
import type { Column, Row, View } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import { offsetAt } from '#shared/domain/time';
import { TRAIL_PUSH_PATH } from '#shared/http-api/screen-paths';
import { core } from './client';
import { useComputerZone } from './computer-zone';
import { eachOnce } from './each-once';
import { ask, exactly, queryKeys, staleRecords } from './query-keys';
import { withUnanswered } from './unanswered-settings';

const FOR_EVER = Number.POSITIVE_INFINITY;

const appState = queryOptions({
  ...ask(queryKeys.appState(), () => core.accounts.state().then(withUnanswered)),
  staleTime: FOR_EVER,
});
export const useAppState = () => useQuery(appState);
export const putAppState = (queries: QueryClient, state: AppState): void =>
  void queries.setQueryData(queryKeys.appState(), withUnanswered(state));

const columnsOf = (resource: ResourceName) =>
  queryOptions({
    ...ask(queryKeys.columns(resource), () => core.records.columns({ resource })),
    staleTime: FOR_EVER,
  });
export const useColumns = (resource: ResourceName) => useQuery(columnsOf(resource));
/** The columns of several kinds, in the order of `resources`; undefined until they are read. */
export const useColumnsOf = (resources: readonly ResourceName[]): (readonly Column[] | undefined)[] =>
  useQueries({ queries: resources.map(columnsOf) }).map(({ data }) => data);

/** The first rows of a view, for lists that show only a few. */
export const useTopRows = (view: View, limit: number, columns?: string[], enabled = true) =>
  useQuery({
    ...ask(queryKeys.topRows(view, limit, columns), () =>
      core.records.page({ view, start: 0, limit, ...(columns === undefined ? {} : { columns }) }),
    ),
    placeholderData: keepPreviousData,
    enabled,
  });

const recordOf = (resource: ResourceName, id: string) =>
  queryOptions(ask(queryKeys.record(resource, id), () => core.records.get({ resource, id })));
const relatedOf = (resource: ResourceName, id: string) =>
  queryOptions(ask(queryKeys.related(resource, id), () => core.records.related({ resource, id, limit: 50 })));

/**
 * Reads what the panel of a record shows, from disk, before the panel opens, so that it renders once and
 * without a skeleton.
 */
export const preloadRecord = (queries: QueryClient, resource: ResourceName, id: string): void => {
  void queries.prefetchQuery(recordOf(resource, id));
  void queries.prefetchQuery(relatedOf(resource, id));
};

export const useRecord = (resource: ResourceName, id: string) =>
  useQuery({
    ...recordOf(resource, id),
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  });

/** Pairs of a local id and the real id that replaced it; null if the record is gone. */
export type MovedIds = readonly (readonly [from: string, to: string | null])[];

/** Follows records that are not delivered yet: returns those of these local ids that have changed. */
export const useMovedIds = (resource: ResourceName, ids: readonly string[]): MovedIds =>
  useQueries({
    queries: ids.map((id) => recordOf(resource, id)),
    combine: (results) =>
      results.flatMap(({ data }, at): [string, string | null][] => {
        const to = data === null ? null : data?.movedTo;
        return to === undefined ? [] : [[ids[at] ?? '', to]];
      }),
  });

export const useRelated = (resource: ResourceName, id: string) => useQuery(relatedOf(resource, id));

interface FacetsAsked {
  enabled?: boolean;
  /** Only values whose label contains this text. */
  text?: string;
  /** Values that are returned in any case. */
  values?: string[];
  /** The values of the list of removed records. */
  removed?: boolean;
}
const NO_VALUES: string[] = [];

/** The values of a field for a filter menu. While the text changes, the values of the earlier text stay. */
export const useFacets = (
  resource: ResourceName,
  field: string,
  { enabled = true, text = '', values = NO_VALUES, removed = false }: FacetsAsked = {},
) =>
  useQuery({
    ...ask(queryKeys.facets(resource, field, text, values, removed), () =>
      core.records.facets({ resource, field, text, values, removed }),
    ),
    enabled,
    ...(text === '' ? {} : { placeholderData: keepPreviousData }),
  });

/**
 * Companies that match a text, for pickers. Only companies are searched: the newer documents and notes of a
 * company contain its name too, and would fill the result.
 */
export const useFoundCompanies = (text: string) =>
  useQuery({
    ...ask(queryKeys.foundCompanies(text), () =>
      core.records.search({ text, limit: 30, resources: ['company'] }),
    ),
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
  });

const DIAGNOSTICS_FRESH_MS = 60_000;
const diagnostics = queryOptions({
  ...ask(queryKeys.diagnostics(), () => core.diagnostics.get()),
  staleTime: DIAGNOSTICS_FRESH_MS,
});
export const useDiagnostics = (everyMs?: number) =>
  useQuery({
    ...diagnostics,
    ...(everyMs === undefined ? { staleTime: DIAGNOSTICS_FRESH_MS } : { refetchInterval: everyMs }),
  });

/**
 * Returns true if the service's clock or its offered routes were unknown when they were read, or were read more than
 * a minute ago: its clock, or that of the computer, may have been set since. trail/push is never probed and may stay
 * unknown.
 */
export const knowsTooLittle = (queries: QueryClient): boolean => {
  const known = queries.getQueryData(queryKeys.diagnostics());
  const readAt = queries.getQueryState(queryKeys.diagnostics())?.dataUpdatedAt ?? 0;
  return (
    known !== undefined &&
    (Math.abs(Date.now() - readAt) > DIAGNOSTICS_FRESH_MS ||
      known.serverOffsetMs === null ||
      known.offers.some(({ path, offered }) => offered === null && path !== TRAIL_PUSH_PATH))
  );
};

/**
 * Server wall clock minus this computer's UTC clock, in ms; null until the service has answered once. A window that
 * stays open while the clocks change to summer time changes a service in this computer's zone with them. The component
 * is drawn again when the computer comes into another time zone.
 */
export const useServerOffset = (): number | null => {
  useComputerZone();
  const { data, dataUpdatedAt } = useDiagnostics();
  const offsetMs = data?.serverOffsetMs ?? null;
  return offsetMs === null ? null : offsetAt(offsetMs, dataUpdatedAt, Date.now());
};

/** The entries of a lookup; without a name no request is made. */
export const lookupItems = (name: string | undefined) =>
  queryOptions({
    ...ask(queryKeys.lookup(name), () => core.records.lookup({ name: name ?? '' }).then(eachOnce)),
    enabled: name !== undefined,
    staleTime: FOR_EVER,
  });
export const useLookupItems = (name: string | undefined) => useQuery(lookupItems(name));

/** The most rows that the contract gives at once. */
const USERS_AT_ONCE = 500;
const readUsers = async (): Promise<Row[]> => {
  const users: Row[] = [];
  for (;;) {
    const { rows } = await core.records.page({
      view: { resource: 'user' },
      start: users.length,
      limit: USERS_AT_ONCE,
    });
    users.push(...rows);
    if (rows.length < USERS_AT_ONCE) return users;
  }
};
/** All users of the workspace. */
const everyone = queryOptions({
  ...ask(queryKeys.everyone(), readUsers),
  staleTime: 30_000,
});
export const useUsers = () => useQuery(everyone);

/** Preloads lookups and users for a screen. Never fails: a list that cannot be read is empty. */
export const readLists = async (queries: QueryClient, lookups: readonly string[]): Promise<void> => {
  await Promise.all([
    queries.prefetchQuery(everyone),
    ...lookups.map((name) => queries.prefetchQuery(lookupItems(name))),
  ]);
};

/**
 * Preloads the queries of the first screen, so that the answers are there when it renders. If no account is
 * open, they are dropped.
 */
export const askAhead = (queries: QueryClient, listed: ResourceName | undefined): void => {
  const ahead = [...(listed === undefined ? [] : [columnsOf(listed)]), diagnostics, everyone];
  const forget = (): void => {
    for (const { queryKey } of ahead) queries.removeQueries(exactly(queryKey));
  };
  queries
    .fetchQuery(appState)
    .then(({ account }) => {
      if (account === null) forget();
    })
    .catch(forget);
  if (listed !== undefined) void queries.prefetchQuery(columnsOf(listed));
  void queries.prefetchQuery(diagnostics);
  void queries.prefetchQuery(everyone);
};

export const useInvalidateRecord = () => {
  const queries = useQueryClient();
  return (resource: ResourceName): void => void queries.invalidateQueries(staleRecords(new Set([resource])));
};
