/**
 * The core: everything that is not a window. It is deterministic given its ports. A shell passes real ports
 * and forwards the contract's messages to `router`; the simulation passes virtual ones.
 *
 * `start` opens the last account from disk and never waits for the network. `close` ends rounds and
 * databases.
 */
import type { SyncState } from '#shared/contract/sync';
import { createAccounts, type Accounts } from './accounts/accounts';
import { directoryOf } from './accounts/files/account-file';
import { CACHE, cacheKeyOf } from './accounts/files/cache-files';
import { openWorkspace, type Workspace, type WorkspaceOptions } from './accounts/workspace/workspace';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { USUAL_REQUEST_LIMIT } from '#shared/domain/resources';
import type { Ports } from './ports/ports';
import { createRouter, type Router } from './router';
import type { CacheStore } from './store/cache-store';
import { openCache } from './store/open-cache';
import { isCopyDamaged, storageTrouble } from './store/schema/sqlite-errors';
import { createSpareRoom } from './store/spare-room';
import { createEventHub, type EventHub } from './handlers/event-hub';
import { createAttentionBook } from './sync/rate/attention';

export interface CoreOptions {
  suggestedBaseUrl?: string | null;
  /** How long a saved item waits before it is sent, unless the user chose a time; 0 by default. */
  undoSeconds?: number;
  /** The size of the reserve file for unsent work; no reserve by default. */
  reserveBytes?: number;
  /** The pull's pace; tests and the simulation use a faster one. */
  pull?: WorkspaceOptions['pull'];
}

export interface Core {
  readonly router: Router;
  readonly accounts: Accounts;
  start(): Promise<void>;
  close(): Promise<void>;
}

export const createCore = (ports: Ports, options: CoreOptions = {}): Core => {
  const hub: EventHub = createEventHub(ports.timers, {
    sync: () => syncState(),
    outbox: () => accounts.outboxSummary(),
  });
  const spare = createSpareRoom({
    files: ports.files,
    timers: ports.timers,
    log: ports.log,
    sizeBytes: options.reserveBytes ?? 0,
    onChange: () => hub.outboxChanged(),
  });
  const attention = createAttentionBook({
    clock: ports.clock,
    timers: ports.timers,
    onChange: () => accounts.current()?.pull.attentionChanged(),
    onShow: () => accounts.current()?.pull.shownChanged(),
  });
  /** A copy that is damaged is replaced by an empty one; the notice is shown when the account is open. */
  const openCopyOf = (accountId: string, name: string, key: string | null): CacheStore =>
    openCache(ports.files, name, ports.log, {
      key,
      notify: ({ code, detail }) => accounts.notice(code, detail, accountId),
    });
  /** The accounts whose sign-in is only in memory, because the keychain did not store it. */
  const notKept = new Set<string>();
  const accounts: Accounts = createAccounts({
    ports,
    suggestedBaseUrl: options.suggestedBaseUrl ?? null,
    openCopy: async ({ id }) => {
      const directory = directoryOf(id);
      const name = `${directory}/${CACHE}`;
      if (!ports.files.exists(name)) return null;
      const keys = { files: ports.files, keys: ports.databaseKeys, directory, accountId: id };
      const key = await cacheKeyOf(keys, ports.secrets.storage === 'keychain');
      return openCopyOf(id, name, key);
    },
    onChange: () => {
      hub.appChanged();
      hub.outboxChanged();
      hub.syncChanged();
    },
    openWorkspace: async (profile, reworked, throttle) => {
      const opening: WorkspaceOptions = {
        reworked,
        throttle,
        ports,
        profile,
        ...(options.pull ? { pull: options.pull } : {}),
        undoSeconds: options.undoSeconds ?? 0,
        spare,
        openCache: (name, key) => openCopyOf(profile.id, name, key),
        ownerId: () => accounts.profile()?.selfUserId ?? null,
        attention,
        notify: (code, detail) => accounts.notice(code, detail, profile.id),
        withdraw: (code) => accounts.withdrawNotice(code, profile.id),
        onOutbox: (resource) => {
          hub.outboxChanged();
          hub.syncChanged();
          hub.recordsChanged(resource === null ? Object.values(RESOURCE_OF_KIND) : [resource]);
        },
        onDamage: () => accounts.copyDamaged(),
        onState: hub.syncChanged,
        wasSignInKept: !notKept.has(profile.id),
        onSignInKept: (isKept) => {
          if (isKept) notKept.delete(profile.id);
          else notKept.add(profile.id);
        },
        onSession: hub.appChanged,
        onReached: () => accounts.serviceReached(),
        onLookups: hub.everythingChanged,
        onRecords: (resource) => hub.recordsChanged([resource]),
      };
      const workspace = await openWorkspace(opening).catch((error: unknown) => {
        // On a full disk, unsent work may have to be rescued before the outbox can use the reserve itself.
        if (storageTrouble(error) !== 'full' || !spare.spend()) throw error;
        return openWorkspace(opening);
      });
      // The account may have been closed for a moment. What a window read then is empty.
      hub.everythingChanged();
      return workspace;
    },
  });

  const nothing = (): SyncState => ({
    connectivity: 'unknown',
    since: ports.clock.now(),
    lastAnswerAt: null,
    demoOffline: false,
    running: false,
    freshAsOf: null,
    newestPagesRead: false,
    waiting: accounts.outboxSummary().waiting,
    detailsMonths: null,
    searchable: null,
    requests: { attention: 'background', lastMinute: 0, perMinute: null, limit: USUAL_REQUEST_LIMIT },
    resources: [],
    refusedLookups: [],
    error: null,
  });
  /**
   * If the copy is damaged, the state has nothing that is read from it. The copy is replaced when the service
   * answers.
   */
  const pullState = ({ pull, connectivity }: Workspace): Omit<SyncState, 'demoOffline' | 'waiting'> => {
    try {
      return pull.state();
    } catch (error) {
      if (!isCopyDamaged(error)) throw error;
      accounts.copyDamaged();
      return { ...nothing(), ...connectivity.state(), error: { code: 'database-corrupt' } };
    }
  };
  const syncState = (): SyncState => {
    const workspace = accounts.current();
    if (!workspace) return nothing();
    return {
      ...pullState(workspace),
      demoOffline: workspace.transport.offline,
      waiting: workspace.outbox.waiting(),
    };
  };

  return {
    router: createRouter({ accounts, hub, ports, syncState, attention }),
    accounts,
    start: async () => {
      // First, because the account may need the reserve to open.
      spare.start();
      await accounts.start();
    },
    close: async () => {
      hub.close();
      attention.close();
      spare.close();
      await accounts.close();
    },
  };
};
