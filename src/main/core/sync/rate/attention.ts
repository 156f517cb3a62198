/**
 * Tracks whether a window is in use, and which kinds of record the windows in use show. A window in use
 * reports both every minute. A window that stops reporting (closed, crashed) counts as not in use after two
 * and a half minutes.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { Clock, Timers } from '../../ports/ports';

export interface AttentionBook {
  /** A window reports that it is in use, or no longer, and what it shows. */
  onUse(windowId: string, inUse: boolean, shows?: readonly ResourceName[]): void;
  inUse(): boolean;
  /** A window in use shows records of this kind. */
  isShown(resource: ResourceName): boolean;
  close(): void;
}

const LEASE_MS = 150_000;

export const createAttentionBook = (options: {
  clock: Clock;
  timers: Timers;
  /** Called when the first window comes into use, or the last one is left. */
  onChange: () => void;
  /** Called when a window in use shows a kind that none showed before. */
  onShow: () => void;
}): AttentionBook => {
  const { clock, timers, onChange, onShow } = options;
  const leases = new Map<string, { until: number; shows: ReadonlySet<ResourceName> }>();
  let [told, cancel] = [false, null as (() => void) | null];
  const inUse = (): boolean => {
    const now = clock.now();
    for (const [id, { until }] of leases) if (until <= now || until > now + LEASE_MS) leases.delete(id);
    return leases.size > 0;
  };
  const isShown = (resource: ResourceName): boolean =>
    inUse() && [...leases.values()].some(({ shows }) => shows.has(resource));
  const look = (): void => {
    cancel?.();
    const now = inUse();
    cancel = now ? timers.after(LEASE_MS, look) : null;
    if (now === told) return;
    told = now;
    onChange();
  };
  return {
    onUse: (windowId, used, shows = []) => {
      const showsMore = used && shows.some((resource) => !isShown(resource));
      if (used) leases.set(windowId, { until: clock.now() + LEASE_MS, shows: new Set(shows) });
      else leases.delete(windowId);
      look();
      if (showsMore) onShow();
    },
    inUse,
    isShown,
    close: () => {
      cancel?.();
      cancel = null;
      leases.clear();
    },
  };
};
