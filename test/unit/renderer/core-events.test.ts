/** What the window does with the core's events: which queries become stale, and what every screen reads. */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { queryKeys } from '../../../src/renderer/client/query-keys';

/** A core whose events come from the test; each subscription has a list of its own. */
const eventSource = () => {
  const streams: { send: (event: unknown) => void; end: () => void }[] = [];
  const events = () => {
    const waiting: unknown[] = [];
    let wake = (): void => undefined;
    let ended = false;
    streams.push({
      send: (event) => {
        waiting.push(event);
        wake();
      },
      end: () => {
        ended = true;
        wake();
      },
    });
    return (async function* () {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift();
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    })();
  };
  return { streams, events };
};

/** A page of its own, just loaded. */
const subscribed = async () => {
  vi.resetModules();
  const { windowOver } = await import('../../support/renderer/window-over');
  const { subscribeToEvents, useOutboxSummary } = await import('../../../src/renderer/client/events');
  const { keepOneAccount } = await import('../../../src/renderer/client/one-account');
  const { isKindComplete, isKindHere } = await import('../../../src/renderer/client/missing-kinds');
  const source = eventSource();
  let summary = 0;
  const desk = windowOver({
    events: source.events,
    outbox: { summary: () => ({ answer: ++summary }) },
  });
  const queries = new QueryClient();
  const keys: Record<string, readonly unknown[]> = {
    company: queryKeys.record('company', '1'),
    lead: queryKeys.record('lead', '1'),
    related: queryKeys.related('order', '1'),
    queued: queryKeys.queued(100),
    columns: queryKeys.columns('order'),
    lookup: queryKeys.lookup('origin'),
    app: queryKeys.appState(),
    diagnostics: queryKeys.diagnostics(),
  };
  for (const key of Object.values(keys)) queries.setQueryData(key, {});
  queries.setQueryData(keys.diagnostics!, { serverOffsetMs: null, offers: [] });
  const stale = (): string[] =>
    Object.entries(keys)
      .filter(([, key]) => queries.getQueryState(key)?.isInvalidated)
      .map(([name]) => name);
  subscribeToEvents(queries);
  await vi.waitFor(() => expect(source.streams).toHaveLength(1), 10_000);
  const summaryNow = () => useOutboxSummary.getState().summary as unknown;
  return {
    desk,
    queries,
    stale,
    summaryNow,
    showAccount: keepOneAccount(queries),
    isKindComplete,
    isKindHere,
    streams: source.streams,
  };
};

