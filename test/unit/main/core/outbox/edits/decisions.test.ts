/** What a user decides about a waiting item counts, whatever was decided before. */
import { describe, expect, it } from 'vitest';
import { companyCommand, outboxBench } from '../../../../../support/outbox/outbox-bench';
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
});
