/**
 * Delay before the next try: doubling from 2 s to 5 min, with jitter over the upper half so that a fleet does
 * not return in step.
 */
import { isUnreached, type Trouble } from '../../api/classify-read';
import type { WaitCause } from '../store/intent-record';

const BASE_MS = 2_000;
/** No wait of an item is longer: one that is was begun by a clock that has been set back since. */
export const CEILING_MS = 300_000;

/** `tries` counts failures so far (≥ 1); `random` is in [0, 1). */
export const backoffDelayMs = (tries: number, random: number): number => {
  const full = Math.min(CEILING_MS, BASE_MS * 2 ** Math.min(Math.max(tries, 1) - 1, 20));
  return Math.round(full / 2 + (full / 2) * random);
};

/** What has to change before trying again makes sense. */
export const waitCauseOf = (trouble: Trouble): WaitCause =>
  isUnreached(trouble) ? 'offline' : trouble.kind === 'rate-limited' ? 'throttled' : 'trouble';
