/**
 * The user's actions on the outbox: submit, edit, undo, discard, hold, decide. Every call is one transaction.
 * When it returns `ok`, the decision is on disk. It does not use the network; it tells the dispatcher to look
 * for work.
 */
import type { ChainItem } from '#shared/contract/outbox-item';
import type { Done, Submitted } from '#shared/contract/outbox-decisions';
import type { OutboxContext } from '../outbox-context';
import { editItem, type ItemEdit } from './edit-item';
import { createEditQueue } from './edit-queue';
import * as items from './item-actions';
import { submitEdit, type Submission } from './submit-edit';
import { undoItem } from './undo-item';

export interface UserDecisions {
  submit(submission: Submission): Submitted;
  edit(id: string, edit: ItemEdit): Submitted;
  undo(id: string, version?: number): Done;
  chainOf(id: string): ChainItem[];
  discard(id: string, version?: number): Done;
  hold(id: string, held: boolean): Done;
  sendNow(id: string): Done;
  sendAgain(id: string): Done;
  /** The user has checked that the invoice's number is free. */
  numberChecked(id: string): Done;
  /** The user has checked a record whose values a late attempt replaced. */
  replacedSeen(id: string): Done;
  arrived(id: string, realId: string | null): Done;
}

export const createUserDecisions = (context: OutboxContext): UserDecisions => {
  const queue = createEditQueue(context);
  const { store } = context;
  return {
    submit: (submission) => store.atomically(() => submitEdit(context, queue, submission)),
    edit: (id, edit) => store.atomically(() => editItem(context, queue, id, edit)),
    undo: (id, version) =>
      items.withIntent(context, id, (intent) => undoItem(context, queue, intent, version)),
    chainOf: (id) => items.chainOf(context, id),
    discard: (id, version) => items.discard(context, id, version),
    hold: (id, held) => items.hold(context, id, held),
    sendNow: (id) => items.sendNow(context, id),
    sendAgain: (id) => items.sendAgain(context, id),
    numberChecked: (id) => items.numberChecked(context, id),
    replacedSeen: (id) => items.replacedSeen(context, id),
    arrived: (id, realId) => items.arrived(context, id, realId),
  };
};
