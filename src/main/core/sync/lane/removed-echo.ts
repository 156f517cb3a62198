/**
 * Finds out that a service ignores `removed=1` (contract B): then its list of removed records is the default list,
 * and every record in it would be shown as removed.
 *
 * The first page of the whole list, which is read after the default list, shows it: total and records are those of the
 * default list. The finding is stored, because a page of a time window shows less. A census of the list checks it once
 * a day.
 */
import type { ListPage } from '../../api/read-page';
import type { ResourceName } from '#shared/domain/resources';
import type { CacheStore } from '../../store/cache-store';
import { laneKey, readLane, type LaneSpec } from './lane-state';
import { lanesOf, sourceOf } from './lanes';
import type { Ask } from './plan-step';

type Store = Pick<CacheStore, 'state' | 'setState' | 'certainIds'>;

const keyOf = (resource: ResourceName): string => `${laneKey({ resource, flag: 'removed' })}/echoes`;

/** Returns true if the service was found to ignore `removed=1` for this kind. */
export const ignoresRemoved = (cache: Pick<Store, 'state'>, resource: ResourceName): boolean =>
  cache.state(keyOf(resource)) === '1';

/** The totals may differ by this share, because records are created and removed between the reads of the two lists. */
const TOLERANCE = 0.02;
/** The share of a page that may be records that are not on disk yet. */
const STRANGERS = 0.1;
/** Lists with fewer records than this have to agree exactly. */
const SHORT = 5;

const totalOfDefaultList = (cache: Store, resource: ResourceName): number | null => {
  const spec = lanesOf(sourceOf(resource)).find(({ flag }) => flag === 'live');
  return spec ? readLane(spec, cache.state(laneKey(spec))).total : null;
};

/** Returns true if this page of the removed records shows the default list instead. It must not be stored. */
export const echoesDefaultList = (
  cache: Store,
  spec: LaneSpec,
  { window, page }: Ask,
  answer: ListPage,
): boolean => {
  const { resource } = spec;
  const ids = answer.items.map(({ id }) => id);
  if (spec.flag !== 'removed' || ids.length === 0) return false;
  const liveOnDisk = (): number => cache.certainIds(resource, ids).size;
  if (window.axis !== 'all' || page > 1) return ignoresRemoved(cache, resource) && liveOnDisk() > 0;
  const strangers = new Set(ids).size - liveOnDisk();
  const [total, ofDefault] = [answer.total ?? 0, totalOfDefaultList(cache, resource)];
  const mayDiffer = (by: number): number => (total < SHORT ? 0 : Math.max(1, by));
  const isEcho =
    ofDefault !== null &&
    strangers <= mayDiffer(ids.length * STRANGERS) &&
    Math.abs(total - ofDefault) <= mayDiffer(ofDefault * TOLERANCE);
  if (isEcho !== ignoresRemoved(cache, resource)) cache.setState(keyOf(resource), isEcho ? '1' : '');
  return isEcho;
};
