/**
 * Returns true if the user removed a contact or allocation that an attempt without a verdict sent. The attempt may have
 * arrived, and no push removes a contact or allocation (contract E2, E3, E7). So the item says that it may stay. A line
 * of an invoice can be removed.
 */
import { sameChild } from '#shared/domain/child-key';
import { type Command, type CommandChild, isLocalRef } from '#shared/domain/intent';
import type { Intent } from '../store/intent-record';
import type { OutboxStore } from '../store/outbox-store';

/** The note on such an item. */
export const REMOVED_MAY_STAY = 'removed-may-stay';

export const removedMayStay = (
  store: Pick<OutboxStore, 'idsOf' | 'realIdOf' | 'versionOf'>,
  { id, kind, detail: { sentVersions } }: Intent,
  command: Command,
): boolean => {
  if (kind === 'outboundInvoice' || kind === 'trailNote') return false;
  const underRealId = <T extends { ref: string }>(item: T): T => ({
    ...item,
    ref: store.realIdOf(item.ref) ?? item.ref,
  });
  const made = new Set(store.idsOf(id).map(({ realId }) => realId));
  const [first] = sentVersions;
  const before = (first === undefined ? [] : (store.versionOf(id, first)?.base?.children ?? [])).map(
    underRealId,
  );
  const now = command.children.filter(({ remove }) => !remove).map(underRealId);
  const isAdded = (item: CommandChild): boolean =>
    !item.remove &&
    (isLocalRef(item.ref) || made.has(item.ref)) &&
    (kind === 'receipt' || sameChild(kind, before, underRealId(item)) === undefined);
  return sentVersions.some((version) =>
    (store.versionOf(id, version)?.command.children ?? []).some(
      (item) => isAdded(item) && sameChild(kind, now, underRealId(item)) === undefined,
    ),
  );
};
