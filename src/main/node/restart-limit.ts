/**
 * How often a thread that dies may be started again: a fault that comes back at once must end in words, not
 * in a loop.
 */
export interface RestartLimit {
  /** Notes a crash; true when it may be started once more. */
  allows(): boolean;
}

/** `most` crashes within `windowMs` are too many: the last of them is not followed by a restart. */
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
