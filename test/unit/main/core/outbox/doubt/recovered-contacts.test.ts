/** The id of a contact that an edit made, if the record had an equal contact before. */
import { expect, it } from 'vitest';
import { crmBench } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const base = {
  fields: { name: 'Acme' },
  children: [{ ref: '51', fields: { name: 'Ann' } }],
  readAt: '2026-01-01 09:00:00',
};
const edit = (fields: object) => ({
  base,
  command: {
    kind: 'company',
    schema: 1,
    target: '7',
    fields: { pool_id: '0' },
    children: [{ ref: 'local:ann', fields }],
  },
});

it('[OB4] a later edit of the new contact changes the new one, not the equal one that was there before', async () => {
  const bench = crmBench();
  const customers: Record<string, unknown>[] = [{ customer_id: 51, name: 'Ann' }];
  const put = (): void =>
    bench.crm.put('company', {
      company_id: 7,
      name: 'Acme',
      pool_id: 0,
      customers: customers.map((one) => ({ ...one })),
    });
  put();
  // The answer does not name the contacts.
  bench.gateway.push = async (_path, body) => {
    for (const sent of (JSON.parse(body) as { customers: Record<string, unknown>[] }).customers) {
      const known = customers.find((one) => one.customer_id === sent.customer_id);
      if (known) Object.assign(known, sent);
      else customers.push({ ...sent, customer_id: 52 });
    }
    put();
    return accepted({ company_id: 7 });
  };
  for (const fields of [{ name: 'Ann' }, { post: 'boss' }]) {
    expect(bench.outbox.submit(edit(fields)).ok).toBe(true);
    await bench.time.advance(600_000);
  }
  expect(customers.map(({ customer_id, post }) => [customer_id, post])).toEqual([
    [51, undefined],
    [52, 'boss'],
  ]);
});
