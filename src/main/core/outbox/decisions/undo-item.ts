/** Undo of an item: restores the version before the user's latest edit. */
import { isLocalRef, type Command } from '#shared/domain/intent';
import type { Done } from '#shared/contract/outbox-decisions';
import { compareOutdatedAgain, type OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';
import { makersFor } from '../waits-for';
import { takeBackFromWaitingEdits } from '../edits/carry-edit';
import { decidedAt, hadChildBefore } from '../edits/latest-changes';
import { type EditQueue, refuse } from './edit-queue';
import { DONE } from './item-actions';
import { undoOf, undoOfLatest } from './undo';

/**
 * The contacts and lines that only the undone edit adds and that another edit names: by local id, with the edit that
 * adds each of them from now on, because it had it before. `earlier` is what Undo restores; `since` is the place of the
 * undone edit in the ledger. Null if an edit without it before changes one: it would add a contact with the changed
 * fields alone.
 */
const makersAfterUndo = (
  store: OutboxContext['store'],
  { id, kind, command }: Intent,
  earlier: Command,
  since: number,
): ReadonlyMap<string, string> | null => {
  const others = store
    .forRecord(kind, command.target ?? id)
    .filter((other) => other.id !== id && other.state !== 'applied');
  const dropped = command.children
    .map(({ ref }) => ref)
    .filter((ref) => isLocalRef(ref) && store.makerOf(ref) === id)
    .filter((ref) => !earlier.children.some((item) => item.ref === ref));
  const having = (ref: string) =>
    others.filter((other) => other.command.children.some((item) => item.ref === ref));
  const makers = new Map<string, string>();
  for (const ref of dropped) {
    const maker = having(ref).find((other) => hadChildBefore(store, other.id, ref, since));
    if (maker !== undefined) makers.set(ref, maker.id);
    else if (having(ref).length > 0) return null;
  }
  return makers;
};

/**
 * Restores the version before the user's latest edit. If the service had refused that version, or it was in
 * conflict, so it is again: nothing is sent that the user did not send.
 */
export const undoItem = (
  context: OutboxContext,
  queue: EditQueue,
  intent: Intent,
  version: number | undefined,
): Done => {
  const { store } = context;
  // A message names the version that it saved, and takes back that one.
  const possible = version === undefined ? undoOf(store, intent) : undoOfLatest(store, intent);
  if (possible === null) return refuse('not-now');
  if (version !== undefined && version !== possible.edited) return refuse('changed');
  if (possible.undo === null) return refuse('not-now');
  if (makersFor(store, intent.id, possible.undo.command) === null) return refuse('changed');
  const editedAt = decidedAt(store, { id: intent.id, version: possible.edited });
  const makers = makersAfterUndo(store, intent, possible.undo.command, editedAt ?? 0);
  if (makers === null) return refuse('changed');
  for (const [ref, maker] of makers) store.isMadeBy(ref, maker);
  const saved = queue.replace(intent, { ...possible.undo, event: 'edit', outcome: 'replaced' });
  if (saved.ok && editedAt !== null) takeBackFromWaitingEdits(context, intent, editedAt);
  // A later edit may have been delivered since the conflict that is restored.
  for (const other of store.forRecord(intent.kind, intent.command.target ?? intent.id))
    if (other.state === 'applied') compareOutdatedAgain(context, other);
  return saved.ok ? DONE : saved;
};
