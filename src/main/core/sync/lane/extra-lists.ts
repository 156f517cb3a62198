/**
 * The extra lists of a resource (drafts, archived, converted): lists of records that the default list leaves out and
 * that are not deleted. A record that only an extra list shows is a *member* of that list until the default list shows
 * it too. The ids of the members are stored beside the progress of the list.
 */
import { timesOf } from '../../api/unchanged-record';
import type { CacheStore, IncomingRecord } from '../../store/cache-store';
import { parseTexts } from '../../store/schema/stored-document';
import { hasTrustedFilter, laneKey, readLane, type LaneSpec, type LaneState } from './lane-state';
import { lanesOf, sourceOf } from './lanes';

/** Returns true for an extra list. */
export const isExtra = (flag: LaneSpec['flag']): boolean =>
  flag === 'drafts' || flag === 'archived' || flag === 'converted';

/** The extra lists of the resource, without `spec` itself. */
export const extraLanes = (spec: LaneSpec): LaneSpec[] =>
  lanesOf(sourceOf(spec.resource)).filter(({ flag }) => isExtra(flag) && flag !== spec.flag);

/**
 * Notes which records of a page are members of an extra list, and which no longer are. Call it for each page of any
 * list, before the page is written. Returns true if the members changed.
 */
export const noteMembers = (cache: CacheStore, spec: LaneSpec, items: readonly IncomingRecord[]): boolean => {
  const ids = items.map(({ id }) => id);
  if (isExtra(spec.flag)) {
    const certain = cache.certainIds(spec.resource, ids);
    noteChanged(
      cache,
      spec,
      items.filter(({ id }) => certain.has(id)),
    );
    return addMembers(
      cache,
      spec,
      ids.filter((id) => !certain.has(id)),
    );
  }
  if (spec.flag !== 'live') return false;
  dropChanged(cache, spec, ids);
  return extraLanes(spec)
    .map((extra) => dropMembers(cache, extra, ids))
    .includes(true);
};

/** Key of the JSON list of records whose change only the list of drafts has shown so far. */
const changedKey = (resource: LaneSpec['resource']): string =>
  `${laneKey({ resource, flag: 'drafts' })}/changed`;

/**
 * The ids of records of the default list whose change only the list of drafts has shown. They were changed between the
 * reads of the two lists, or they have become drafts again. The next read of the default list shows which.
 */
export const changedIds = (cache: Pick<CacheStore, 'state'>, { resource }: LaneSpec): string[] => {
  const json = cache.state(changedKey(resource));
  return json === null ? [] : parseTexts(json);
};

const setChanged = (cache: CacheStore, { resource }: LaneSpec, ids: Iterable<string>): void =>
  cache.setState(changedKey(resource), JSON.stringify([...ids]));

/**
 * Notes the changed records of a page of drafts, except in the first reading of that list. Nothing is noted if the
 * default list has no filter that shows all changes: such a list may contain the record and not show its change.
 */
const noteChanged = (cache: CacheStore, spec: LaneSpec, items: readonly IncomingRecord[]): void => {
  if (spec.flag !== 'drafts' || items.length === 0) return;
  const laneOf = (lane: LaneSpec): LaneState => readLane(lane, cache.state(laneKey(lane)));
  const live = lanesOf(sourceOf(spec.resource)).find(({ flag }) => flag === 'live');
  if (live === undefined || laneOf(spec).watermark === null || !hasTrustedFilter(laneOf(live))) return;
  const held = cache.storedTexts(
    spec.resource,
    items.map(({ id }) => id),
  );
  const changed = items.filter((item) => {
    const before = held.get(item.id);
    return (
      before !== undefined &&
      before.raw !== item.raw &&
      String(timesOf(item).update ?? '') > (before.updateTime ?? '')
    );
  });
  if (changed.length > 0)
    setChanged(cache, spec, new Set([...changedIds(cache, spec), ...changed.map(({ id }) => id)]));
};

const dropChanged = (cache: CacheStore, spec: LaneSpec, shown: readonly string[]): void => {
  const before = changedIds(cache, spec);
  const left = before.filter((id) => !shown.includes(id));
  if (left.length < before.length) setChanged(cache, spec, left);
};

/**
 * Call when a list was read to its end. After a default list, the records whose change it has not shown have become
 * drafts. Returns true if there are any.
 */
export const settleChanged = (cache: CacheStore, spec: LaneSpec): boolean => {
  const left = changedIds(cache, spec);
  if (spec.flag !== 'live' || left.length === 0) return false;
  setChanged(cache, spec, []);
  return extraLanes(spec).some((extra) => extra.flag === 'drafts' && addMembers(cache, extra, left));
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
