/** Undo of the save of a form. */
import { core } from '../../client/client';
import type { SaveResult } from './save-form';

export type Saved = Extract<SaveResult, { kind: 'saved' }>;
/** `undoChanged`: a later edit of the item, or what needs its record, remains. `undoTooLate`: the item is being sent, or was sent. */
export type Undone = 'undone' | 'undoChanged' | 'undoTooLate';

/**
 * Undoes only this save. An item that the save created is discarded. An item that was waiting already returns
 * to its version before the save.
 */
export const undoSave = async (
  { outcome, intentId: id, version }: Saved,
  operationId: string,
): Promise<Undone> => {
  const save = { id, operationId, ...(version === undefined ? {} : { version }) };
  const wasThere = outcome === 'folded' || outcome === 'replaced';
  const done = wasThere ? await core.outbox.undo(save) : await core.outbox.discard(save);
  if (done.ok) return 'undone';
  return done.code === 'changed' ? 'undoChanged' : 'undoTooLate';
};
