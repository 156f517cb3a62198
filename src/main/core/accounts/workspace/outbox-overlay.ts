/** An account's outbox as the overlay of its cache: pending work over the cached records. */
import type { ServerClock } from '../../api/server-clock';
import type { Outbox } from '../../outbox/create-outbox';
import type { OverlayRow } from '../../outbox/overlay/overlay';
import type { CacheStore } from '../../store/cache-store';
import type { OverlaySource } from '../../store/overlay/overlay-source';
import { laneKey, readLane } from '../../sync/lane/lane-state';
import { lanesOf, sourceOf } from '../../sync/lane/lanes';
import type { ResourceName } from '#shared/domain/resources';

const CLOCK_ERROR_MS = 60_000;

export const outboxOverlay = (
  outbox: Outbox,
  cache: Pick<CacheStore, 'state'>,
  /** `now`: epoch milliseconds. */
  {
    serverClock,
    now,
    selfUserId,
  }: { serverClock: ServerClock; now: () => number; selfUserId: OverlaySource['selfUserId'] },
  isLeftOut: (resource: ResourceName) => boolean,
): OverlaySource => ({
  revision: () => outbox.store.revision(),
  rows: (resource, cached) => {
    const asOf = completeAsOf(cache, resource);
    // A time in the future comes from a clock that has been set back since. It proves nothing about records that were
    // delivered since then.
    const isProven = asOf !== null && asOf <= serverClock.at(now() + CLOCK_ERROR_MS);
    const rows = outbox.overlay(resource, cached, isProven ? asOf : null).map(enteredUntil(now()));
    // A kind that is left out has no copy that could show the delivered record.
    return isLeftOut(resource)
      ? rows.filter(({ intents }) => intents.some(({ state }) => state !== 'applied'))
      : rows;
  },
  realIdOf: (localId) => outbox.realIdOf(localId),
  serverTime: (epochMs) => serverClock.at(epochMs),
  selfUserId,
});

/**
 * A time after now is of a clock that was set back since. Such work would be on a day to come: in no figure of this week,
 * and above everything in a timeline. It counts as entered now, as everywhere (`formatAgo`).
 */
const enteredUntil =
  (now: number) =>
  (row: OverlayRow): OverlayRow => ({
    ...row,
    createdAt: Math.min(row.createdAt, now),
    touchedAt: Math.min(row.touchedAt, now),
  });

/**
 * Server time up to which every live record of the resource is known to be on disk; null while a window is
 * unverified.
 */
const completeAsOf = (cache: Pick<CacheStore, 'state'>, resource: ResourceName): string | null => {
  const spec = lanesOf(sourceOf(resource)).find(({ flag }) => flag === 'live');
  const lane = spec && readLane(spec, cache.state(laneKey(spec)));
  return lane?.phase === 'steady' && lane.unverified.length === 0 ? lane.completeAsOf : null;
};
