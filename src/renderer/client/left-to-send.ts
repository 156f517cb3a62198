import type { OutboxSummary } from '#shared/contract/outbox';

/** The number of items that Satchel delivers by itself: `waiting` without the items that need the user. */
export const leftToSend = ({ waiting, needsUser }: Pick<OutboxSummary, 'waiting' | 'needsUser'>): number =>
  Math.max(0, waiting - needsUser);
