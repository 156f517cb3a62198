/**
 * The pull's assumptions about points that the contract leaves open, and what the service's answers have
 * shown so far.
 */
import { RESOURCES } from '#shared/domain/resources';
import type { CacheStore } from '../store/cache-store';
import { laneKey, readLane, type LaneSpec, type LaneState } from './lane/lane-state';
import { lanesOf, sourceOf } from './lane/lanes';

export interface Assumption {
  id: string;
  state: 'assumed' | 'proved' | 'disproved';
}

/** A stated meaning is disproved by any other one; an unstated filter is proved by any meaning that it has. */
const timeFilterState = (stated: LaneSpec['windows'], meaning: LaneState['meaning']): Assumption['state'] => {
  if (stated === 'stated' || stated === 'update') return meaning === stated ? 'assumed' : 'disproved';
  if (meaning === 'unproven') return 'assumed';
  return meaning === 'ignored' ? 'disproved' : 'proved';
};

const orderState = ({ begunAt, newestFirst }: LaneState): Assumption['state'] => {
  if (begunAt === null) return 'assumed';
  return newestFirst ? 'proved' : 'disproved';
};

export const assumptionsOf = (cache: Pick<CacheStore, 'state'>): Assumption[] =>
  RESOURCES.flatMap((resource): Assumption[] => {
    const spec = lanesOf(sourceOf(resource)).find((lane) => lane.flag === 'live');
    if (!spec?.paged) return [];
    const lane = readLane(spec, cache.state(laneKey(spec)));
    const filter: Assumption = {
      id: `${resource}.time-filter`,
      state: timeFilterState(spec.windows, lane.meaning),
    };
    const order: Assumption = {
      id: `${resource}.newest-first`,
      state: orderState(lane),
    };
    return [filter, order];
  });
