/**
 * Receives the core's events: the sync state goes to a store, and changed records mark their queries as
 * stale. Invalidation is throttled, because during a first copy the core announces changed records up to twice
 * a second.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { OutboxSummary } from '#shared/contract/outbox';
import type { CoreEvent, SyncState } from '#shared/contract/sync';
import type { ResourceName } from '#shared/domain/resources';
import { create } from 'zustand';
import { core, useConnection } from './client';
import { knowsTooLittle } from './queries';
import { exactly, inGroup, queryKeys, staleRecords } from './query-keys';

export const useSync = create<{ state: SyncState | null }>(() => ({ state: null }));

/** The summary of the outbox; null until the first answer. */
export const useOutboxSummary = create<{ summary: OutboxSummary | null }>(() => ({ summary: null }));

const THROTTLE_MS = 700;
const OUTBOX_THROTTLE_MS = 150;
const RETRY_MS = 800;

/** Reads the summary without waiting for an event. */
export const readSummary = (): void =>
  void core.outbox
    .summary()
    .then((summary) => useOutboxSummary.setState({ summary }))
    .catch(() => undefined);

/** Reads the sync state without waiting for an event. */
export const readSync = (): void =>
  void core.sync
    .state()
    .then((state) => useSync.setState({ state }))
    .catch(() => undefined);

/**
 * Subscribes as long as the page exists. After a break, in the connection or only in the events, the queries on
 * screen are refetched, because nobody was told of the changes meanwhile.
 */
export const subscribeToEvents = (queries: QueryClient): void => {
  const changed = new Set<ResourceName>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    const resources = new Set(changed);
    changed.clear();
    void queries.invalidateQueries(staleRecords(resources));
    // A colleague whose record is gone is now in the list of former colleagues.
    if (resources.has('user')) void queries.invalidateQueries(exactly(queryKeys.lookup('deletedUsers')));
  };
  // A queue that is being sent changes many times a second. The summary is updated at once, the lists a
  // moment later.
  let outboxTimer: ReturnType<typeof setTimeout> | undefined;
  const flushOutbox = (): void => {
    outboxTimer = undefined;
    void queries.invalidateQueries(inGroup('outbox'));
  };
  // What the service's answers tell (its clock, what it offers) is read again after its first answer, and later ones.
  let learning: ReturnType<typeof setTimeout> | undefined;
  const learn = (): void => {
    learning = undefined;
    if (knowsTooLittle(queries)) void queries.invalidateQueries(exactly(queryKeys.diagnostics()));
  };
  const take = (event: CoreEvent): void => {
    switch (event.type) {
      case 'sync':
        if (event.state.lastAnswerAt !== useSync.getState().state?.lastAnswerAt)
          learning ??= setTimeout(learn, THROTTLE_MS);
        useSync.setState({ state: event.state });
        return;
      case 'records':
        for (const resource of event.resources) changed.add(resource);
        timer ??= setTimeout(flush, THROTTLE_MS);
        return;
      case 'outbox':
        useOutboxSummary.setState({ summary: event.summary });
        outboxTimer ??= setTimeout(flushOutbox, OUTBOX_THROTTLE_MS);
        return;
      case 'lookups':
        void queries.invalidateQueries(inGroup('lookup'));
        void queries.invalidateQueries(inGroup('columns'));
        return;
      case 'app':
        void queries.invalidateQueries(inGroup('app'));
        return;
    }
  };
  const refetch = (): void => {
    readSummary();
    void queries.invalidateQueries();
  };
  const listen = async (epoch: number): Promise<void> => {
    for (let isBroken = false; useConnection.getState().epoch === epoch; isBroken = true) {
      try {
        for await (const event of await core.events()) {
          if (isBroken) refetch();
          isBroken = false;
          take(event);
        }
      } catch {
        if (!useConnection.getState().connected) return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  const onConnected = ({ connected, epoch }: { connected: boolean; epoch: number }): void => {
    if (!connected) return;
    void listen(epoch);
    if (epoch > 1) refetch();
    else readSummary();
  };
  onConnected(useConnection.getState());
  useConnection.subscribe((now, before) => {
    if (now.epoch !== before.epoch) onConnected(now);
  });
};
