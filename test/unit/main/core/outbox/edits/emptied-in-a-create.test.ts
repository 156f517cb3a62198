/** A refused new record is corrected while a later edit of it waits: what the user empties there stays empty. */
import { expect, it } from 'vitest';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const company = (fields: object, target: string | null = null, contact: object = {}) => ({
  kind: 'company',
  schema: 1,
  target,
  fields: { pool_id: '0', ...fields },
  children: [{ ref: 'local:a', fields: contact }],
});

it('[OB36] a waiting edit does not fill a field again that the user empties in the new record', async () => {
  const bench = crmBench();
  bench.crm.offered = false;
  let end: () => void = () => undefined;
  const refuses = refusing('locked');
  bench.gateway.push = async () => {
    await new Promise<void>((resolve) => (end = resolve));
    return refuses();
  };
  const id = bench.submit(company({ name: 'Acme', remark: 'one' }, null, { name: 'Ann', remark: 'old' }));
  await bench.time.advance(10_000);
  const later = bench.submit(company({ remark: 'two', homepage: 'x.example' }, id, { remark: 'new' }));
  end();
  await bench.time.advance(1000);
  expect(bench.outbox.get(id)?.intent.state).toBe('rejected');
  bench.outbox.edit(id, { command: company({ name: 'Acme' }, null, { name: 'Ann' }) });
  const { command } = bench.outbox.get(later)!.intent;
  expect(command.fields).toMatchObject({ remark: '', homepage: 'x.example' });
  expect(command.children[0]?.fields).toEqual({ remark: '' });
  bench.gateway.push = async () =>
    accepted({ company_id: 7, customers: [{ customer_id: 8, name: 'Ann', email: '' }] });
  await bench.time.advance(20_000);
  expect(bench.pushes.at(-1)?.body).not.toContain('two');
});
