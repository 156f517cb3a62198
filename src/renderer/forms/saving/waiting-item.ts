/**
 * The form of a record in which the user empties a number that only the waiting edit of the record has set. No push can
 * empty a number, but it can be left out of that edit (`fold-into-item.ts`). So the form becomes the form of its item.
 */
import { sameChild } from '#shared/domain/child-key';
import { core } from '../../client/client';
import type { FormStore } from '../session/form-store';
import { typedCommand } from './typed-command';

/** Call before the command is built. Does nothing if the edit that is sent last does not set such a number. */
export const joinWaitingItem = async ({ store }: FormStore): Promise<void> => {
  const { form, values } = store.getState();
  const { kind, target, intentId } = form;
  if (target === null || intentId !== null) return;
  const { uncleared, command: typed } = typedCommand(form, values);
  if (uncleared.length === 0) return;
  const edits = await core.outbox.forRecord({ kind, ref: target });
  const waiting = edits.find(({ state }) => state !== 'applied' && state !== 'discarded');
  if (waiting?.state !== 'queued' || waiting.frozen || waiting.command.target === null) return;
  const { command: earlier, id, version, base } = waiting;
  const isSet = uncleared.some(({ path: [list, at, name] }) => {
    if (list === 'fields') return String(at) in earlier.fields;
    const child = typed.children[Number(at)];
    const set = child && sameChild(kind, earlier.children, child);
    return set !== undefined && String(name) in set.fields;
  });
  if (!isSet) return;
  store.setState({ form: { ...form, intentId: id, earlier, version, base, seen: form.base } });
};
