/** The router of the typed contract, assembled from the handlers of each part. */
import type { Accounts } from './accounts/accounts';
import { accountsHandlers } from './handlers/accounts';
import { activityHandlers } from './handlers/activity';
import { changesHandlers } from './handlers/changes';
import { diagnosticsHandlers } from './handlers/diagnostics';
import { eventsHandler } from './handlers/events';
import { exportHandlers } from './handlers/export';
import { followUpsHandlers } from './handlers/follow-ups';
import { moneyHandlers } from './handlers/money';
import { outboxHandlers } from './handlers/outbox';
import { recordsHandlers } from './handlers/records';
import { syncHandlers } from './handlers/sync';
import { timelineHandlers } from './handlers/timeline';
import { travelHandlers } from './handlers/travel';
import type { Ports } from './ports/ports';
import type { EventHub } from './handlers/event-hub';
import type { AttentionBook } from './sync/rate/attention';
import type { SyncState } from '#shared/contract/sync';
import { createTimeZone } from './handlers/time-zone';

export interface RouterParts {
  accounts: Accounts;
  hub: EventHub;
  ports: Ports;
  syncState: () => SyncState;
  attention: Pick<AttentionBook, 'onUse'>;
}

export const createRouter = (
  { accounts, hub, ports, syncState, attention }: RouterParts,
  timeZone = createTimeZone(),
) => ({
  accounts: accountsHandlers(accounts, hub.syncChanged),
  records: recordsHandlers(() => accounts.current(), {
    watch: accounts,
    detailsOf: (resource) => {
      const details = accounts.current()?.pull.details;
      if (details?.offered(resource) === true) return 'offered';
      return details?.forbidden(resource) ? 'no-permission' : 'not-offered';
    },
    pause: () =>
      new Promise((done) => {
        ports.timers.after(0, done);
      }),
  }),
  outbox: outboxHandlers(accounts),
  timeline: timelineHandlers(accounts),
  followUps: followUpsHandlers(accounts, timeZone.offsetAt),
  money: moneyHandlers(accounts),
  changes: changesHandlers(accounts),
  travel: travelHandlers(accounts),
  sync: syncHandlers(accounts, {
    state: syncState,
    onDetail: hub.syncChanged,
    attention,
    onTimeZone: timeZone.told,
  }),
  activity: activityHandlers(accounts),
  diagnostics: diagnosticsHandlers(accounts, ports, syncState),
  export: exportHandlers(accounts, ports),
  events: eventsHandler(hub),
});
export type Router = ReturnType<typeof createRouter>;
