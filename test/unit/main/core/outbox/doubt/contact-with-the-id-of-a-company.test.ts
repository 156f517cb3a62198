/** The ids of contacts and of companies are two sets of numbers. */
import { expect, it } from 'vitest';
import { crmBench } from '../../../../../support/outbox/fake-crm';
import { accepted, companyCommand, NOW } from '../../../../../support/outbox/outbox-bench';

it('[OB35] a new contact keeps its id, although a company that existed before has the same one', async () => {
  const bench = crmBench();
  // A company of the same name, which was there before and is never taken for the new one.
  bench.crm.put('company', { company_id: 77, name: 'Acme', pool_id: 0, create_time: NOW, update_time: NOW });
  bench.gateway.push = async () =>
    accepted({
      company_id: 78,
      customers: [
        { customer_id: 77, name: 'Ann', email: '' },
        { customer_id: 79, name: 'Ann', email: '' },
      ],
    });
  const contact = (ref: string) => ({ ref, fields: { name: 'Ann', remark: ref } });
  const id = bench.submit({
    ...companyCommand('Acme'),
    children: [contact('local:one'), contact('local:two')],
  });
  await bench.time.advance(10_000);
  expect(bench.outbox.get(id)?.intent).toMatchObject({ state: 'applied', realId: '78' });
  expect(['local:one', 'local:two'].map((ref) => bench.outbox.realIdOf(ref))).toEqual(['77', '79']);
});
