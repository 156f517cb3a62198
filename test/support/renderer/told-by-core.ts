/** What the core tells the window by events, for screens that are drawn without a browser and receive none. */
import { vi } from 'vitest';
import { NO_OUTBOX, type OutboxSummary } from '../../../src/shared/contract/outbox';
import type { SyncState } from '../../../src/shared/contract/sync';
import type * as events from '../../../src/renderer/client/events';

type Events = typeof events;

// The window's code looks at its window as it is loaded.
vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined });

/** Set by the test before it draws. */
export const told: { summary: Partial<OutboxSummary>; state: unknown } = { summary: {}, state: null };

/** Returns the module `client/events` with `told` instead of events. For `vi.mock`. */
export const withTold = (real: Events): Events => {
  const withState = <T extends object>(store: T, state: () => unknown): T =>
    Object.assign((select: (held: never) => unknown) => select(state() as never), store) as never;
  return {
    ...real,
    useOutboxSummary: withState(real.useOutboxSummary, () => ({
      summary: { ...NO_OUTBOX, ...told.summary },
    })),
    useSync: withState(real.useSync, () => ({ state: told.state as SyncState })),
  };
};
