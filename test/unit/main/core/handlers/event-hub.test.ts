import { describe, expect, it } from 'vitest';
import { NO_OUTBOX } from '../../../../../src/shared/contract/outbox';
import { createEventHub } from '../../../../../src/main/core/handlers/event-hub';

const makeHub = () => {
  const due: (() => void)[] = [];
  const hub = createEventHub(
    {
      after: (_, callback) => {
        due.push(callback);
        return () => undefined;
      },
    },
    { sync: () => ({ connectivity: 'online' }) as never, outbox: () => NO_OUTBOX },
  );
  return {
    hub,
    tick: () => {
      for (const callback of due.splice(0)) callback();
    },
  };
};

describe('events', () => {
  it('[PL14] begin with the sync state and fold record changes for a slow window', async () => {
    const { hub, tick } = makeHub();
    const events = hub.subscribe();
    expect((await events.next()).value).toMatchObject({ type: 'sync' });
    for (const resource of ['order', 'lead', 'order'] as const) {
      hub.recordsChanged([resource]);
      tick();
    }
    expect((await events.next()).value).toEqual({ type: 'records', resources: ['order', 'lead'] });
  });
  it('[PL14] end for a reader that leaves while waiting, and for all when the core closes', async () => {
    const { hub } = makeHub();
    const [one, two] = [hub.subscribe(), hub.subscribe()];
    await Promise.all([one.next(), two.next()]);
    const waiting = one.next();
    await one.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    const closing = two.next();
    hub.close();
    expect(await closing).toEqual({ done: true, value: undefined });
  });
});
