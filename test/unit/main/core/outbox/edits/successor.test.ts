/** The edit of an item that was sent without a verdict: custom fields, and lines of an invoice. */
import { expect, it } from 'vitest';
import { companyCommand } from '../../../../../support/outbox/outbox-bench';
import { crmBench, lost } from '../../../../../support/outbox/fake-crm';

const withCustom = (custom: Record<string, string>, target: string | null = null): object => ({
  ...companyCommand('Acme', target),
  custom,
});

it('a changed custom field of an item in doubt becomes a later edit', async () => {
  const bench = crmBench();
  const { outbox, time } = bench;
  bench.gateway.push = lost;
  const id = bench.submit(withCustom({ '501': 'red' }));
  await time.advance(1_000);
  expect(outbox.get(id)?.intent.state).toBe('uncertain');
  expect(outbox.edit(id, { command: withCustom({ '501': 'red' }) })).toMatchObject({ ok: false });
  expect(outbox.edit(id, { command: withCustom({ '501': 'blue' }) })).toMatchObject({
    ok: true,
    outcome: 'successor',
  });
});

it('a custom field that the edit did not change is not sent again after an item in doubt', async () => {
  const bench = crmBench();
  const { outbox, time } = bench;
  bench.gateway.push = lost;
  const withCustom = (custom: Record<string, string>) => ({ ...companyCommand('Acme'), custom });
  const id = bench.submit(withCustom({ '501': 'red', '502': 'x' }));
  await time.advance(1_000);
  expect(outbox.get(id)?.intent.state).toBe('uncertain');
  const done = outbox.edit(id, { command: withCustom({ '501': 'blue', '502': 'x' }) });
  if (!done.ok) throw new Error(done.code);
  expect(outbox.get(done.id)!.intent.command.custom).toEqual({ '501': 'blue' });
});

it('two forms of an item in doubt keep what each of them changed', async () => {
  const bench = crmBench();
  const { outbox, time } = bench;
  bench.gateway.push = lost;
  const line = (price: string, count: string, ref = 'local:line') => ({
    ref,
    fields: { product_id: '4', outbound_count: count, sale_price: price, order_record_id: '7' },
  });
  const invoice = (lines: object[], more: object = {}): object => ({
    schema: 1,
    kind: 'outboundInvoice',
    target: null,
    fields: { serial_id: 'INV-1', currency: 'USD', ...more },
    children: lines,
  });
  const id = bench.submit(invoice([line('10', '1')]));
  await time.advance(1_000);
  expect(outbox.get(id)?.intent.state).toBe('uncertain');
  const first = outbox.edit(id, { command: invoice([line('12', '1')], { exchange_rate: '710' }) });
  if (!first.ok) throw new Error(first.code);
  // The second form was opened before the first one was saved.
  const second = invoice([line('10', '3'), line('5', '2', 'local:other')]);
  expect(outbox.edit(id, { command: second })).toMatchObject({ outcome: 'folded' });
  const { fields, children } = outbox.get(first.id)!.intent.command;
  expect(fields).toMatchObject({ exchange_rate: '710' });
  expect(children.map(({ fields: { sale_price, outbound_count } }) => [sale_price, outbound_count])).toEqual([
    ['12', '3'],
    ['5', '2'],
  ]);
});

it('a line of an invoice in doubt that is not for the order any more says so in the later edit', async () => {
  const bench = crmBench();
  const { outbox, time } = bench;
  bench.gateway.push = lost;
  const invoice = (more: Record<string, string>): object => ({
    schema: 1,
    kind: 'outboundInvoice',
    target: null,
    fields: { serial_id: 'INV-1', currency: 'USD' },
    children: [
      {
        ref: 'local:line',
        fields: { product_id: '4', outbound_count: '1', sale_price: '10', order_id: '5', ...more },
      },
    ],
  });
  const id = bench.submit(invoice({ order_record_id: '7' }));
  await time.advance(1_000);
  expect(outbox.get(id)?.intent.state).toBe('uncertain');
  const done = outbox.edit(id, { command: invoice({}) });
  if (!done.ok) throw new Error(done.code);
  expect(outbox.get(done.id)!.intent.command.children).toMatchObject([{ fields: { order_record_id: '0' } }]);
});
