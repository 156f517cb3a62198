/** A line that is removed before the copy shows the record that the user made. */
import { expect, it } from 'vitest';
import { editBaseOf } from '#core/outbox/edits/edit-base';
import { crmBench } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

it('[OB35] money: a line that a waiting edit removes under its real id is not shown again', async () => {
  const bench = crmBench();
  const line = { outbound_count: '5', sale_price: '5', order_id: '3' };
  const lines = [
    { ref: 'local:a', fields: { ...line, product_id: '1', order_record_id: '4' } },
    { ref: 'local:b', fields: { ...line, product_id: '2', order_record_id: '6' } },
  ];
  bench.gateway.push = async () =>
    accepted({
      outbound_invoice_id: 7,
      record_list: lines.map(({ fields }, at) => ({ outbound_record_id: 9 + at, ...fields })),
    });
  bench.submit({
    kind: 'outboundInvoice',
    schema: 1,
    target: null,
    fields: { serial_id: 'INV-1', currency: 'USD', company_id: '2', handler: ['1'], status: 1 },
    children: lines,
  });
  await bench.time.advance(10_000);
  const shown = () =>
    editBaseOf(bench.outbox.store, {
      kind: 'outboundInvoice',
      ref: '7',
      cached: null,
    })?.current.children.map(({ ref }) => ref);
  expect(shown()).toEqual(['local:a', 'local:b']);
  bench.outbox.submit({
    command: {
      kind: 'outboundInvoice',
      schema: 1,
      target: '7',
      fields: {},
      children: [lines[0]!, { ref: '10', fields: lines[1]!.fields, remove: true }],
    },
    base: null,
  });

  expect(shown()).toEqual(['local:a']);
});
