/** What other features may use of this one. */
export { groupOf, stateOf } from './item-state';
export { showItem } from './outbox-links';
export { PendingBlock } from './pending-block';
export { UnsentReminder } from './unsent-reminder';
export { useItemWords } from './item-words';
