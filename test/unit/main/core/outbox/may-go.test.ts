/** What keeps an item from being sent, and what a user may decide about an item in doubt. */
import { describe, expect, it } from 'vitest';
import type { HttpResult } from '#core/ports/ports';
import {
  accepted,
  companyCommand,
  outboxBench,
  receiptCommand,
  type OutboxBench,
} from '../../../../support/outbox/outbox-bench';

const answer = (status: number, headers: Record<string, string> = {}): HttpResult => ({
  kind: 'answer',
  status,
  headers,
  url: '',
  text: `{"code":${status},"message":"no"}`,
});
const HOUR = 3_600_000;

/** Each stops the sending, and lets it go on. */
const REASONS: [string, (bench: OutboxBench) => void, (bench: OutboxBench) => void, boolean][] = [
  ['the outbox is stopped', ({ outbox }) => outbox.stop(), (bench) => void bench.reopen(), false],
  ['all is paused', ({ outbox }) => outbox.pause(true), ({ outbox }) => outbox.pause(false), true],
];

describe('an item', () => {
  it.each(REASONS)('is not sent while %s, and then is', async (_, stop, go, isPassed) => {
    const bench = outboxBench();
    stop(bench);
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(HOUR);
    expect(bench.pushes).toEqual([]);
    bench.outbox.sendNow(id);
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(isPassed ? 1 : 0);
    go(bench);
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(1);
  });

  it('that is held is not sent, and the next one of its kind is', async () => {
    const bench = outboxBench();
    const held = bench.submit(companyCommand('Acme'));
    bench.outbox.hold(held, true);
    bench.submit(companyCommand('Beta'));
    await bench.time.advance(HOUR);
    expect(bench.pushes.map(({ body }) => JSON.parse(body).name)).toEqual(['Beta']);
    bench.outbox.hold(held, false);
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(2);
  });

  it('of a kind that waits for its first review is not sent until the kind is released, or one of its items is sent', async () => {
    for (const go of ['release', 'sendNow'] as const) {
      const bench = outboxBench({ settings: { reviewFirst: true } });
      bench.submit(companyCommand('Acme'));
      const second = bench.submit(companyCommand('Beta'));
      await bench.time.advance(HOUR);
      expect(bench.pushes).toEqual([]);
      if (go === 'release') bench.outbox.release('company');
      else bench.outbox.sendNow(second);
      await bench.time.advance(HOUR);
      const first = go === 'release' ? ['Acme', 'Beta'] : ['Beta', 'Acme'];
      expect(bench.pushes.map(({ body }) => JSON.parse(body).name)).toEqual(first);
    }
  });

  it('is not sent during a wait that the service asked for, not even at once', async () => {
    const bench = outboxBench();
    bench.gateway.push = async () => answer(429, { 'retry-after': '900' });
    bench.submit(companyCommand('Acme'));
    await bench.time.advance(60_000);
    expect(bench.pushes).toHaveLength(1);
    bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
    const next = bench.submit(companyCommand('Beta'));
    bench.outbox.sendNow(next);
    await bench.time.advance(600_000);
    expect(bench.pushes).toHaveLength(1);
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(3);
  });

  it('is not sent without a sign-in, not even at once', async () => {
    const bench = outboxBench({ gateway: { renew: async () => 'expired' } });
    bench.gateway.push = async () => answer(401);
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(1);
    bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
    bench.outbox.sendNow(id);
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(1);
    bench.outbox.signInChanges();
    bench.outbox.kick();
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(2);
  });
});

describe('an item in doubt', () => {
  const inDoubt = async (command: object) => {
    const bench = outboxBench();
    bench.gateway.push = async () => ({
      kind: 'failure',
      reason: 'timeout',
      unsent: false,
      detail: 'no answer',
    });
    const id = bench.submit(command);
    await bench.time.advance(5000);
    const state = () => bench.outbox.get(id)?.intent;
    expect(state()?.state).toBe('uncertain');
    return { bench, id, state };
  };

  it('of a new record arrived as a record, which a person names, and which no other item may have', async () => {
    const { bench, id, state } = await inDoubt(companyCommand('Acme'));
    expect(bench.outbox.arrived(id, null)).toMatchObject({ ok: false, code: 'not-now' });
    expect(bench.outbox.arrived(id, '77')).toMatchObject({ ok: true });
    expect(state()).toMatchObject({ state: 'applied', realId: '77' });
    expect(bench.outbox.realIdOf(id)).toBe('77');
    expect(bench.outbox.arrived(id, '78')).toMatchObject({ ok: false, code: 'not-now' });
    const other = bench.submit(companyCommand('Beta'));
    await bench.time.advance(5000);
    expect(bench.outbox.arrived(other, '77')).toMatchObject({ ok: false, code: 'claimed' });
    expect(bench.outbox.arrived(other, '79')).toMatchObject({ ok: true });
  });

  it('of an edit arrived as the record that it edits', async () => {
    const { bench, id, state } = await inDoubt(companyCommand('Acme', '12'));
    expect(bench.outbox.arrived(id, null)).toMatchObject({ ok: true });
    expect(state()).toMatchObject({ state: 'applied', realId: '12' });
  });

  it('of a note needs no record', async () => {
    const { bench, id, state } = await inDoubt({
      kind: 'trailNote',
      schema: 1,
      target: null,
      fields: { company_id: '12', content: 'Called' },
      children: [],
    });
    expect(bench.outbox.arrived(id, null)).toMatchObject({ ok: true });
    expect(state()).toMatchObject({ state: 'applied' });
  });

  it('can be sent again by a person alone; an item that waits cannot', async () => {
    const { bench, id, state } = await inDoubt(companyCommand('Acme'));
    bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
    await bench.time.advance(24 * HOUR);
    expect(bench.pushes).toHaveLength(1);
    expect(bench.outbox.sendAgain(id)).toMatchObject({ ok: true });
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(2);
    expect(state()?.state).toBe('applied');
    expect(bench.outbox.sendAgain(id)).toMatchObject({ ok: false, code: 'not-now' });
    bench.outbox.pause(true);
    const waiting = bench.submit(receiptCommand('5'));
    expect(bench.outbox.sendAgain(waiting)).toMatchObject({ ok: false, code: 'not-now' });
    expect(bench.outbox.arrived(waiting, '3')).toMatchObject({ ok: false, code: 'not-now' });
  });
});
