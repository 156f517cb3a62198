/** The records that only an extra list (drafts, archived, converted) shows, as members of that list. */
import type { CacheStore } from '../../store/cache-store';
import { laneKey, type LaneSpec } from './lane-state';
import { lanesOf, sourceOf } from './lanes';
import { addExtraIds, dropExtraIds, extraIds } from './seen-ids';

/**
 * Notes which records only an extra list shows: they are its members until the default list shows them too. Call for
 * each page of any list. Returns true if the members changed.
 */
export const noteMembers = (cache: CacheStore, spec: LaneSpec, fresh: readonly string[]): boolean => {
  if (isExtra(spec.flag)) {
    const certain = cache.certainIds(spec.resource, fresh);
    return addExtraIds(
      cache,
      laneKey(spec),
      fresh.filter((id) => !certain.has(id)),
    );
  }
  if (spec.flag !== 'live') return false;
  return extraLanes(spec)
    .map((extra) => dropExtraIds(cache, laneKey(extra), fresh))
    .includes(true);
};

/** Returns true for a list of records that the default list leaves out and that are not deleted. */
export const isExtra = (flag: LaneSpec['flag']): boolean =>
  flag === 'drafts' || flag === 'archived' || flag === 'converted';
/** The extra lists of the resource, without `spec` itself. */
export const extraLanes = (spec: LaneSpec): LaneSpec[] =>
  lanesOf(sourceOf(spec.resource)).filter(({ flag }) => isExtra(flag) && flag !== spec.flag);
/** The ids of the records that only other extra lists show; a census of `spec` proves nothing about them. */
export const otherIds = (cache: CacheStore, spec: LaneSpec): Set<string> =>
  new Set(extraLanes(spec).flatMap((extra) => extraIds(cache, laneKey(extra))));
