/** Lines of an invoice that the user removed from a refused item, and that an attempt may have added. */
import { expect, it } from 'vitest';
import { crmBench, lost, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

it('[OB31] money: a line of a colleague that equals a removed one is not removed without a question', async () => {
  const bench = crmBench();
  const { crm, gateway, outbox, time } = bench;
  const line = (at: string) => ({
    product_id: at,
    outbound_count: '5',
    sale_price: '5',
    order_id: '3',
    order_record_id: at,
  });
  const target = '7';
  const fields = { discount_rate: 5 };
  const first = { ref: '9', fields: line('4') };
  const record = (ids: number[], rate = 3) => ({
    outbound_invoice_id: 7,
    serial_id: 'INV-1',
    currency: 'USD',
    discount_rate: rate,
    record_list: ids.map((id) => ({ outbound_record_id: id, ...line(id === 9 ? '4' : '6') })),
  });
  crm.put('outboundInvoice', record([9]));
  gateway.push = lost;
  const command = {
    kind: 'outboundInvoice',
    schema: 1,
    target,
    fields,
    children: [first, { ref: 'local:n', fields: line('6') }],
  };
  const saved = outbox.submit({
    command,
    base: { fields: { discount_rate: 3 }, children: [first], readAt: 'then' },
  }) as { id: string };
  const item = () => outbox.get(saved.id)!.intent;
  await time.advance(10_000);
  expect(item().state).toBe('uncertain');
  outbox.sendAgain(saved.id);
  gateway.push = refusing('locked');
  await time.advance(10_000);
  expect(item().state).toBe('rejected');
  // The attempt did not arrive. A colleague adds an equal line.
  crm.put('outboundInvoice', record([9, 10]));
  const before = bench.pushes.length;
  gateway.push = async () => accepted({ outbound_invoice_id: 7, record_list: [] });
  expect(outbox.edit(saved.id, { command: { ...command, children: [first] } })).toMatchObject({ ok: true });
  await time.advance(20_000);
  expect(item()).toMatchObject({
    state: 'uncertain',
    waits: 'your-decision',
    reason: { code: 'may-have-added' },
  });
  // The user has looked: it is another line.
  outbox.sendAgain(saved.id);
  await time.advance(20_000);
  const pushed = bench.pushes.slice(before).map(({ body }) => JSON.parse(body) as { record_list: unknown[] });
  expect(pushed).toMatchObject([{ record_list: [{ outbound_record_id: 9 }] }]);
  expect(pushed[0]?.record_list).toHaveLength(1);
  expect(item().state).toBe('applied');
});
