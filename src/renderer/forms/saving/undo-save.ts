/** Undo of the save of a form. */
import { core } from '../../client/client';
import type { SaveResult } from './save-form';
import { follows, type SaveStep, wasThere } from './save-steps';

export type Saved = Extract<SaveResult, { kind: 'saved' }>;
/**
 * `undoChanged`: refused, because the item has a later edit or another item needs its record. `undoTooLate`: refused,
 * because the item is being sent or was sent.
 */
export type Undone = 'undone' | 'undoChanged' | 'undoTooLate';

/**
 * Undoes only what this form saved. An item that it created is discarded. An item that was waiting already returns to
 * its version before. If the form saved in steps, the latest is undone first. Nothing is undone if one of the steps
 * cannot be undone: another window changed the item between two steps, or the item was sent and a step made a second
 * item.
 */
export const undoSave = async (
  { outcome, intentId: id, version, earlier = [] }: Saved,
  operationId: string,
): Promise<Undone> => {
  const last: SaveStep = { ok: true, id, outcome, version };
  const steps = [...earlier, last];
  for (const [at, step] of steps.slice(1).entries()) {
    const before = steps[at]!;
    if (before.id !== step.id) return 'undoTooLate';
    if (!follows(before, step)) return 'undoChanged';
  }
  for (const [at, step] of steps.toReversed().entries()) {
    const undone = await undoStep(step, at === 0 ? operationId : `${operationId}:${at}`);
    if (undone !== 'undone') return undone;
  }
  return 'undone';
};

const undoStep = async (step: SaveStep, operationId: string): Promise<Undone> => {
  const { id, version } = step;
  const save = { id, operationId, ...(version === undefined ? {} : { version }) };
  const done = wasThere(step) ? await core.outbox.undo(save) : await core.outbox.discard(save);
  if (done.ok) return 'undone';
  return done.code === 'changed' ? 'undoChanged' : 'undoTooLate';
};
