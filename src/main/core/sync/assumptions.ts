/**
 * The pull's assumptions about points that the contract leaves open, and what the service's answers have
 * shown so far.
 */
import { RESOURCES } from '#shared/domain/resources';
import type { CacheStore } from '../store/cache-store';
import { laneKey, readLane } from './lane-state';
import { lanesOf, sourceOf } from './lanes';

export interface Assumption {
  id: string;
  state: 'assumed' | 'proved' | 'disproved';
}

export const assumptionsOf = (cache: Pick<CacheStore, 'state'>): Assumption[] =>
  RESOURCES.flatMap((resource): Assumption[] => {
    const spec = lanesOf(sourceOf(resource)).find((lane) => lane.flag === 'live');
    if (!spec?.paged) return [];
    const lane = readLane(spec, cache.state(laneKey(spec)));
    const filter: Assumption = {
      id: `${resource}.time-filter`,
      state:
        spec.windows === 'stated' || spec.windows === 'update'
          ? lane.meaning === spec.windows
            ? 'assumed'
            : 'disproved'
          : lane.meaning === 'unproven'
            ? 'assumed'
            : lane.meaning === 'ignored'
              ? 'disproved'
              : 'proved',
    };
    const order: Assumption = {
      id: `${resource}.newest-first`,
      state: lane.begunAt === null ? 'assumed' : lane.newestFirst ? 'proved' : 'disproved',
    };
    return [filter, order];
  });
