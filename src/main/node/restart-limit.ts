/**
 * Limits how often a thread that ends may be restarted: a repeated fault must end in a message, not in a
 * loop.
 */
export interface RestartLimit {
  /** Counts a crash; returns true if the thread may be restarted. */
  allows(): boolean;
}

/** After `most` crashes within `windowMs` there is no further restart. */
export const createRestartLimit = ({
  most = 3,
  windowMs = 60_000,
  now = Date.now,
}: { most?: number; windowMs?: number; now?: () => number } = {}): RestartLimit => {
  let crashes: number[] = [];
  return {
    allows: () => {
      crashes = [...crashes.filter((at) => now() - at < windowMs), now()];
      return crashes.length < most;
    },
  };
};
