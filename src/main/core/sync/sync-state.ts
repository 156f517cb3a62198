/**
 * Computes the pull's state for the screens (`syncStateSchema`) from the disk, so that it is also correct
 * after a restart.
 */
import type { Failure } from '#shared/contract/errors';
import type { ResourceSync } from '#shared/contract/sync';
import { DETAILS_BY_AGE, type ResourceName } from '#shared/domain/resources';
import type { CacheStore } from '../store/cache-store';
import { isCopyDamaged } from '../store/schema/sqlite-errors';
import type { Details } from './round/details';
import { laneKey, readLane, type LaneSpec, type LaneState } from './lane/lane-state';
import { PULL_ORDER, lanesOf, sourceOf } from './lane/lanes';
import type { Scope } from './scope';

export interface SyncFacts {
  cache: Pick<CacheStore, 'state' | 'counts' | 'countWithoutDetails'>;
  details: Pick<Details, 'offered' | 'unreadable'>;
  failures: ReadonlyMap<ResourceName, Failure>;
  notOffered: ReadonlySet<ResourceName>;
  noPermission: ReadonlySet<ResourceName>;
  scope: Scope;
  /** What the user asked to download again. */
  refetch: ReadonlySet<ResourceName>;
  /** The copy turned out to be damaged. */
  onDamage?: (() => void) | undefined;
}

export const resourceStates = (facts: SyncFacts): ResourceSync[] =>
  PULL_ORDER.map((resource) => resourceState(facts, resource));

const resourceState = (facts: SyncFacts, resource: ResourceName): ResourceSync => {
  const lanes = lanesOf(sourceOf(resource)).map((spec) => ({
    spec,
    state: readLane(spec, facts.cache.state(laneKey(spec))),
  }));
  const live = lanes.find(({ spec }) => spec.flag === 'live')?.state;
  const { counts, damage } = countsOf(facts, resource, live?.total ?? 0);
  const offersDetails =
    facts.details.offered(resource) === true && sourceOf(resource).detail?.onOpenOnly !== true;
  const failure = damage ?? facts.failures.get(resource) ?? null;
  return {
    resource,
    records: counts.live,
    expected: live?.total ?? null,
    details: counts.details,
    detailsExpected:
      offersDetails && !(DETAILS_BY_AGE.has(resource) && facts.scope.detailsMonths !== null)
        ? counts.live - counts.unreadable
        : null,
    completeAsOf: live?.completeAsOf ?? null,
    covers: covered(lanes),
    isAwaited: whyNotRead(facts, resource) === null && facts.refetch.has(resource),
    error: whyNotRead(facts, resource) === null ? failure : null,
    state: whyNotRead(facts, resource) ?? (failure ? 'failed' : phaseOf(lanes.map(({ state }) => state))),
  };
};

/**
 * The numbers of records on disk. If the copy is damaged and they cannot be counted, this returns the service's
 * total instead, and the damage as the error of the resource.
 */
const countsOf = (
  { cache, details, onDamage }: SyncFacts,
  resource: ResourceName,
  total: number,
): { counts: { live: number; details: number; unreadable: number }; damage: Failure | null } => {
  try {
    const { live, details: read } = cache.counts(resource);
    const ids = details.unreadable(resource);
    const unreadable = ids.length === 0 ? 0 : cache.countWithoutDetails(resource, ids);
    return { counts: { live, details: read, unreadable }, damage: null };
  } catch (error) {
    if (!isCopyDamaged(error)) throw error;
    onDamage?.();
    return { counts: { live: total, details: 0, unreadable: 0 }, damage: { code: 'database-corrupt' } };
  }
};

/** Why the resource is not read, so that an earlier failure does not matter; null if it is read. */
const whyNotRead = (
  facts: SyncFacts,
  resource: ResourceName,
): 'left-out' | 'not-offered' | 'no-permission' | null => {
  if (facts.scope.leftOut.has(resource)) return 'left-out';
  if (facts.notOffered.has(resource)) return 'not-offered';
  return facts.noPermission.has(resource) ? 'no-permission' : null;
};

/** Complete only if no window of any lane is unverified. */
const phaseOf = (lanes: readonly LaneState[]): ResourceSync['state'] => {
  const live = lanes[0];
  if (!live || live.begunAt === null) return 'waiting';
  if (live.phase === 'backfill') return 'loading';
  return lanes.some((lane) => lane.unverified.length > 0) ? 'unverified' : 'complete';
};

/** Flags whose lists were read to their verified end. */
const covered = (lanes: readonly { spec: LaneSpec; state: LaneState }[]): string[] =>
  lanes
    .filter(
      ({ spec, state }) => spec.flag !== 'live' && state.phase === 'steady' && state.unverified.length === 0,
    )
    .map(({ spec }) => spec.flag);
