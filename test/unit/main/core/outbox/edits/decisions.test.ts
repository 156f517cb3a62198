/** The latest decision of a user about a waiting item counts. */
import { describe, expect, it } from 'vitest';
import { companyCommand, NOW, outboxBench } from '../../../../../support/outbox/outbox-bench';
import { ownWrites } from '#core/outbox/edits/own-writes';
import type { Outcome } from '#core/api/classify-read';

const OFFLINE: Outcome = { kind: 'offline', reason: 'connect', detail: 'no route' };

describe('decisions about a waiting item', () => {
  it('[OB29] an item that is held after "send now" stays, also when the service answers again', async () => {
    const bench = outboxBench({ gateway: { read: async () => OFFLINE } });
    bench.outbox.pause(true);
    const id = bench.submit(companyCommand('Held after all'));
    expect(bench.outbox.sendNow(id).ok).toBe(true);
    await bench.time.advance(5_000);
    expect(bench.outbox.hold(id, true).ok).toBe(true);
    bench.gateway.read = async () => ({
      kind: 'ok',
      body: {},
      data: { list: [], totalItem: 0 },
      now: null,
      text: '',
    });
    bench.outbox.pause(false);
    bench.outbox.reconnected();
    await bench.time.advance(30 * 60_000);
    bench.reopen();
    await bench.time.advance(30 * 60_000);
    expect(bench.pushes).toEqual([]);
    expect(bench.outbox.get(id)?.intent).toMatchObject({ state: 'queued', held: true });
    bench.outbox.hold(id, false);
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(1);
  });

  it('[OB20] fields that were not read before get their base from what the form of the waiting item shows', () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    const snapshot = (fields: Record<string, unknown>) => ({ fields, children: [], readAt: null });
    const edit = (fields: Record<string, unknown>) => ({
      kind: 'company',
      schema: 1,
      target: '20',
      fields: { pool_id: '0', ...fields },
      children: [],
    });
    const base = snapshot({ name: 'Acme', pool_id: '0' });
    const done = bench.outbox.submit({ command: edit({ name: 'Mine' }), base });
    const id = done.ok ? done.id : '';
    // The details were read meanwhile. The name that a colleague wrote was never shown.
    const seen = snapshot({ name: 'Theirs', pool_id: '0', address: 'Old road 1' });
    bench.outbox.edit(id, { command: edit({ name: 'Mine', address: 'New road 2' }), version: 1, seen });
    expect(bench.outbox.get(id)?.intent.base?.fields).toEqual({
      name: 'Acme',
      pool_id: '0',
      address: 'Old road 1',
    });
  });

  it('[OB70] Undo after an edit of a waiting item restores the version before it and keeps the item', () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    const id = bench.submit(companyCommand('One'));
    for (const name of ['Two', 'Three']) bench.outbox.edit(id, { command: companyCommand(name) });
    const title = (): string | undefined => bench.outbox.get(id)?.intent.title;
    expect(bench.outbox.undo(id).ok).toBe(true);
    expect(title()).toBe('Two');
    expect(bench.outbox.undo(id).ok).toBe(true);
    expect([title(), bench.outbox.get(id)?.intent.state]).toEqual(['One', 'queued']);
    expect(bench.outbox.undo(id).ok).toBe(false);
    expect(title()).toBe('One');
  });

  it('nothing leaves after the outbox was stopped', async () => {
    const bench = outboxBench();
    bench.outbox.stop();
    bench.submit(companyCommand('Waits'));
    bench.outbox.kick();
    bench.outbox.reconnected();
    await bench.time.advance(60_000);
    expect(bench.pushes).toEqual([]);
  });

  it('[OB9] an item that is saved during a Retry-After waits for its end, also with "send now"', async () => {
    const bench = outboxBench({
      gateway: {
        push: async () => ({
          kind: 'answer',
          status: 429,
          headers: { 'retry-after': '120' },
          url: '',
          text: '',
        }),
      },
    });
    bench.submit(companyCommand('First'));
    await bench.time.advance(5_000);
    expect(bench.pushes).toHaveLength(1);
    bench.outbox.sendNow(bench.submit(companyCommand('Second')));
    await bench.time.advance(100_000);
    expect(bench.pushes).toHaveLength(1);
    await bench.time.advance(30_000);
    expect(bench.pushes.length).toBeGreaterThan(1);
  });

  it('[OB24] an edit that finds its values on the service says so and sends nothing', async () => {
    const record = { company_id: 5, name: 'Acme', pool_id: 0 };
    const bench = outboxBench({
      gateway: {
        offers: async () => true,
        read: async () => ({ kind: 'ok', body: {}, data: record, now: NOW, text: '' }),
      },
    });
    const id = bench.submit(companyCommand('Acme', '5'));
    await bench.time.advance(5_000);
    expect(bench.pushes).toEqual([]);
    const { state, detail } = bench.outbox.store.get(id)!;
    expect([state, detail.notes]).toEqual(['applied', ['already-so']]);
  });

  it('[OB22] a write without a verdict still counts as own after its item is discarded', async () => {
    const bench = outboxBench({ gateway: { push: () => new Promise(() => undefined) } });
    const edit = (name: string): object => companyCommand(name, '5');
    const sent = bench.submit(edit('Sent'));
    await bench.time.advance(5_000);
    bench.reopen();
    bench.outbox.pause(true);
    expect(bench.outbox.store.get(sent)?.state).toBe('uncertain');
    bench.outbox.discard(sent);
    expect(bench.outbox.store.get(sent)?.state).toBe('discarded');
    const later = bench.outbox.store.get(bench.submit(edit('Later')))!;
    expect(ownWrites(bench.outbox.store, later)('name')).toEqual(['Sent']);
  });
});
