/**
 * Tracks whether a window is in use. A window in use reports this every minute. A window that stops reporting
 * (closed, crashed) counts as not in use after two and a half minutes.
 */
import type { Clock, Timers } from '../ports/ports';

export interface AttentionBook {
  /** A window reports that it is in use, or no longer. */
  onUse(windowId: string, inUse: boolean): void;
  inUse(): boolean;
  close(): void;
}

const LEASE_MS = 150_000;

export const createAttentionBook = (options: {
  clock: Clock;
  timers: Timers;
  /** Called when the first window comes into use, or the last one is left. */
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
    onUse: (windowId, used) => {
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
