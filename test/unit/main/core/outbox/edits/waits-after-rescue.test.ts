/** What an edit waits for, after `outbox.db` was lost and the journal restored the edits. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { memoryJournal } from '../../../../../support/outbox/memory-journal';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const base = { fields: { name: 'Acme', remark: 'first' }, children: [], readAt: '2026-01-01 09:00:00' };
const edit = (fields: object, ann: object | null = null) => ({
  base,
  command: {
    kind: 'company',
    schema: 1,
    target: '7',
    fields: { pool_id: '0', ...fields },
    children: ann === null ? [] : [{ ref: 'local:ann', fields: ann }],
  },
});

it('[OB61] an edit still needs the change of an item that had arrived, which adds its contact', async () => {
  const journal = memoryJournal();
  const bench = crmBench({ journal: () => journal.open(null) });
  const { crm, time } = bench;
  const added: Record<string, unknown>[] = [];
  const put = (remark: string): void => {
    const customers = added.map((one) => ({ ...one }));
    crm.put('company', { company_id: 7, name: 'Acme', remark, pool_id: 0, customers });
  };
  put('first');
  bench.gateway.push = lost;
  const submit = (made: object): string => {
    const saved = bench.outbox.submit(made as ReturnType<typeof edit>);
    if (!saved.ok) throw new Error(saved.code);
    return saved.id;
  };
  const item = submit(edit({ remark: 'one' }));
  await time.advance(10_000);
  bench.gateway.push = refusing('no');
  bench.outbox.sendAgain(item);
  await time.advance(10_000);
  expect(bench.outbox.get(item)!.intent.state).toBe('rejected');
  bench.outbox.pause(true);
  expect(bench.outbox.edit(item, { command: edit({ remark: 'one' }, { name: 'Ann' }).command }).ok).toBe(
    true,
  );
  const later = submit(edit({}, { post: 'boss' }));
  // The first attempt had arrived.
  put('one');
  bench.gateway.push = () => new Promise(() => undefined);
  bench.outbox.sendNow(item);
  await time.advance(10_000);
  expect(bench.outbox.get(item)!.intent.state).toBe('applied');
  const change = bench.outbox.list().find(({ predecessor }) => predecessor === item)!.id;
  const waits = () => bench.outbox.get(later)!.intent.waitsFor;
  expect(waits()).toEqual([change]);
  bench.outbox.stop();
  bench.database = new Database(':memory:');
  bench.reopen();
  expect(waits()).toEqual([change]);
  bench.gateway.push = async (_path, body) => {
    const { customers } = JSON.parse(body) as { customers: Record<string, unknown>[] };
    for (const sent of customers) {
      const known = added.find((one) => one.customer_id === sent.customer_id);
      if (known) Object.assign(known, sent);
      else added.push({ customer_id: 51 + added.length, ...sent });
    }
    put('one');
    return accepted({ company_id: 7, customers: added });
  };
  for (const id of [later, change]) bench.outbox.hold(id, false);
  bench.outbox.pause(false);
  await time.advance(600_000);
  expect([change, later].map((id) => bench.outbox.get(id)!.intent.state)).toEqual(['applied', 'applied']);
  expect(added).toMatchObject([{ name: 'Ann', post: 'boss' }]);
});
