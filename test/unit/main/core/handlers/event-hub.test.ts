import { describe, expect, it } from 'vitest';
import { NO_OUTBOX } from '../../../../../src/shared/contract/outbox';
import { RESOURCES } from '../../../../../src/shared/domain/resources';
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
    waiting: () => due.length,
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
  it('[PL14] tell of lookups too when all has to be read again: their names may be those of another copy', async () => {
    const { hub, tick } = makeHub();
    const events = hub.subscribe();
    await events.next();
    hub.everythingChanged();
    tick();
    expect((await events.next()).value).toEqual({ type: 'lookups' });
    expect((await events.next()).value).toEqual({ type: 'records', resources: [...RESOURCES] });
  });
  it('[PL14] are read in a loop, which ends when the core closes', async () => {
    const { hub } = makeHub();
    const heard: string[] = [];
    for await (const { type } of hub.subscribe()) {
      heard.push(type);
      hub.close();
    }
    expect(heard).toEqual(['sync']);
  });
  it('[PL14] end for a reader that leaves while waiting, and for all when the core closes', async () => {
    const { hub } = makeHub();
    const [one, two] = [hub.subscribe(), hub.subscribe()];
    await Promise.all([one.next(), two.next()]);
    const waiting = one.next();
    expect(await one.return?.()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    const closing = two.next();
    hub.close();
    expect(await closing).toEqual({ done: true, value: undefined });
  });
  it('[PL14] of many quick changes come as one, and each kind of event comes once', async () => {
    const { hub, tick, waiting } = makeHub();
    const events = hub.subscribe();
    await events.next();
    for (let n = 0; n < 5; n += 1) {
      hub.recordsChanged(['order']);
      hub.syncChanged();
      hub.outboxChanged();
    }
    expect(waiting()).toBe(3);
    hub.everythingChanged();
    hub.everythingChanged();
    tick();
    hub.appChanged();
    const types: string[] = [];
    for (let n = 0; n < 5; n += 1) types.push((await events.next()).value?.type ?? 'end');
    expect(types).toEqual(['app', 'lookups', 'records', 'outbox', 'sync']);
    const next = events.next();
    hub.recordsChanged(['lead']);
    tick();
    expect((await next).value).toEqual({ type: 'records', resources: ['lead'] });
  });
  it('[PL14] are nobody’s after the core closed, and a late reader gets none', async () => {
    const { hub, tick, waiting } = makeHub();
    expect(hub.listened()).toBe(false);
    const events = hub.subscribe();
    expect(hub.listened()).toBe(true);
    hub.recordsChanged(['order']);
    hub.close();
    tick();
    expect(hub.listened()).toBe(false);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(await hub.subscribe().next()).toEqual({ done: true, value: undefined });
    hub.recordsChanged(['lead']);
    expect(waiting()).toBe(0);
  });
});
