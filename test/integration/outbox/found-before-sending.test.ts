/** Right before a push, the record of an earlier attempt that had no answer is found. */
import { expect, it } from 'vitest';
import { crmBench, lost, refusing } from '../../support/outbox/fake-crm';
import { accepted, companyCommand, receiptCommand } from '../../support/outbox/outbox-bench';

const HOUR = 3_600_000;

it.each([
  ['nothing proves that the record is ours', 9, 'Acme'],
  ['a colleague has changed our record', 1, 'Acme Ltd'],
])(
  '[OB15] a create that seemed not to have arrived is not sent if %s: the user decides',
  async (_, user_id, name) => {
    const bench = crmBench();
    bench.gateway.push = lost;
    const id = bench.submit(companyCommand('Acme'));
    await bench.time.advance(1_000);
    const item = () => bench.outbox.get(id)!.intent;
    expect(item().state).toBe('uncertain');
    bench.gateway.push = async () => accepted({ company_id: 500, customers: [] });
    await bench.time.advance(HOUR);
    bench.outbox.hold(id, true);
    bench.crm.now = '2026-01-01 11:30:00';
    await bench.time.advance(HOUR);
    expect(item()).toMatchObject({ state: 'queued', reason: { code: 'not-arrived' } });
    bench.crm.put('company', {
      company_id: 77,
      name,
      pool_id: 0,
      create_time: '2026-01-01 10:00:01',
      update_time: '2026-01-01 11:31:00',
      create_user: { user_id },
    });
    bench.crm.now = '2026-01-01 11:40:00';
    bench.outbox.hold(id, false);
    await bench.time.advance(HOUR);
    expect(bench.pushes).toHaveLength(1);
    expect(item()).toMatchObject({ state: 'uncertain', waits: 'your-decision', candidates: [{ id: '77' }] });
    // The user has seen the record, and it is another one.
    bench.outbox.sendAgain(id);
    await bench.time.advance(HOUR);
    expect(item()).toMatchObject({ state: 'applied', realId: '500' });
  },
);

it('a record that was made long after the attempt is somebody else’s, and nothing is asked', async () => {
  const bench = crmBench();
  bench.gateway.push = lost;
  const id = bench.submit(companyCommand('Acme'));
  await bench.time.advance(1_000);
  const item = () => bench.outbox.get(id)!.intent;
  bench.gateway.push = async () => accepted({ company_id: 500, customers: [] });
  await bench.time.advance(HOUR);
  bench.outbox.hold(id, true);
  bench.crm.now = '2026-01-01 11:30:00';
  await bench.time.advance(HOUR);
  expect(item()).toMatchObject({ state: 'queued', reason: { code: 'not-arrived' } });
  bench.crm.put('company', {
    company_id: 77,
    name: 'Another Ltd',
    pool_id: 0,
    create_time: '2026-01-01 11:29:00',
    update_time: '2026-01-01 11:31:00',
    create_user: { user_id: 1 },
  });
  bench.crm.now = '2026-01-01 11:40:00';
  bench.outbox.hold(id, false);
  await bench.time.advance(HOUR);
  expect(item()).toMatchObject({ state: 'applied', realId: '500' });
});

it.each([
  ['"Try again"', 'retry'],
  ['a correction', 'edit'],
] as const)(
  '[OB3] money: after a refusal, %s books no receipt a second time without a question',
  async (_, how) => {
    const bench = crmBench();
    bench.gateway.push = lost;
    const id = bench.submit(receiptCommand('12'));
    await bench.time.advance(1_000);
    const item = () => bench.outbox.get(id)!.intent;
    expect(item().state).toBe('uncertain');
    // The user sends it again, because it is not to be seen in the CRM; the CRM refuses the second attempt.
    bench.gateway.push = refusing('locked');
    bench.outbox.sendAgain(id);
    await bench.time.advance(60_000);
    expect(item()).toMatchObject({ state: 'rejected', mayHaveArrived: true });
    // Now the first one is to be seen, made by the account of the token.
    bench.crm.put('receipt', {
      cash_collection_invoice_id: 77,
      amount: '1.50',
      company_id: 12,
      create_time: '2026-01-01 10:00:01',
      update_time: '2026-01-01 10:00:01',
      create_user: 9,
    });
    const before = bench.pushes.length;
    bench.gateway.push = async () => accepted({ cash_collection_invoice_id: 78 });
    if (how === 'retry') bench.outbox.sendAgain(id);
    else {
      const { command, version } = item();
      const fields = { ...command.fields, remark: 'for May' };
      bench.outbox.edit(id, { command: { ...command, fields }, version });
    }
    await bench.time.advance(60_000);
    expect(bench.pushes.slice(before)).toEqual([]);
    expect(item()).toMatchObject({ state: 'uncertain', candidates: [{ id: '77' }] });
  },
);

it('a corrected note of which the first text had arrived says that the later text was not sent', async () => {
  const bench = crmBench();
  bench.gateway.push = lost;
  const id = bench.submit({
    kind: 'trailNote',
    schema: 1,
    target: null,
    fields: { company_id: '12', content: 'Price 100', remark_type: 101 },
    children: [],
  });
  await bench.time.advance(1_000);
  const item = () => bench.outbox.get(id)!.intent;
  bench.gateway.push = refusing('locked');
  bench.outbox.sendAgain(id);
  await bench.time.advance(60_000);
  expect(item()).toMatchObject({ state: 'rejected', mayHaveArrived: true });
  bench.crm.put('trailNote', {
    trail_id: 77,
    follow_up_id: 77,
    company_id: 12,
    content: 'Price 100',
    type: 101,
    create_time: '2026-01-01 10:00:01',
    create_user: 1,
    create_user_info: { user_id: '1', nickname: 'Me' },
  });
  bench.gateway.push = async () => accepted({ trail_id: 78 });
  const { command, version } = item();
  const fields = { ...command.fields, content: 'Price 200' };
  expect(bench.outbox.edit(id, { command: { ...command, fields }, version }).ok).toBe(true);
  await bench.time.advance(60_000);
  expect(item()).toMatchObject({
    state: 'applied',
    realId: '77',
    command: { fields: { content: 'Price 100' } },
  });
  expect(item().notes).toContain('later-text-not-sent');
});
