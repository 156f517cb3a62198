/**
 * Sends changes to any number of windows. A slow window loses no change and needs little memory: its waiting
 * events are merged (the latest sync state, the union of changed resources). Changes of records are sent at
 * most twice a second.
 */
import type { OutboxSummary } from '#shared/contract/outbox';
import type { CoreEvent, SyncState } from '#shared/contract/sync';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { Timers } from '../ports/ports';

const RECORDS_EVERY_MS = 500;
const SYNC_EVERY_MS = 200;
const OUTBOX_EVERY_MS = 100;

export interface EventHub {
  /** The state is computed when a window reads it, not when it changes. */
  syncChanged(): void;
  recordsChanged(resources: readonly ResourceName[]): void;
  /**
   * All records and lookups have to be read again: the copy is another one, or a lookup changed. Lists are sorted and
   * filtered by the names of codes. Like changes of records, this is not sent at once.
   */
  everythingChanged(): void;
  outboxChanged(): void;
  appChanged(): void;
  /** The first event is the current sync state. Ends when the core closes or the reader leaves. */
  subscribe(): AsyncIteratorObject<CoreEvent, undefined, undefined>;
  /** Returns true if a window is subscribed. */
  listened(): boolean;
  close(): void;
}

interface Pending {
  sync: boolean;
  records: Set<ResourceName> | null;
  lookups: boolean;
  outbox: boolean;
  app: boolean;
}
interface Subscriber {
  pending: Pending;
  wake: (() => void) | null;
  done: boolean;
}

/** Events that are sent together after a short time. */
type Ticking = 'records' | 'everything' | 'sync' | 'outbox';

export const createEventHub = (
  timers: Timers,
  states: { sync: () => SyncState; outbox: () => OutboxSummary },
): EventHub => {
  const subscribers = new Set<Subscriber>();
  let changed = new Set<ResourceName>();
  /** Cancels what is to be sent soon, by its kind. */
  const ticking = new Map<Ticking, () => void>();
  let closed = false;

  const tell = (mark: (pending: Pending) => void): void => {
    for (const subscriber of subscribers) {
      mark(subscriber.pending);
      subscriber.wake?.();
    }
  };
  const later = (name: Ticking, delayMs: number, send: () => void): void => {
    if (ticking.has(name) || closed) return;
    const cancel = timers.after(delayMs, () => {
      ticking.delete(name);
      send();
    });
    ticking.set(name, cancel);
  };
  const take = (pending: Pending): CoreEvent | null => {
    if (pending.app) {
      pending.app = false;
      return { type: 'app' };
    }
    if (pending.lookups) {
      pending.lookups = false;
      return { type: 'lookups' };
    }
    if (pending.records) {
      const resources = [...pending.records];
      pending.records = null;
      return { type: 'records', resources };
    }
    if (pending.outbox) {
      pending.outbox = false;
      return { type: 'outbox', summary: states.outbox() };
    }
    if (pending.sync) {
      pending.sync = false;
      return { type: 'sync', state: states.sync() };
    }
    return null;
  };

  return {
    syncChanged: () =>
      later('sync', SYNC_EVERY_MS, () =>
        tell((pending) => {
          pending.sync = true;
        }),
      ),
    recordsChanged: (resources) => {
      for (const resource of resources) changed.add(resource);
      later('records', RECORDS_EVERY_MS, () => {
        const batch = changed;
        changed = new Set();
        tell((pending) => {
          pending.records = new Set([...(pending.records ?? []), ...batch]);
        });
      });
    },
    everythingChanged: () =>
      later('everything', RECORDS_EVERY_MS, () =>
        tell((pending) => {
          pending.records = new Set(RESOURCES);
          pending.lookups = true;
        }),
      ),
    outboxChanged: () =>
      later('outbox', OUTBOX_EVERY_MS, () =>
        tell((pending) => {
          pending.outbox = true;
        }),
      ),
    appChanged: () =>
      tell((pending) => {
        pending.app = true;
      }),
    subscribe: () => {
      const subscriber: Subscriber = {
        pending: { sync: true, records: null, lookups: false, outbox: false, app: false },
        wake: null,
        done: closed,
      };
      subscribers.add(subscriber);
      const leave = (): { done: true; value: undefined } => {
        subscriber.done = true;
        subscribers.delete(subscriber);
        subscriber.wake?.();
        return { done: true, value: undefined };
      };
      return {
        next: async () => {
          for (;;) {
            if (subscriber.done) return { done: true, value: undefined };
            const event = take(subscriber.pending);
            if (event) return { done: false, value: event };
            await new Promise<void>((resolve) => {
              subscriber.wake = resolve;
            });
            subscriber.wake = null;
          }
        },
        return: async () => leave(),
        [Symbol.asyncIterator]() {
          return this;
        },
        [Symbol.asyncDispose]: async () => void leave(),
      };
    },
    listened: () => subscribers.size > 0,
    close: () => {
      closed = true;
      for (const cancel of ticking.values()) cancel();
      ticking.clear();
      for (const subscriber of subscribers) {
        subscriber.done = true;
        subscriber.wake?.();
      }
      subscribers.clear();
    },
  };
};
