/**
 * What the user changed in an item after an attempt that turns out to have arrived: it becomes an edit of the record.
 * The user made the change before the edits that wait behind the item, so it is sent before them, and it counts as
 * made then: in a field that a later edit sets too, the later value wins (OB31, OB43).
 */
import { isLocalRef, type Command, type Snapshot } from '#shared/domain/intent';
import { isFrozen } from '../frozen';
import { createEditQueue } from '../edits/edit-queue';
import { DECISIONS, latestChangesOf, madeAt } from '../edits/latest-changes';
import { onlyChanges, successorOf } from '../edits/successor';
import type { OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';

/** `sent` is what the attempt sent, with local ids, as `version`; `edit` follows it. */
export interface ChangedSince {
  version: number;
  sent: Command;
  /** Null for a note, which cannot be edited: the later text cannot be sent. */
  edit: { command: Command; base: Snapshot } | null;
  /** When the user made the change, and when each of its fields was changed, as places in the ledger. */
  at: number;
  places: Readonly<Record<string, number>>;
}

/**
 * What the user changed since the attempt that sent `version` and has arrived, as an edit that follows it; null if
 * nothing. Call before the item is settled.
 */
export const changedSinceSent = (
  { store }: Pick<OutboxContext, 'store'>,
  intent: Intent,
  version: number | null | undefined,
): ChangedSince | null => {
  const held =
    version === null || version === undefined || version === intent.version
      ? null
      : store.versionOf(intent.id, version);
  if (!held || version === null || version === undefined) return null;
  const at = store.ledger(intent.id).findLast(({ event }) => DECISIONS.has(event))?.seq ?? 0;
  const places = Object.fromEntries(latestChangesOf(store, intent));
  const found = { version, sent: held.command, at, places };
  if (intent.kind === 'trailNote')
    return JSON.stringify(held.command) === JSON.stringify(intent.command) ? null : { ...found, edit: null };
  const was = { ...intent, command: held.command };
  const edit = successorOf(was, intent.command);
  if (edit === null) return null;
  // The edit of an invoice names all its lines, also those that did not change.
  const { fields, children } = onlyChanges(was, edit.command, edit.command);
  const isSame = Object.keys(fields).length + children.length === 0 && edit.command.custom === undefined;
  return isSame ? null : { ...found, edit };
};

/** What the settled item is stored as: the version that arrived. `facts` belong into its ledger entry. */
export const standing = (
  intent: Intent,
  since: ChangedSince | null,
): { patch: Partial<Intent>; facts: { standing?: number }; notes: string[] } =>
  since === null
    ? { patch: {}, facts: {}, notes: [] }
    : {
        patch: { version: intent.version + 1, command: since.sent },
        facts: { standing: since.version },
        notes: since.edit === null ? ['later-text-not-sent'] : [],
      };

/** Call in the transaction that settles `intent`, after it. */
export const insertChangedSince = (
  context: OutboxContext,
  intent: Intent,
  since: ChangedSince | null,
): void => {
  if (!since?.edit) return;
  const { command, base } = since.edit;
  const { at, places } = since;
  const saved = createEditQueue(context).insert(command, base, {
    predecessor: intent.id,
    since: { at, places },
  });
  if (saved.ok) sendBeforeLater(context, { id: saved.id, command, at }, since.sent);
  else
    context.log.error('outbox: a change of an item that had arrived could not be queued', {
      id: intent.id,
      code: saved.code,
    });
};

/**
 * The edits of the record that the user made after the change wait for it. One that changes a contact or line that
 * the change adds needs it. The change waits for earlier ones, and for those that are being sent or in doubt.
 */
const sendBeforeLater = (
  { store }: OutboxContext,
  change: { id: string; command: Command; at: number },
  sent: Command,
): void => {
  const { id, command, at } = change;
  const added = command.children
    .map(({ ref }) => ref)
    .filter((ref) => isLocalRef(ref) && !sent.children.some((one) => one.ref === ref));
  for (const ref of added) store.isMadeBy(ref, id);
  for (const other of store.forRecord(command.kind, command.target ?? id)) {
    if (other.id === id || other.state === 'applied' || isFrozen(other) || madeAt(store, other.id) < at)
      continue;
    const needs = other.command.children.some(({ ref }) => added.includes(ref));
    store.setParents(
      id,
      store.parentsOf(id).filter((parent) => parent.id !== other.id),
    );
    store.setParents(other.id, [
      ...store.parentsOf(other.id).filter((parent) => parent.id !== id),
      { id, strength: needs ? 'needs' : 'after' },
    ]);
  }
};
