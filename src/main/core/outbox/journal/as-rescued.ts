/** What becomes of an intent that the recovery restores: it is never sent by itself. Pure. */
import type { Intent } from '../store/intent-record';

/** The intent as it is restored: held or in doubt if it is not settled. `isUnsure`: it may have been sent. */
export const asRescued = (intent: Omit<Intent, 'seq'>, isUnsure: boolean): Omit<Intent, 'seq'> => {
  const state = intent.state === 'sending' || isUnsure ? 'uncertain' : intent.state;
  const { detail } = withNote({ detail: { ...intent.detail } }, 'restored');
  if (state === 'uncertain') detail.doubtSince = null;
  if (isUnsure) {
    detail.sentVersions = [...new Set([...detail.sentVersions, intent.version])];
    detail.reason = { code: 'your-decision' };
  }
  return { ...intent, state, held: intent.held || state === 'queued', needsUser: isUnsure, detail };
};

/** The intent with a note in its detail, once. */
export const withNote = <T extends Pick<Intent, 'detail'>>(intent: T, note: string): T => {
  const { detail } = intent;
  const notes = detail.notes.includes(note) ? detail.notes : [...detail.notes, note];
  return { ...intent, detail: { ...detail, notes } };
};
