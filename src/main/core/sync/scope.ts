/**
 * Which kinds of record are kept on this computer. What a person leaves out is not asked for and not held; the service keeps
 * it, and so does the outbox: pending work on it goes out as ever. Colleagues and companies cannot be left out, for their
 * names stand in everything else.
 */
import { ALWAYS_KEPT, type ResourceName } from '#shared/domain/resources';
import type { CacheStore } from '../store/cache-store';
import type { LaneContext } from './lane-runner';
import { PULL_ORDER } from './lanes';

const LEFT_OUT_KEY = 'scope/left-out';
/** Records dropped between two turns of the event loop. */
const PIECE = 200;

export const readLeftOut = (cache: Pick<CacheStore, 'state'>): ReadonlySet<ResourceName> => {
  const names = new Set((cache.state(LEFT_OUT_KEY) ?? '').split(','));
  return new Set(PULL_ORDER.filter((resource) => names.has(resource) && !ALWAYS_KEPT.has(resource)));
};

export const writeLeftOut = (cache: Pick<CacheStore, 'setState'>, leftOut: ReadonlySet<ResourceName>): void => { cache.setState(LEFT_OUT_KEY, [...leftOut].join(',')); };

/** Drops what is held of a resource, a few records to a turn of the event loop. False when the pull was stopped meanwhile. */
export const dropAll = async ({ cache, turn, stopped }: Pick<LaneContext, 'cache' | 'turn' | 'stopped'>, resource: ResourceName): Promise<boolean> => {
  for (;;) {
    await turn();
    if (stopped()) return false;
    if (cache.dropRecords(resource, PIECE) < PIECE) return true;
  }
};
