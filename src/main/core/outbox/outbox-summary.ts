/** The outbox in figures, as the rail's badge and the status bar show it. */
import type { OutboxSummaryModel } from '#shared/contract/outbox';

/** With no account open. */
export const NO_OUTBOX: OutboxSummaryModel = {
  counts: {},
  waiting: 0,
  needsUser: 0,
  paused: false,
  needsSignIn: false,
  quietUntil: 0,
  holds: {},
  unreadable: 0,
  storage: null,
  undoSeconds: 0,
};
