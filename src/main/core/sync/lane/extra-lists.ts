/**
 * The extra lists of a resource (drafts, archived, converted): lists of records that the default list leaves out and
 * that are not deleted. A record that only an extra list shows is a *member* of that list until the default list shows
 * it too. The ids of the members are stored beside the progress of the list.
 */
import type { CacheStore } from '../../store/cache-store';
import { parseTexts } from '../../store/schema/stored-document';
import { laneKey, type LaneSpec } from './lane-state';
import { lanesOf, sourceOf } from './lanes';

/** Returns true for an extra list. */
export const isExtra = (flag: LaneSpec['flag']): boolean =>
  flag === 'drafts' || flag === 'archived' || flag === 'converted';

/** The extra lists of the resource, without `spec` itself. */
export const extraLanes = (spec: LaneSpec): LaneSpec[] =>
  lanesOf(sourceOf(spec.resource)).filter(({ flag }) => isExtra(flag) && flag !== spec.flag);

/**
 * Notes which records of a page are members of an extra list, and which no longer are. Call it for each page of any
 * list. Returns true if the members changed.
 */
export const noteMembers = (cache: CacheStore, spec: LaneSpec, ids: readonly string[]): boolean => {
  if (isExtra(spec.flag)) {
    const certain = cache.certainIds(spec.resource, ids);
    return addMembers(
      cache,
      spec,
      ids.filter((id) => !certain.has(id)),
    );
  }
  if (spec.flag !== 'live') return false;
  return extraLanes(spec)
    .map((extra) => dropMembers(cache, extra, ids))
    .includes(true);
};

/** The ids of the records that only other extra lists show; a census of `spec` proves nothing about them. */
export const membersOfOthers = (cache: Cache, spec: LaneSpec): Set<string> =>
  new Set(extraLanes(spec).flatMap((extra) => membersOf(cache, extra)));

type Cache = Pick<CacheStore, 'state' | 'setState'>;

const membersKey = (spec: LaneSpec): string => `${laneKey(spec)}/members`;

/** The ids of the records that only this extra list shows. */
export const membersOf = (cache: Cache, spec: LaneSpec): string[] => {
  const json = cache.state(membersKey(spec));
  return json === null ? [] : parseTexts(json);
};

/** Returns true if a record is a new member. */
export const addMembers = (cache: Cache, spec: LaneSpec, ids: readonly string[]): boolean => {
  const members = new Set(membersOf(cache, spec));
  const before = members.size;
  for (const id of ids) members.add(id);
  if (members.size > before) cache.setState(membersKey(spec), JSON.stringify([...members]));
  return members.size > before;
};

/** Returns true if a record is no member any more. */
export const dropMembers = (cache: Cache, spec: LaneSpec, ids: readonly string[]): boolean => {
  const members = new Set(membersOf(cache, spec));
  const before = members.size;
  for (const id of ids) members.delete(id);
  if (members.size < before) cache.setState(membersKey(spec), JSON.stringify([...members]));
  return members.size < before;
};
