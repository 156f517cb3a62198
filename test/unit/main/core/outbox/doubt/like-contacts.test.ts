/** A new company with two contacts of one name, of which the service shows the second one first. */
import { expect, it } from 'vitest';
import { compareSent } from '#core/outbox/compare/compare-sent';
import { crmBench, lost } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const ann = { ref: 'local:a', fields: { name: 'Ann' } };
const main = { ref: 'local:m', fields: { name: 'Ann', email: 'ann@acme.example', main_customer_flag: 1 } };
const command = {
  kind: 'company' as const,
  schema: 1 as const,
  target: null,
  fields: { name: 'Acme', pool_id: '0' },
  children: [ann, main],
};
const shown = [
  { customer_id: 61, name: 'Ann', email: 'ann@acme.example', main_customer_flag: 1 },
  { customer_id: 62, name: 'Ann', email: '', main_customer_flag: 0 },
];

it('each contact is paired with the one that fits it', () => {
  const server = {
    fields: { name: 'Acme' },
    children: shown.map(({ customer_id, ...fields }) => ({ ref: String(customer_id), fields })),
    readAt: null,
    hasChildren: true,
  };
  const { ids, contradicts } = compareSent(command, server, new Set());
  expect([Object.fromEntries(ids), contradicts]).toEqual([{ 'local:a': '62', 'local:m': '61' }, false]);
});

it('[OB13] the company is found, and not created again', async () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  bench.gateway.push = lost;
  const id = bench.submit(command);
  await time.advance(7_000);
  expect(outbox.get(id)?.intent.state).toBe('uncertain');
  crm.put('company', {
    company_id: 7,
    name: 'Acme',
    create_user: 1,
    create_time: crm.now,
    update_time: crm.now,
    customers: shown,
  });
  bench.gateway.push = async () => accepted({ company_id: 8, customers: [] });
  for (let minutes = 0; minutes < 60; minutes++) {
    crm.now = `2026-01-01 10:${String(minutes).padStart(2, '0')}:59`;
    await time.advance(60_000);
  }
  expect(bench.pushes).toHaveLength(1);
  expect(outbox.get(id)?.intent).toMatchObject({ state: 'applied', realId: '7' });
});
