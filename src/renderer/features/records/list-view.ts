/** A list's view as it stands in the address: `q` words, `s` sort, `f` filters, `removed`. Unreadable parts are dropped, never an error. */
import type { z } from 'zod';
import type { Filter, viewSchema } from '#shared/contract/records';
import { filterSchema } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';

/** A view with nothing left out. */
export type FullView = z.output<typeof viewSchema>;
type Params = Readonly<Record<string, string>>;

const readFilters = (text: string | undefined): Filter[] => {
  if (text === undefined) return [];
  try {
    const parsed = filterSchema.array().safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
};

const readSort = (text: string | undefined, resource: ResourceName): FullView['sort'] => {
  const match = /^(-?)(.+)$/.exec(text ?? '');
  return match?.[2] === undefined ? [RESOURCE_INFO[resource].defaultSort] : [{ field: match[2], direction: match[1] === '-' ? 'desc' : 'asc' }];
};

export const readView = (resource: ResourceName, params: Params): FullView => ({
  resource, filters: readFilters(params.f), sort: readSort(params.s, resource), search: params.q ?? '', removed: params.removed === '1',
});

export const filtersParam = (filters: readonly Filter[]): string | undefined => (filters.length === 0 ? undefined : JSON.stringify(filters));

/** Ascending, then descending, then the list's own order. */
export const nextSortParam = (view: FullView, field: string): string | undefined => {
  const [current] = view.sort;
  if (current?.field !== field) return field;
  return current.direction === 'asc' ? `-${field}` : undefined;
};
