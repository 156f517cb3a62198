/** Items that may have been sent without a verdict. */
import type { Intent } from './store/intent-record';

/**
 * Returns true if an attempt has no verdict. Then edits become a successor, and discarding does not undo what
 * may have arrived.
 */
export const isFrozen = (intent: Intent): boolean =>
  intent.state === 'sending' ||
  intent.state === 'uncertain' ||
  (intent.state === 'queued' && intent.detail.sentVersions.length > 0);
