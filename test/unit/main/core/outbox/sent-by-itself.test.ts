/** How many items Satchel promises to send without a decision of the user. */
import { expect, it } from 'vitest';
import { sentByItself } from '#shared/domain/left-to-send';
import { refusing } from '../../../../support/outbox/fake-crm';
import {
  accepted,
  companyCommand,
  outboxBench,
  receiptCommand,
} from '../../../../support/outbox/outbox-bench';

it('does not count what waits for the record of an item that was refused', async () => {
  const bench = outboxBench();
  bench.gateway.push = refusing('this name exists already');
  const company = bench.submit(companyCommand('Acme'));
  bench.submit(receiptCommand(company));
  bench.submit(receiptCommand(company));
  await bench.time.advance(60_000);
  expect(bench.outbox.get(company)!.intent.state).toBe('rejected');
  expect(bench.outbox.summary()).toMatchObject({ waiting: 3, needsUser: 1, held: 0, blocked: 2 });
  expect(sentByItself(bench.outbox.summary())).toBe(0);
  // The user corrects the company: everything is sent.
  bench.gateway.push = async () => accepted({ company_id: 9, customers: [], cash_collection_id: 90 });
  bench.outbox.pause(true);
  expect(bench.outbox.edit(company, { command: companyCommand('Acme 2') })).toMatchObject({ ok: true });
  expect(bench.outbox.summary().blocked).toBe(0);
});

it('does not count what waits for an item on hold, directly or through others, unless the user sends that item', () => {
  const bench = outboxBench();
  bench.outbox.pause(true);
  const company = bench.submit(companyCommand('Acme'));
  const opportunity = bench.submit({
    kind: 'opportunity',
    schema: 1,
    target: null,
    fields: { name: 'Pumps', company_id: company },
    children: [],
  });
  bench.submit({
    kind: 'trailNote',
    schema: 1,
    target: null,
    fields: { opportunity_id: opportunity, content: 'Call back' },
    children: [],
  });
  const onHold = bench.submit(receiptCommand(company));
  bench.submit(companyCommand('Beta'));
  expect(bench.outbox.hold(company, true)).toEqual({ ok: true });
  expect(bench.outbox.hold(onHold, true)).toEqual({ ok: true });
  expect(bench.outbox.summary()).toMatchObject({ waiting: 5, needsUser: 0, held: 2, blocked: 2 });
  expect(sentByItself({ ...bench.outbox.summary(), paused: false })).toBe(1);
  expect(bench.outbox.sendNow(company)).toEqual({ ok: true });
  expect(bench.outbox.summary()).toMatchObject({ held: 1, blocked: 0 });
});

it('finds what waits for an item on hold from that item, not among all items of the queue', () => {
  const asked: string[] = [];
  const bench = outboxBench({
    through: (database) => {
      const prepare = database.prepare.bind(database);
      database.prepare = (sql: string) => {
        asked.push(sql);
        return prepare(sql) as never;
      };
      return database;
    },
  });
  bench.outbox.summary();
  const counting = asked.find((sql) => sql.includes('RECURSIVE stuck'))!;
  const plan = bench.database.prepare(`EXPLAIN QUERY PLAN ${counting}`).all('[]') as { detail: string }[];
  const steps = plan.map(({ detail }) => detail);
  const step = steps.slice(steps.indexOf('RECURSIVE STEP')).filter((detail) => / (?:s|d|i)\b/.test(detail));
  expect(step).toEqual([
    'SCAN s',
    expect.stringContaining('SEARCH d USING INDEX dependants'),
    expect.stringContaining('SEARCH i USING INDEX sqlite_autoindex_intents_1'),
  ]);
});
