/** A line that the user changed in one form and removed in another one, which was opened before. */
import { expect, it } from 'vitest';
import { crmBench, refusing } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const line = (outbound_record_id: number, outbound_count: string) => ({
  outbound_record_id,
  outbound_count,
  order_id: 3,
  order_record_id: 4,
});
const invoice = (count: string) => ({
  outbound_invoice_id: 7,
  serial_id: 'INV-7',
  record_list: [line(51, count), line(52, '1')],
});
const listed = (ref: string, over: object = {}) => ({
  ref,
  fields: { order_id: '3', order_record_id: '4', ...over },
});
const removed = { ref: '51', fields: {}, remove: true };

const opened = () => {
  const bench = crmBench();
  const { outbox, crm, time } = bench;
  crm.put('outboundInvoice', invoice('5'));
  bench.gateway.push = async () => accepted({ outbound_invoice_id: 7, record_list: [] });
  const state = (id: string) => outbox.get(id)!.intent.state;
  const submit = async (children: object[]): Promise<string> => {
    const saved = outbox.submit({
      command: { kind: 'outboundInvoice', schema: 1, target: '7', fields: {}, children },
      base: {
        fields: {},
        children: [listed('51', { outbound_count: '5' }), listed('52', { outbound_count: '1' })],
        readAt: '2026-01-01 09:00:00',
      },
    });
    if (!saved.ok) throw new Error(JSON.stringify(saved));
    await time.advance(10_000);
    return saved.id;
  };
  return { bench, submit, state };
};

it.each([
  ['the user', '7', 'applied'],
  ['a colleague too', '9', 'conflict'],
])(
  '[OB22] is removed if only the user changed it, and a conflict otherwise: %s',
  async (_who, now, state) => {
    const { bench, submit, state: stateOf } = opened();
    expect(stateOf(await submit([listed('51', { outbound_count: '7' }), listed('52')]))).toBe('applied');
    bench.crm.put('outboundInvoice', invoice(now));
    expect(stateOf(await submit([removed, listed('52')]))).toBe(state);
  },
);

it('[OB43] is a conflict if the user changed it after the removal was refused', async () => {
  const { bench, submit, state } = opened();
  const push = bench.gateway.push;
  bench.gateway.push = refusing('locked');
  const removal = await submit([removed, listed('52')]);
  expect(state(removal)).toBe('rejected');
  bench.gateway.push = push;
  expect(state(await submit([listed('51', { outbound_count: '7' }), listed('52')]))).toBe('applied');
  bench.crm.put('outboundInvoice', invoice('7'));
  bench.outbox.sendAgain(removal);
  await bench.time.advance(10_000);
  expect(state(removal)).toBe('conflict');
});
