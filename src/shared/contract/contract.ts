/**
 * The typed IPC contract (oRPC). It is the only connection between a window and the core, over a worker port,
 * IPC or a loopback WebSocket.
 */
import { eventIterator, oc } from '@orpc/contract';
import { accountsContract } from './accounts';
import { changesContract } from './changes';
import { diagnosticsContract } from './diagnostics';
import { exportContract } from './export';
import { followUpsContract } from './follow-ups';
import { moneyContract } from './money';
import { outboxContract } from './outbox';
import { recordsContract } from './records';
import { activityContract, eventSchema, syncContract } from './sync';
import { timelineContract } from './timeline';
import { travelContract } from './travel';

export const contract = {
  accounts: accountsContract,
  records: recordsContract,
  timeline: timelineContract,
  followUps: followUpsContract,
  money: moneyContract,
  changes: changesContract,
  travel: travelContract,
  outbox: outboxContract,
  sync: syncContract,
  activity: activityContract,
  diagnostics: diagnosticsContract,
  export: exportContract,
  /** All changes that the window did not request; the first event is the current sync state. */
  events: oc.output(eventIterator(eventSchema)),
};
export type Contract = typeof contract;