describe('an event of the core', () => {
  it('of changed records makes their kind stale, and what shows related records; other kinds stay', async () => {
    const { streams, stale } = await subscribed();
    streams[0]!.send({ type: 'records', resources: ['company'] });
    await expect.poll(stale).toEqual(['company', 'related']);
  });

  it('of the outbox gives the summary at once and makes its lists stale', async () => {
    const { streams, stale, summaryNow } = await subscribed();
    await vi.waitFor(() => expect(summaryNow()).toEqual({ answer: 1 }), 10_000);
    streams[0]!.send({ type: 'outbox', summary: { waiting: 7 } });
    await vi.waitFor(() => expect(summaryNow()).toEqual({ waiting: 7 }), 10_000);
    expect(stale()).toEqual([]);
    await expect.poll(stale).toEqual(['queued']);
  });

  it('of lookups makes their values and the columns stale, one of the app its state', async () => {
    const { streams, stale } = await subscribed();
    streams[0]!.send({ type: 'lookups' });
    await expect.poll(stale).toEqual(['columns', 'lookup']);
    streams[0]!.send({ type: 'app' });
    await expect.poll(stale).toEqual(['columns', 'lookup', 'app']);
  });

  it("of the service's first answer asks again what was not known before it", async () => {
    const { streams, stale } = await subscribed();
    streams[0]!.send({ type: 'sync', state: { lastAnswerAt: 5, resources: [] } });
    await expect.poll(stale).toEqual(['diagnostics']);
  });

  it('of a later answer asks again for the clock of the service after a minute, because a clock may have been set', async () => {
    const { streams, stale, queries } = await subscribed();
    const key: readonly unknown[] = queryKeys.diagnostics();
    const known = { serverOffsetMs: 8 * 3_600_000, offers: [] };
    queries.setQueryData(key, known);
    streams[0]!.send({ type: 'sync', state: { lastAnswerAt: 5, resources: [] } });
    await new Promise((done) => setTimeout(done, 900));
    expect(stale()).toEqual([]);
    queries.setQueryData(key, known, { updatedAt: Date.now() - 61_000 });
    streams[0]!.send({ type: 'sync', state: { lastAnswerAt: 6, resources: [] } });
    await expect.poll(stale, { timeout: 3_000 }).toEqual(['diagnostics']);
  });

  it('of the copy tells which kinds are on this computer, and which of them completely', async () => {
    const { streams, isKindHere, isKindComplete } = await subscribed();
    expect(isKindHere('order')).toBe(false);
    expect(isKindComplete('order')).toBe(false);
    const kind = (resource: string, state: string, completeAsOf: number | null = null) => ({
      resource,
      state,
      completeAsOf,
    });
    const resources = [
      kind('order', 'done', 5),
      kind('lead', 'pulling'),
      kind('quotation', 'left-out', 5),
      kind('collection', 'not-offered'),
      kind('receipt', 'no-permission'),
    ];
    streams[0]!.send({ type: 'sync', state: { lastAnswerAt: 5, resources } });
    await vi.waitFor(() => expect(isKindHere('order')).toBe(true), 10_000);
    const all = ['order', 'lead', 'quotation', 'collection', 'receipt', 'company'] as const;
    expect(all.filter((one) => isKindHere(one))).toEqual(['order', 'lead']);
    expect(isKindComplete('order')).toBe(true);
    expect(isKindComplete('lead')).toBe(false);
  });
});

describe('the line of events', () => {
  it('is opened again when it ends, and what changed meanwhile is refetched', async () => {
    const { streams, stale, summaryNow } = await subscribed();
    await vi.waitFor(() => expect(summaryNow()).toEqual({ answer: 1 }), 10_000);
    expect(stale()).toEqual([]);
    streams[0]!.end();
    await vi.waitFor(() => expect(streams).toHaveLength(2), 10_000);
    // The first event of a stream is the sync state.
    streams[1]!.send({ type: 'sync', state: { lastAnswerAt: null, resources: [] } });
    await expect
      .poll(stale)
      .toEqual(['company', 'lead', 'related', 'queued', 'columns', 'lookup', 'app', 'diagnostics']);
    await vi.waitFor(() => expect(summaryNow()).toEqual({ answer: 2 }), 10_000);
  });

  it('is opened again when the core restarts, and all queries are refetched; the first connection refetches none', async () => {
    const { desk, streams, stale, summaryNow } = await subscribed();
    expect(stale()).toEqual([]);
    desk.restart();
    await vi.waitFor(() => expect(streams).toHaveLength(2), 10_000);
    await expect
      .poll(stale)
      .toEqual(['company', 'lead', 'related', 'queued', 'columns', 'lookup', 'app', 'diagnostics']);
    await vi.waitFor(() => expect(summaryNow()).toEqual({ answer: 2 }), 10_000);
    // Longer than the wait before a line that ended is asked for again: the former core's is forgotten.
    await new Promise((done) => setTimeout(done, 1200));
    expect(streams).toHaveLength(2);
  });
});

describe('another account in the same window', () => {
  it('has its own summary of the outbox, although its event came before its state', async () => {
    const { showAccount, streams, summaryNow } = await subscribed();
    await vi.waitFor(() => expect(summaryNow()).toEqual({ answer: 1 }), 10_000);
    showAccount('a');
    streams[0]!.send({ type: 'outbox', summary: { waiting: 7 } });
    await vi.waitFor(() => expect(summaryNow()).toEqual({ waiting: 7 }), 10_000);
    showAccount('b');
    expect(summaryNow()).toBeNull();
    await vi.waitFor(() => expect(summaryNow()).toEqual({ answer: 2 }), 3_000);
  });
});
