/** The records that only an extra list (drafts, archived, converted) shows, as members of that list. */
import { parseTexts } from '../../store/schema/stored-document';
import { timesOf } from '../../api/unchanged-record';
import type { CacheStore, IncomingRecord } from '../../store/cache-store';
import { hasTrustedFilter, laneKey, readLane, type LaneSpec } from './lane-state';
import { lanesOf, sourceOf } from './lanes';
import { addExtraIds, dropExtraIds, extraIds } from './seen-ids';

/**
 * Notes which records only an extra list shows: they are its members until the default list shows them too. Call for
 * each page of any list, before it is written. Returns true if the members changed.
 */
export const noteMembers = (cache: CacheStore, spec: LaneSpec, items: readonly IncomingRecord[]): boolean => {
  const fresh = items.map(({ id }) => id);
  if (isExtra(spec.flag)) {
    const certain = cache.certainIds(spec.resource, fresh);
    noteChanged(
      cache,
      spec,
      items.filter(({ id }) => certain.has(id)),
    );
    return addExtraIds(
      cache,
      laneKey(spec),
      fresh.filter((id) => !certain.has(id)),
    );
  }
  if (spec.flag !== 'live') return false;
  dropChanged(cache, spec, fresh);
  return extraLanes(spec)
    .map((extra) => dropExtraIds(cache, laneKey(extra), fresh))
    .includes(true);
};

/** Key of the JSON list of records whose change only the list of drafts has shown so far. */
const changedKey = (resource: LaneSpec['resource']): string =>
  `${laneKey({ resource, flag: 'drafts' })}/changed`;

/**
 * The ids of records of the default list whose change only the list of drafts has shown. They were changed between the
 * reads of the two lists, or have become drafts again: the next read of the default list tells.
 */
export const changedIds = (cache: Pick<CacheStore, 'state'>, { resource }: LaneSpec): string[] => {
  const json = cache.state(changedKey(resource));
  return json === null ? [] : parseTexts(json);
};

const setChanged = (cache: CacheStore, { resource }: LaneSpec, ids: Iterable<string>): void =>
  cache.setState(changedKey(resource), JSON.stringify([...ids]));

/** Only a default list whose filter shows all changes tells anything about those that it does not show. */
const noteChanged = (cache: CacheStore, spec: LaneSpec, items: readonly IncomingRecord[]): void => {
  const live = lanesOf(sourceOf(spec.resource)).find(({ flag }) => flag === 'live');
  const wasRead = readLane(spec, cache.state(laneKey(spec))).watermark !== null;
  if (spec.flag !== 'drafts' || !wasRead || live === undefined || items.length === 0) return;
  if (!hasTrustedFilter(readLane(live, cache.state(laneKey(live))))) return;
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
 * Call when the changes of a default list were read to their end. Records whose change it has not shown have become
 * drafts. Returns true if there are any.
 */
export const settleChanged = (cache: CacheStore, spec: LaneSpec): boolean => {
  const left = changedIds(cache, spec);
  if (spec.flag !== 'live' || left.length === 0) return false;
  setChanged(cache, spec, []);
  return addExtraIds(cache, laneKey({ resource: spec.resource, flag: 'drafts' }), left);
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
