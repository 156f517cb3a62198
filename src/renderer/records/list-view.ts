/**
 * A list's view in the address: `q` search, `s` sort (`-amount,order_no`), `f` filters, `removed`, `v` the
 * saved view. Unreadable parts are ignored. Filters by a named range ("last month") stay relative in the
 * address and in saved views; they become days only for the core.
 */
import type { z } from 'zod';
import type { Column, Filter, viewSchema } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import type { ListPlace } from '../client/preferences';
import { filterColumns } from './filter-columns';
import { dayFilter, isFilterable, type ListFilter, presetRange } from './filter-model';
import { readFilter } from './read-filter';

/** A view in which every part is set. */
export type FullView = z.output<typeof viewSchema>;
export type Sort = FullView['sort'];
type Direction = 'asc' | 'desc';
export type Params = Readonly<Record<string, string>>;

/** The maximum that the contract allows. */
export const MOST_SORTS = 5;

/** The longest search that the contract allows, in characters. */
const LONGEST_SEARCH = 200;

/** Reads the filters as the user set them. */
export const readFilters = (text: string | undefined): ListFilter[] => {
  if (text === undefined) return [];
  try {
    const given: unknown = JSON.parse(text);
    return Array.isArray(given) ? given.flatMap((one) => readFilter(one) ?? []) : [];
  } catch {
    return [];
  }
};

const ownSort = (resource: ResourceName): Sort => [RESOURCE_INFO[resource].defaultSort];

const readSort = (text: string | undefined, resource: ResourceName): Sort => {
  const terms = (text ?? '').split(',').flatMap((term): Sort => {
    const field = term.replace(/^-/, '');
    return field === '' ? [] : [{ field, direction: term.startsWith('-') ? 'desc' : 'asc' }];
  });
  const once = terms
    .filter(({ field }, index) => terms.findIndex((other) => other.field === field) === index)
    .slice(0, MOST_SORTS);
  return once.length === 0 ? ownSort(resource) : once;
};

/** Converts a named range to its days, counted from `today`. */
const resolved = (filter: ListFilter, today: string): Filter => {
  if (filter.op !== 'within') return filter;
  const { from, to } = presetRange(filter.preset, today);
  return dayFilter(filter.field, from, to);
};

/** `today`: the server's day, `YYYY-MM-DD`. */
export const readView = (resource: ResourceName, params: Params, today: string): FullView => ({
  resource,
  filters: readFilters(params.f).map((filter) => resolved(filter, today)),
  sort: readSort(params.s, resource),
  search: (params.q ?? '').slice(0, LONGEST_SEARCH),
  removed: params.removed === '1',
});

/**
 * Returns the view without the filters and sorts that `columns`, all fields of the list, do not allow. A link
 * or a saved view may name a field that the CRM no longer has. Without `columns` the view stays as it is.
 */
export const withKnownFields = (view: FullView, columns: readonly Column[]): FullView => {
  if (columns.length === 0) return view;
  const known = filterColumns(view.resource, columns).filter(isFilterable);
  const filters = view.filters.filter(({ field }) => known.some(({ key }) => key === field));
  const sort = view.sort.filter((term) =>
    columns.some((column) => column.key === term.field && column.sort !== 'none'),
  );
  if (filters.length === view.filters.length && sort.length === view.sort.length) return view;
  return { ...view, filters, sort: sort.length === 0 ? ownSort(view.resource) : sort };
};

export const filtersParam = (filters: readonly ListFilter[]): string | undefined =>
  filters.length === 0 ? undefined : JSON.stringify(filters);

/**
 * Returns the key under which this list stores its columns; each of its saved `views` has its own. A view that
 * another window deleted is shown as the whole list.
 */
export const placeOfList = (
  resource: ResourceName,
  params: Params,
  views: readonly { id: string }[],
): ListPlace => (views.some(({ id }) => id === params.v) ? `${resource}~${params.v}` : resource);

type SortedView = Pick<FullView, 'resource' | 'sort'>;
const isOwn = ({ resource, sort }: SortedView): boolean => sortText(sort) === sortText(ownSort(resource));
const sortText = (sort: Sort): string =>
  sort.map(({ field, direction }) => `${direction === 'desc' ? '-' : ''}${field}`).join(',');
const sortParam = (resource: ResourceName, sort: Sort): string | undefined =>
  sort.length === 0 || isOwn({ resource, sort }) ? undefined : sortText(sort);

/**
 * Returns the sort order with this field, alone or after the other sorts; the list's default order does not
 * count as one.
 */
export const withSort = (
  view: SortedView,
  field: string,
  direction: Direction,
  add = false,
): string | undefined => {
  if (!add) return sortParam(view.resource, [{ field, direction }]);
  const base = isOwn(view) ? [] : view.sort;
  const index = base.findIndex((term) => term.field === field);
  return sortParam(
    view.resource,
    index < 0 ? [...base, { field, direction }].slice(0, MOST_SORTS) : base.with(index, { field, direction }),
  );
};

export const withoutSort = (view: SortedView, field: string): string | undefined =>
  sortParam(
    view.resource,
    view.sort.filter((term) => term.field !== field),
  );

/**
 * Returns the sort order after a click: ascending, then descending, then the list's default order. `add`
 * (with Shift) does the same for one of several sorts.
 */
export const nextSortParam = (view: SortedView, field: string, add = false): string | undefined => {
  const own = isOwn(view);
  const isPart = add ? !own : view.sort.length === 1;
  const among = isPart ? view.sort : [];
  const current = among.find((term) => term.field === field)?.direction;
  if (current === undefined) return withSort(view, field, 'asc', add);
  if (current === 'asc') return withSort(view, field, 'desc', add);
  if (own) return withSort(view, field, 'asc');
  return add ? withoutSort(view, field) : undefined;
};

/**
 * The view of selected records by their ids, in the order of the list. They stay selected when they no longer fit
 * its filters, and count as selected.
 */
export const viewOfSelected = (view: FullView, ids: readonly string[]): FullView => ({
  ...view,
  search: '',
  filters: [{ field: RESOURCE_INFO[view.resource].idField, op: 'in', values: [...ids] }],
});
