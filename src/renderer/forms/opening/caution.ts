/** Warnings about the item that a form continues: it may have been delivered. */
import type { IntentView } from '#shared/contract/outbox-item';
import { isLocalRef } from '#shared/domain/intent';
import { core } from '../../client/client';

/**
 * What the user must know before saving the draft of an item. `delivered`: saving changes the record that the item
 * made. `delivered-children`: the same, but changed contacts or lines have to be entered again. `delivered-note`: a
 * delivered note cannot be changed, so saving makes a second one. `item-lost`: it is unknown whether the item was
 * delivered, so saving may make a second record. `children-lost`: for the same reason, saving may add its contacts or
 * lines a second time.
 */
export type Caution = 'delivered' | 'delivered-children' | 'delivered-note' | 'item-lost' | 'children-lost';

/**
 * The discarded item that would have created the record `target`; undefined if the record exists or a waiting item will
 * create it.
 */
export const discardedTarget = async (target: string | null): Promise<IntentView | undefined> => {
  if (target === null || !isLocalRef(target)) return undefined;
  const maker = (await core.outbox.get({ id: target }))?.intent;
  return maker?.state === 'discarded' ? maker : undefined;
};

/**
 * A discarded item that was sent may have arrived. Then saving its form makes a second record, or adds its contacts
 * or lines a second time.
 */
export const cautionOfDiscarded = (item: IntentView | undefined): Caution | null => {
  if (!item?.mayHaveArrived) return null;
  const { target, children } = item.command;
  if (target === null) return 'item-lost';
  return children.some(({ ref }) => isLocalRef(ref)) ? 'children-lost' : null;
};
