/** The live service returns the custom fields of a company in groups (contract B). */
import { expect, it } from 'vitest';
import { snapshotOf } from '#core/outbox/compare/server-snapshot';
import type { Command } from '#shared/domain/intent';
import { crmBench } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const FIELD = '70340001';
const company = (agent: unknown) => ({
  company_id: 5,
  name: 'Acme',
  pool_id: 0,
  customers: [],
  company: [
    {
      group_id: 1,
      name: '基本信息',
      fields: [
        { id: 'name', name: '公司名称', field_type: '1', value: 'Acme' },
        { id: FIELD, name: 'Agent', field_type: '1', value: agent },
      ],
    },
  ],
});
const edit: Command = {
  kind: 'company',
  schema: 1,
  target: '5',
  fields: { pool_id: '0' },
  children: [],
  custom: { [FIELD]: 'mine' },
};

it('a custom field in a group that a colleague changed is not overwritten without a question', async () => {
  const bench = crmBench();
  bench.gateway.push = async () => accepted({ company_id: 5, customers: [] });
  bench.crm.put('company', company('theirs'));
  const base = { fields: { name: 'Acme' }, children: [], custom: { [FIELD]: 'old' }, readAt: bench.crm.now };
  const done = bench.outbox.submit({ command: edit, base });
  await bench.time.advance(1_000);
  expect(bench.outbox.get(done.ok ? done.id : '')?.intent).toMatchObject({
    state: 'rejected',
    reason: { code: 'custom-changed', field: FIELD, message: 'theirs' },
  });
  expect(bench.pushes).toEqual([]);
});

it('reads values of every form', () => {
  expect(snapshotOf('company', company(null)).custom).toEqual({ [FIELD]: '' });
  expect(snapshotOf('company', company(['A', 2])).custom).toEqual({ [FIELD]: ['A', '2'] });
  expect(snapshotOf('company', company([{ file_id: 1 }])).custom).toBeUndefined();
});
