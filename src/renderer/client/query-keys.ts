/**
 * All keys of the window's query cache. No other file creates one. A key is `[group, query, ...about]`. An
 * event makes a whole group stale. The query is the name of the function below, so two queries never share a
 * key. A key has the type of its result, and `ask` accepts only a read of that type.
 */
import type { ContractRouterClient } from '@orpc/contract';
import type { DataTag, InfiniteData, QueryCache, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { ChangesOf } from '#shared/contract/changes';
import type { Row, View } from '#shared/contract/records';
import type { ShellContract } from '#shared/contract/shell';
import type { TimelineSubject } from '#shared/contract/timeline';
import type { IntentKind } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import type { TimelineKind } from '#shared/domain/timeline-kinds';
import type { CoreClient } from './client';

/** Queries that become stale together. */
export type QueryGroup =
  | 'account'
  | 'activity'
  | 'app'
  | 'columns'
  | 'diagnostics'
  | 'duplicates'
  | 'lookup'
  | 'outbox'
  | 'records'
  | 'related'
  | 'search'
  | 'shell'
  | 'travel';

/** A key whose cached result is a `T`. */
export type KeyOf<T> = DataTag<QueryKey, T, Error>;
type Answer<F extends (...args: never[]) => unknown> = Awaited<ReturnType<F>>;
type Shell = ContractRouterClient<ShellContract>;
type Accounts = CoreClient['accounts'];
type Diagnostics = CoreClient['diagnostics'];
type Money = CoreClient['money'];
type Outbox = CoreClient['outbox'];
type Records = CoreClient['records'];
type Timeline = CoreClient['timeline'];
type Travel = CoreClient['travel'];

/** The result type exists only as a type, so only an overload can add it. */
function key<T>(group: QueryGroup, name: string, ...about: unknown[]): KeyOf<T>;
function key(...parts: unknown[]): QueryKey {
  return parts;
}

/**
 * One function per query. In keys about one kind of record, the kind is the third element; `staleRecords`
 * reads it.
 */
export const queryKeys = {
  appState: () => key<Answer<Accounts['state']>>('app', 'appState'),
  /** Of an account that need not be open, so a change of account does not make it stale. */
  unsentOf: (accountId: string) => key<Answer<Accounts['unsent']>>('app', 'unsentOf', accountId),
  recoveryCode: () => key<Answer<Accounts['offerCode']>>('account', 'recoveryCode'),
  shellFeatures: () => key<Answer<Shell['features']> | null>('shell', 'shellFeatures'),
  activity: (from: string | undefined, to: string | undefined, userIds: readonly string[]) =>
    key<Answer<CoreClient['activity']['get']>>('activity', 'activity', from, to, userIds),

  columns: (resource: ResourceName) => key<Answer<Records['columns']>>('columns', 'columns', resource),
  lookup: (name: string | undefined) => key<Answer<Records['lookup']>>('lookup', 'lookup', name),

  record: (resource: ResourceName, id: string) =>
    key<Answer<Records['get']>>('records', 'record', resource, id),
  facets: (
    resource: ResourceName,
    field: string,
    text: string,
    values: readonly string[],
    removed: boolean,
  ) => key<Answer<Records['facets']>>('records', 'facets', resource, field, text, values, removed),
  topRows: (view: View, limit: number, columns: readonly string[] | undefined) =>
    key<Answer<Records['page']>>('records', 'topRows', view.resource, view, limit, columns),
  window: (view: View, columns: readonly string[], start: number) =>
    key<Answer<Records['page']>>('records', 'window', view.resource, view, columns, start),
  totals: (view: View, fields: readonly string[]) =>
    key<Answer<Records['totals']>>('records', 'totals', view.resource, view, fields),
  selectedTotals: (view: View, fields: readonly string[], ids: readonly string[]) =>
    key<Answer<Records['totals']>>('records', 'selectedTotals', view.resource, view, fields, ids),
  rangeRows: (view: View, top: number, bottom: number, columns: readonly string[]) =>
    key<Row[]>('records', 'rangeRows', view.resource, view, top, bottom, columns),
  printedRows: (view: View, columns: readonly string[]) =>
    key<{ total: number; rows: Row[] }>('records', 'printedRows', view.resource, view, columns),
  statementRows: (view: View) =>
    key<Record<'stored' | 'shown' | 'moved', Row[]>>('records', 'statementRows', view.resource, view),
  everyone: () => key<Row[]>('records', 'everyone', 'user'),

  related: (resource: ResourceName, id: string) =>
    key<Answer<Records['related']>>('related', 'related', resource, id),
  companyOrders: (company: string) => key<Row[]>('related', 'companyOrders', company),
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  untakenReceipts: <Receipts>(order: string, currency: string) =>
    key<Receipts>('related', 'untakenReceipts', order, currency),
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  lastRates: <Rates>(currency: string) => key<Rates>('related', 'lastRates', currency),
  amountsInDoubt: (order: string, currency: string) =>
    key<string[]>('related', 'amountsInDoubt', order, currency),
  // The form passes the type of its order lines, because this folder does not know it.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  orderLines: <Lines>(order: string | null) => key<Lines | null>('related', 'orderLines', order),
  timeline: (
    { resource, id }: TimelineSubject,
    about: { kinds: readonly TimelineKind[]; person: string | null; text: string },
  ) => key<InfiniteData<Answer<Timeline['page']>, string | null>>('related', 'timeline', resource, id, about),
  figures: ({ resource, id }: TimelineSubject) =>
    key<Answer<Timeline['figures']>>('related', 'figures', resource, id),
  /**
   * What others changed, or what they changed in these records; every change of records makes it stale. The first key
   * is the beginning of all others.
   */
  unseen: (of?: ChangesOf) =>
    key<Answer<CoreClient['changes']['unseen']>>('related', 'unseen', ...(of ? [of.resource, of.ids] : [])),
  money: (companyId: string) => key<Answer<Money['company']>>('related', 'money', companyId),
  orderMoney: (orderId: string) => key<Answer<Money['order']>>('related', 'orderMoney', orderId),
  orderCollections: (orderId: string) =>
    key<Answer<Money['collections']>>('related', 'orderCollections', orderId),
  /** A change of invoices makes it stale; for other changes it is refetched by time. */
  owed: (person: string | null) => key<Answer<Money['owed']>>('records', 'owed', 'outboundInvoice', person),
  days: (from: string, to: string, person: string | null, until: string) =>
    key<Answer<Timeline['days']>>('related', 'days', from, to, person, until),

  travelState: () => key<Answer<Travel['state']>>('travel', 'travelState'),
  travelPins: () => key<Answer<Travel['pins']>>('travel', 'travelPins'),

  foundCompanies: (text: string) => key<Answer<Records['search']>>('search', 'foundCompanies', text),
  found: (text: string) =>
    key<Record<'customers' | 'others', Answer<Records['search']>>>('search', 'found', text),

  diagnostics: () => key<Answer<Diagnostics['get']>>('diagnostics', 'diagnostics'),
  log: (level: string, text: string) => key<Answer<Diagnostics['log']>>('diagnostics', 'log', level, text),
  storage: () => key<Answer<Diagnostics['storage']>>('diagnostics', 'storage'),
  files: () => key<Answer<Diagnostics['files']>>('diagnostics', 'files'),
  rounds: () => key<Answer<Diagnostics['rounds']>>('diagnostics', 'rounds'),

  queued: (count: number) => key<Answer<Outbox['list']>>('outbox', 'queued', count),
  replaced: () => key<Answer<Outbox['replaced']>>('outbox', 'replaced'),
  troubled: () => key<Answer<Outbox['list']>>('outbox', 'troubled'),
  done: () => key<Answer<Outbox['list']>>('outbox', 'done'),
  itemsById: (ids: readonly string[]) => key<Answer<Outbox['list']>>('outbox', 'itemsById', ids),
  intent: (id: string | undefined) => key<Answer<Outbox['get']>>('outbox', 'intent', id),
  chain: (id: string) => key<Answer<Outbox['chain']>>('outbox', 'chain', id),
  drafts: () => key<Answer<Outbox['drafts']>>('outbox', 'drafts'),
  intentsOf: (kind: IntentKind | undefined, ref: string) =>
    key<Answer<Outbox['forRecord']>>('outbox', 'intentsOf', kind, ref),
  duplicates: (wanted: string, target: string | null, intentId: string | null) =>
    key<Answer<Outbox['possibleDuplicates']>>('duplicates', 'duplicates', wanted, target, intentId),
  /** Not in the outbox's group: the service is read once for each version of the item. */
  theirs: (resource: ResourceName, id: string, version: number) =>
    key<Answer<CoreClient['sync']['fetchDetail']>>('account', 'theirs', resource, id, version),
} as const;

/** A key with its read, for any of the query hooks; the key decides the type. */
export const ask = <T>(queryKey: KeyOf<T>, queryFn: () => Promise<NoInfer<T>>) => ({ queryKey, queryFn });

/** The same for paged results. */
export const askPages = <P, C>(
  queryKey: KeyOf<InfiniteData<P, C>>,
  readPage: (cursor: NoInfer<C>) => Promise<NoInfer<P>>,
) => ({ queryKey, queryFn: ({ pageParam }: { pageParam: unknown }) => readPage(pageParam as C) });

/** Kinds whose related records include collections. */
const WITH_COLLECTIONS = new Set<unknown>(['company', 'opportunity', 'order'] satisfies ResourceName[]);

/** The kind of record that a query shows; null if it shows none, or only names. */
const kindShownBy = ([group, query, about]: QueryKey): ResourceName | null => {
  if (query === 'orderCollections' || (query === 'related' && WITH_COLLECTIONS.has(about)))
    return 'collection';
  return group === 'records' && query !== 'everyone' ? (about as ResourceName) : null;
};

/** The kinds of record that the mounted components show. */
export const kindsShown = (queries: QueryCache): ResourceName[] => [
  ...new Set(queries.findAll({ type: 'active' }).flatMap(({ queryKey }) => kindShownBy(queryKey) ?? [])),
];

/** A filter for all queries of a group. */
export const inGroup = (group: QueryGroup): QueryFilters => ({ queryKey: [group] });
/** A filter for exactly one query. */
export const exactly = (queryKey: QueryKey): QueryFilters => ({ queryKey, exact: true });
/** A filter for the query with this key, and for those whose keys begin with it. */
export const beginningWith = (queryKey: QueryKey): QueryFilters => ({ queryKey });
/** A filter for all queries outside a group. */
export const outsideGroup = (group: QueryGroup): QueryFilters => ({
  predicate: ({ queryKey }) => queryKey[0] !== group,
});

const OF_NO_ACCOUNT: ReadonlySet<unknown> = new Set<QueryGroup>(['app', 'shell']);
/** A filter for all queries about the data of an account. */
export const ofAnAccount = (): QueryFilters => ({
  predicate: ({ queryKey }) => !OF_NO_ACCOUNT.has(queryKey[0]),
});

/** A filter for queries about records of one of these kinds, and for queries about related records. */
export const staleRecords = (resources: ReadonlySet<ResourceName>): QueryFilters => ({
  predicate: ({ queryKey: [group, , resource] }) =>
    (group === 'records' && resources.has(resource as ResourceName)) ||
    group === 'related' ||
    group === 'search',
});
