/**
 * Local ids in the filters of a view. An address or a saved view may name a record that was not delivered when it
 * was made. Its local id stays in the filter, and the records have the real id.
 */
import type { Facet, View } from '#shared/contract/records';
import { isLocalRef } from '#shared/domain/intent';

/** Returns the id that the service gave, or the same id. */
export type RealId = (id: string) => string;

/** The view with real ids in its filters; the same object if nothing changes. */
export const withRealIds = (view: View, real: RealId): View => {
  const { filters = [] } = view;
  const isMoved = (id: string): boolean => isLocalRef(id) && real(id) !== id;
  if (!filters.some((filter) => filter.op === 'in' && filter.values.some(isMoved))) return view;
  return {
    ...view,
    filters: filters.map((filter) =>
      filter.op === 'in' ? { ...filter, values: [...new Set(filter.values.map(real))] } : filter,
    ),
  };
};

/**
 * The values of a filter menu under the ids that were asked for: the filter that contains a local id shows its
 * value as chosen.
 */
export const underAskedIds = (facets: readonly Facet[], asked: readonly string[], real: RealId): Facet[] => {
  const localOf = new Map(asked.filter((id) => !asked.includes(real(id))).map((id) => [real(id), id]));
  return facets.map((facet) => ({ ...facet, value: localOf.get(facet.value) ?? facet.value }));
};
