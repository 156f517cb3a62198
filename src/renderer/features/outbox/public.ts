/** The parts of this feature that other features may use. */
export { groupOf, stateOf } from './item-state';
export { showItem } from './outbox-links';
export { PendingBlock } from './pending-block';
export { UnsentOf, UnsentReminder } from './unsent-reminder';
export { useItemWords } from './item-words';
