/**
 * The delay before the next try. It doubles from 2 s to 5 min. Its upper half is random, so that many
 * installations do not retry at the same moment.
 */
import { isUnreached, type Trouble } from '../../api/classify-read';
import type { WaitCause } from '../store/intent-record';

const BASE_MS = 2_000;
/** The longest wait of an item. A longer wait means that the clock was set back. */
export const CEILING_MS = 300_000;

/** `tries` is the number of failures so far (≥ 1); `random` is in [0, 1). */
export const backoffDelayMs = (tries: number, random: number): number => {
  const full = Math.min(CEILING_MS, BASE_MS * 2 ** Math.min(Math.max(tries, 1) - 1, 20));
  return Math.round(full / 2 + (full / 2) * random);
};

/** What has to change before the next try can succeed. */
export const waitCauseOf = (trouble: Trouble): WaitCause => {
  if (isUnreached(trouble)) return 'offline';
  return trouble.kind === 'rate-limited' ? 'throttled' : 'trouble';
};
