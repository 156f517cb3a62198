/**
 * Whether somebody works in a window. Each window says so and says it again every minute; one that falls
 * silent (closed, crashed) counts as left after two and a half.
 */
import type { Clock, Timers } from '../ports/ports';

export interface AttentionBook {
  /** A window has the focus and is used, or no longer. */
  hear(windowId: string, inUse: boolean): void;
  inUse(): boolean;
  close(): void;
}

const LEASE_MS = 150_000;

export const createAttentionBook = (options: {
  clock: Clock;
  timers: Timers;
  /** The first window came into use, or the last one out of it. */
  onChange: () => void;
}): AttentionBook => {
  const { clock, timers, onChange } = options;
  const leases = new Map<string, number>();
  let [told, cancel] = [false, null as (() => void) | null];
  const inUse = (): boolean => {
    const now = clock.now();
    for (const [id, at] of leases) if (at <= now || at > now + LEASE_MS) leases.delete(id);
    return leases.size > 0;
  };
  const look = (): void => {
    cancel?.();
    const now = inUse();
    cancel = now ? timers.after(LEASE_MS, look) : null;
    if (now === told) return;
    told = now;
    onChange();
  };
  return {
    hear: (windowId, used) => {
      if (used) leases.set(windowId, clock.now() + LEASE_MS);
      else leases.delete(windowId);
      look();
    },
    inUse,
    close: () => {
      cancel?.();
      cancel = null;
      leases.clear();
    },
  };
};
