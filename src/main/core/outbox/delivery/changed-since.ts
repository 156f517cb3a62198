/**
 * An earlier attempt of an item turns out to have arrived, and the user has changed the item since. The change becomes
 * an edit of the record. It keeps the time at which the user made it, so it is sent before the edits that wait behind
 * the item. If a later edit sets the same field, the later value wins (OB31, OB43).
 */
import { isLocalRef, type Command, type Snapshot } from '#shared/domain/intent';
import { isFrozen } from '../frozen';
import { createEditQueue } from '../decisions/edit-queue';
import { DECISION_EVENTS } from '../store/decision-events';
import { hadChildBefore, madeAt, type Since } from '../edits/latest-changes';
import { onlyChanges, successorOf } from '../edits/successor';
import type { OutboxContext } from '../outbox-context';
import type { Intent } from '../store/intent-record';
import { endCircles } from '../waits-for';
import { beforeMerges, withSavedFields } from './sent-versions';

/** `sent` is what the attempt sent, with local ids, as `version`; `edit` follows it. */
export interface ChangedSince {
  version: number;
  sent: Command;
  /** Null for a note, which cannot be edited: the later text cannot be sent. Null too if the user changed nothing. */
  edit: { command: Command; base: Snapshot } | null;
  /** The version of the item in which the user made the change. */
  since: Since;
}

/**
 * The attempt that sent `version` has arrived. Returns what the user changed since, as an edit that follows it; null if
 * nothing changed. Call before the item is settled.
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
  const [then, now] = [
    beforeMerges(store, { ...intent, version, command: held.command }),
    beforeMerges(store, intent),
  ];
  const decided = store.ledger(intent.id).findLast(({ event }) => DECISION_EVENTS.has(event));
  const since = { id: intent.id, version: Number(decided?.facts.version) };
  const found = { version, sent: held.command, since };
  // The attempts differ only in what their merges took from the record.
  if (then.version === now.version) return { ...found, edit: null };
  if (intent.kind === 'trailNote')
    return JSON.stringify(held.command) === JSON.stringify(intent.command) ? null : { ...found, edit: null };
  // An earlier version may name a contact or line by its local id, and a later one by its real id.
  const real = (command: Command): Command => ({
    ...command,
    children: command.children.map((item) => ({ ...item, ref: store.realIdOf(item.ref) ?? item.ref })),
  });
  const was = {
    ...intent,
    command: real(withSavedFields(store, intent.id, then)),
  };
  const edit = successorOf(was, real(now.command));
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
        notes: since.edit === null && intent.kind === 'trailNote' ? ['later-text-not-sent'] : [],
      };

/** Call in the transaction that settles `intent`, after it. */
export const insertChangedSince = (
  context: OutboxContext,
  intent: Intent,
  since: ChangedSince | null,
): void => {
  if (!since?.edit) return;
  const { command, base } = since.edit;
  const from = { predecessor: intent.id, since: since.since };
  const saved = createEditQueue(context).insert(command, base, from);
  if (saved.ok) sendBeforeLater(context, { id: saved.id, command }, since.sent);
  else
    context.log.error('outbox: a change of an item that had arrived could not be queued', {
      id: intent.id,
      code: saved.code,
    });
};

/**
 * The edits of the record that the user made after the change wait for it. One that changes a contact or line that
 * the change adds needs it. The change waits for the others, unless they wait for one of these themselves. It needs an
 * edit that had such a contact or line first: that one adds it.
 */
const sendBeforeLater = (
  { store }: OutboxContext,
  { id, command }: { id: string; command: Command },
  sent: Command,
): void => {
  const made = madeAt(store, id);
  const open = store
    .forRecord(command.kind, command.target ?? id)
    .filter((other) => other.id !== id && other.state !== 'applied' && !isFrozen(other));
  const has = (other: Intent, ref: string): boolean =>
    other.command.children.some((item) => item.ref === ref && !item.remove);
  const added = command.children
    .map(({ ref }) => ref)
    .filter((ref) => isLocalRef(ref) && !sent.children.some((one) => one.ref === ref));
  const hadFirst = (other: Intent, ref: string): boolean => hadChildBefore(store, other.id, ref, made);
  /** Edits from before the change. One that needs a contact or line of the change cannot be sent before it. */
  const before = open.filter(
    (other) =>
      other.state === 'queued' &&
      madeAt(store, other.id) < made &&
      added.every((ref) => !has(other, ref) || hadFirst(other, ref)),
  );
  const makers = new Map(added.map((ref) => [ref, before.find((other) => has(other, ref))?.id ?? id]));
  for (const [ref, maker] of makers) store.isMadeBy(ref, maker);
  const ofThis = added.filter((ref) => makers.get(ref) === id);
  const needed = new Set([...makers.values()].filter((maker) => maker !== id));
  const needsThis = (other: Intent): boolean => ofThis.some((ref) => has(other, ref));
  const later = open.filter(
    (other) => !needed.has(other.id) && (madeAt(store, other.id) >= made || needsThis(other)),
  );
  const laterIds = new Set(later.map((other) => other.id));
  const parents = store
    .parentsOf(id)
    .filter((parent) => !needed.has(parent.id) && !waitsFor(store, parent.id, laterIds));
  store.setParents(id, [
    ...parents,
    ...[...needed].map((maker) => ({ id: maker, strength: 'needs' as const })),
  ]);
  for (const other of later)
    store.setParents(other.id, [
      ...store.parentsOf(other.id).filter((parent) => parent.id !== id),
      { id, strength: needsThis(other) ? 'needs' : 'after' },
    ]);
  endCircles(store, id);
};

/** Returns true if an item is one of `ids`, or waits for one of them, directly or indirectly. */
const waitsFor = (
  store: Pick<OutboxContext['store'], 'parentsOf'>,
  id: string,
  ids: ReadonlySet<string>,
  seen = new Set<string>(),
): boolean => {
  if (ids.has(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return store.parentsOf(id).some((parent) => waitsFor(store, parent.id, ids, seen));
};
