/** The items that an item waits for. */
import { type Command, isLocalRef } from '#shared/domain/intent';
import { localRefsOf } from '#shared/domain/intent-tables';
import { isFrozen } from './frozen';
import type { Intent, Parent } from './store/intent-record';
import type { OutboxStore } from './store/outbox-store';

type Reads = Pick<OutboxStore, 'parentsOf' | 'get'>;
type Store = Reads & Pick<OutboxStore, 'forRecord' | 'setParents'>;

/**
 * Other edits of its record that are sent before it. One that cannot be read, or waits for the user, is not waited
 * for.
 */
export const editsBefore = (store: Reads, id: string): string[] =>
  store.parentsOf(id).flatMap((parent) => {
    const state = parent.strength === 'after' ? store.get(parent.id)?.state : undefined;
    return state === 'queued' || state === 'sending' || state === 'uncertain' ? [parent.id] : [];
  });

/** The same, and the items that make the records which it needs. */
export const waitsFor = (store: Reads, id: string): string[] => {
  const edits = new Set(editsBefore(store, id));
  return store
    .parentsOf(id)
    .filter(
      (parent) =>
        edits.has(parent.id) || (parent.strength === 'needs' && store.get(parent.id)?.state !== 'applied'),
    )
    .map((parent) => parent.id);
};

/**
 * The edits of the record of `intent` that it has to wait for, of those that `isBefore`. They do not wait for it any
 * more, except those that need it: these are left out.
 */
export const goesAfter = (store: Store, intent: Intent, isBefore: (other: Intent) => boolean): Parent[] =>
  store.forRecord(intent.kind, intent.command.target ?? intent.id).flatMap((other) => {
    if (other.id === intent.id || !isBefore(other)) return [];
    const parents = store.parentsOf(other.id);
    if (parents.some((parent) => parent.id === intent.id && parent.strength === 'needs')) return [];
    store.setParents(
      other.id,
      parents.filter((parent) => parent.id !== intent.id),
    );
    return [{ id: other.id, strength: 'after' as const }];
  });

/**
 * Call when an item that waited for the user is queued again. A later edit of the record may be on its way, or in
 * doubt: this one is sent after it, so that it does not undo it. Later edits that were not sent go after this one.
 * It does not wait for an edit that waits for it: none of the two would ever be sent.
 */
export const waitForSent = (store: Store, intent: Intent): void => {
  const sent = goesAfter(store, intent, isFrozen);
  // The last one of an item counts: what it needs, it needs.
  const parents = [...sent, ...store.parentsOf(intent.id)];
  store.setParents(
    intent.id,
    parents.filter(({ id, strength }) => strength === 'needs' || !comesAfter(store, id, intent.id)),
  );
};

/**
 * Call after an item got other waits. It may need an item that is only ordered after it, directly or through
 * others: the order is given up then, because none of them would ever be sent. First its own order, then that of
 * the others.
 */
export const endCircles = (store: Store, id: string): void => {
  const seen = new Set<string>();
  const walk = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const parents = store.parentsOf(at);
    const kept = parents.filter(
      (parent) => parent.strength === 'needs' || (parent.id !== id && !comesAfter(store, parent.id, id)),
    );
    if (kept.length < parents.length) store.setParents(at, kept);
    waitsFor(store, at).forEach(walk);
  };
  walk(id);
};

/** Returns true if an item is sent after `other`, as items wait now. */
const comesAfter = (store: Reads, id: string, other: string, seen = new Set<string>()): boolean => {
  if (seen.has(id)) return false;
  seen.add(id);
  return (
    store.parentsOf(id).some((parent) => parent.id === other) ||
    waitsFor(store, id).some((parent) => comesAfter(store, parent, other, seen))
  );
};

/**
 * The other items that make what a command of the item `id` names by local ids: records, and contacts and lines of
 * another edit. Null if the user has discarded one of these items, or it is unknown.
 */
export const makersFor = (
  store: Pick<OutboxStore, 'makerOf' | 'get'>,
  id: string,
  command: Command,
): string[] | null => {
  const refs = [
    ...localRefsOf(command),
    ...command.children
      .map(({ ref }) => ref)
      .filter((ref) => isLocalRef(ref) && command.target !== null && (store.makerOf(ref) ?? id) !== id),
  ];
  const makers = new Set<string>();
  for (const ref of refs) {
    const maker = store.makerOf(ref);
    if (maker === null || store.get(maker)?.state === 'discarded') return null;
    if (maker !== id) makers.add(maker);
  }
  return [...makers];
};
