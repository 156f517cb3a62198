/** Leaves out steps of a failing history as long as the same invariant is violated. */
import type { History } from './history';
import { playHistory } from './play-history';

/** The maximum number of plays for one shrink. */
const MOST_PLAYS = 150;

/** Returns the invariant that a history violates; null if it violates none. */
type Judge = (history: History) => Promise<string | null>;
const byPlaying: Judge = async (history) => (await playHistory(history)).broken?.invariant ?? null;

export const shrink = async (
  history: History,
  invariant: string,
  judge: Judge = byPlaying,
): Promise<History> => {
  let plays = 0;
  const fails = async (candidate: History): Promise<boolean> => {
    plays++;
    return (await judge(candidate)) === invariant;
  };
  let steps = [...history.steps];
  let options = history.options;
  for (let size = steps.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at < steps.length && plays < MOST_PLAYS;) {
      const without = [...steps.slice(0, at), ...steps.slice(at + size)];
      if (await fails({ options, steps: without })) steps = without;
      else at += size;
    }
  for (const simpler of [
    { faultShare: 0 },
    { quirks: [] },
    { profile: 'full' as const },
    { skewMs: 0 },
    { signsIn: false },
    { storage: 'memory' as const },
    { undoSeconds: 0 },
    { orders: 3 },
    { pageSize: 25 },
  ]) {
    const candidate = { ...options, ...simpler };
    if (await fails({ options: candidate, steps })) options = candidate;
  }
  return { options, steps };
};
