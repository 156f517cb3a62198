/** A cached record as the overlay reads it. */
import type { ResourceName } from '#shared/domain/resources';

/** The key of the details' own `update_time`. It is set if details of the record are stored. */
export const DETAILS_AS_OF = Symbol('update_time of the details');
/** The key of the list item without the details. It is set together with `DETAILS_AS_OF`. */
export const LIST_ITEM = Symbol('the list item without the details');

/** The cache's copy of a record: list item and details merged, as parsed. */
export type CachedRecord = Record<string, unknown> & {
  [DETAILS_AS_OF]?: string;
  [LIST_ITEM]?: Record<string, unknown>;
};
export type CacheLookup = (resource: ResourceName, id: string) => CachedRecord | null;
