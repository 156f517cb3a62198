/** The records that only an extra list (drafts, archived, converted) shows, as members of that list. */
import type { CacheStore } from '../../store/cache-store';
import { parseTexts } from '../../store/schema/stored-document';
import { laneKey, type LaneSpec } from './lane-state';
import { lanesOf, sourceOf } from './lanes';

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

type Cache = Pick<CacheStore, 'state' | 'setState'>;

/** The members of an extra list: records that the default list does not show. */
export const extraIds = (cache: Cache, laneKey: string): string[] => {
  const json = cache.state(`${laneKey}/members`);
  return json === null ? [] : parseTexts(json);
};

/** Returns true if a record is a new member. */
export const addExtraIds = (cache: Cache, laneKey: string, ids: readonly string[]): boolean => {
  const held = new Set(extraIds(cache, laneKey));
  const before = held.size;
  for (const id of ids) held.add(id);
  if (held.size > before) cache.setState(`${laneKey}/members`, JSON.stringify([...held]));
  return held.size > before;
};

/** Returns true if a record is no member any more. */
export const dropExtraIds = (cache: Cache, laneKey: string, ids: readonly string[]): boolean => {
  const held = new Set(extraIds(cache, laneKey));
  if (held.size === 0) return false;
  const before = held.size;
  for (const id of ids) held.delete(id);
  if (held.size < before) cache.setState(`${laneKey}/members`, JSON.stringify([...held]));
  return held.size < before;
};
