/** The items that an item waits for. */
import type { OutboxStore } from './store/outbox-store';

type Store = Pick<OutboxStore, 'parentsOf' | 'get'>;

/** Other edits of its record that are sent before it. One that cannot be read, or waits for the user, is not waited for. */
export const editsBefore = (store: Store, id: string): string[] =>
  store.parentsOf(id).flatMap((parent) => {
    const state = parent.strength === 'after' ? store.get(parent.id)?.state : undefined;
    return state === 'queued' || state === 'sending' || state === 'uncertain' ? [parent.id] : [];
  });

/** The same, and the items that make the records which it needs. */
export const waitsFor = (store: Store, id: string): string[] => {
  const edits = new Set(editsBefore(store, id));
  return store
    .parentsOf(id)
    .filter(
      (parent) =>
        edits.has(parent.id) || (parent.strength === 'needs' && store.get(parent.id)?.state !== 'applied'),
    )
    .map((parent) => parent.id);
};
