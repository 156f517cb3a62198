/**
 * Tells a token that is no longer valid from a path that refuses every token, although the service accepts the token at
 * other paths. A new sign-in does not help with such a path, so its reads fail alone.
 *
 * The token may expire meanwhile. So such a path may renew the token again after a rest, which doubles each time.
 */
import type { Clock } from '../ports/ports';

export interface RefusedPaths {
  /** The path refused a token right after it was issued. `answered`: how many reads the service has answered so far. */
  refused(path: string, answered: number): void;
  /** The path accepted a token, or failed for another reason. */
  forget(path: string): void;
  /** Returns true if the service has answered other reads since the path first refused a new token. */
  isAlone(path: string, answered: number): boolean;
  /** Returns true while no further token is requested for the path. */
  isResting(path: string): boolean;
}

interface Refusal {
  answered: number;
  /** When the path last refused a new token, in epoch ms. */
  at: number;
  restMs: number;
}
const FIRST_REST_MS = 30_000;
const MOST_REST_MS = 15 * 60_000;

export const createRefusedPaths = (clock: Clock): RefusedPaths => {
  const refusals = new Map<string, Refusal>();
  return {
    refused: (path, answered) => {
      const before = refusals.get(path);
      refusals.set(path, {
        answered: before?.answered ?? answered,
        at: clock.now(),
        restMs: before === undefined ? FIRST_REST_MS : Math.min(MOST_REST_MS, before.restMs * 2),
      });
    },
    forget: (path) => void refusals.delete(path),
    isAlone: (path, answered) => answered > (refusals.get(path)?.answered ?? answered),
    isResting: (path) => {
      const refusal = refusals.get(path);
      // The clock may have been set back.
      return refusal !== undefined && Math.abs(clock.now() - refusal.at) < refusal.restMs;
    },
  };
};
