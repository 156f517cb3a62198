import { describe, expect, it } from 'vitest';
import { listOf } from '#core/handlers/answers/outbox-item-facts';
import { companyCommand, outboxBench, receiptCommand } from '../../../../support/outbox/outbox-bench';

const remark = (name: string): object => ({
  ...companyCommand('Ocean', '77'),
  fields: { name: 'Ocean', pool_id: '0', remark: name },
});

describe('the queue', () => {
  it('[OB29] many items of a kind that waits for the user do not block other kinds', async () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    for (let n = 0; n < 600; n++) bench.submit(companyCommand(`Company ${n}`));
    bench.submit(receiptCommand('12'));
    bench.outbox.store.setMeta('forbidden:company', '1');
    bench.outbox.pause(false);
    await bench.time.advance(10_000);
    expect(bench.pushes.map(({ path }) => path.split('/').at(-3))).toEqual(['invoices']);
  });

  it('[OB29] many twins of an item in doubt do not block other items', async () => {
    const bench = outboxBench({ gateway: { push: () => new Promise(() => undefined) } });
    const first = bench.submit(companyCommand('Twin'));
    await bench.time.advance(1_000);
    expect(bench.outbox.store.get(first)?.state).toBe('sending');
    for (let n = 0; n < 260; n++) bench.submit(companyCommand('Twin'));
    bench.submit(companyCommand('Other'));
    await bench.time.advance(10_000);
    expect(bench.pushes).toHaveLength(2);
    expect(bench.pushes[1]?.body).toContain('Other');
  });

  it('[OB18] Undo goes back step by step, and a later edit is undone separately', () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    const id = bench.submit(remark('one'));
    const said = (): unknown => bench.outbox.store.get(id)?.command.fields.remark;
    for (const name of ['two', 'three', 'four']) bench.outbox.edit(id, { command: remark(name) });
    const undo = (): unknown => (bench.outbox.undo(id).ok ? said() : 'nothing more');
    expect([undo(), undo(), undo(), undo()]).toEqual(['three', 'two', 'one', 'nothing more']);
    bench.outbox.edit(id, { command: remark('five') });
    bench.outbox.edit(id, { command: remark('six') });
    expect([undo(), undo(), undo()]).toEqual(['five', 'one', 'nothing more']);
  });

  it('a part of the list is read without the other items and without histories', async () => {
    const bench = outboxBench();
    bench.outbox.pause(true);
    const ids = Array.from({ length: 30 }, (_, n) => bench.submit(companyCommand(`Company ${n}`)));
    await bench.time.advance(1_000);
    bench.outbox.hold(ids[3]!, true);
    const prepared: string[] = [];
    const read = bench.outbox.store.ledger;
    bench.outbox.store.ledger = (id) => {
      prepared.push(id ?? 'all');
      return read(id);
    };
    const part = (options: Parameters<typeof listOf>[1]): string[] =>
      listOf({ outbox: bench.outbox }, options).map(({ id }) => id);
    expect(part({ first: 3 })).toEqual(ids.slice(0, 3));
    expect(part({ states: ['queued'], latest: 1 })).toEqual([ids[3]]);
    expect(part({ states: ['applied'], first: 3 })).toEqual([]);
    expect(prepared).toEqual([]);
    expect(part({ ids: [ids[20]!, 'unknown', ids[4]!] })).toEqual([ids[20], ids[4]]);
  });

  it('finds the edits of a record by an index', () => {
    const bench = outboxBench();
    const plan = bench.database
      .prepare(`EXPLAIN QUERY PLAN SELECT * FROM intents WHERE target IN (SELECT value FROM json_each(?))`)
      .all('["77"]') as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join('\n')).toContain('intents_by_target');
  });
});
