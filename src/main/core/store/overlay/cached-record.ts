/** A cached record as the overlay reads it. */
import type { ResourceName } from '#shared/domain/resources';

/** Set on a cached record whose details were read apart from its list item: their own `update_time`. */
export const DETAILS_AS_OF = Symbol('update_time of the details');
/** Set together with it: the list item alone. */
export const LIST_ITEM = Symbol('the list item without the details');

/** The cache's copy of a record: list item and details merged, as parsed. */
export type CachedRecord = Record<string, unknown> & {
  [DETAILS_AS_OF]?: string;
  [LIST_ITEM]?: Record<string, unknown>;
};
export type CacheLookup = (resource: ResourceName, id: string) => CachedRecord | null;
