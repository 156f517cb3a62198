/** Contacts, lines and allocations that do not prove that an edit arrived (OB17). */
import { expect, it } from 'vitest';
import { judgeEdit } from '#core/outbox/doubt/judge-doubt';
import type { Command, Snapshot } from '#shared/domain/intent';
import { crmBench, lost } from '../../../../../support/outbox/fake-crm';
import { accepted } from '../../../../../support/outbox/outbox-bench';

const command = (over: Partial<Command>): Command => ({
  kind: 'company',
  schema: 1,
  target: '5',
  fields: {},
  children: [],
  ...over,
});
const shown = (fields: Record<string, unknown>, children: Snapshot['children'] = []) => ({
  fields,
  children,
  readAt: 'now',
  hasChildren: true,
});
const rest = { knownChildren: new Set<string>(), lateCommitPassed: true, money: true, replaySafe: false };

it('[OB17] money: an allocation from before that differs only in what the service does not show proves nothing', () => {
  const old = { ref: '', fields: { refer_id: '3', refer_type: 1, cash_collection_amount: '100' } };
  const mine = { ref: 'local:a', fields: { ...old.fields, cash_collection_comment: 'second' } };
  expect(
    judgeEdit({
      ...rest,
      sent: [command({ kind: 'receipt', fields: { amount: '300' }, children: [mine] })],
      base: { fields: { amount: '300' }, children: [old], readAt: 'then' },
      now: shown({ amount: '300' }, [old]),
    }).kind,
  ).toBe('ask');
});

it('[OB17] a change of the contact of a lead that the service does not show is not proved by the e-mail', () => {
  const known = { ref: '', fields: { name: 'Ann', email: 'ann@a.example' } };
  const mine = { ref: 'local:known-0', fields: { email: 'ann@a.example', remark: 'new' } };
  expect(
    judgeEdit({
      ...rest,
      money: false,
      replaySafe: true,
      sent: [command({ kind: 'lead', fields: { name: 'L' }, children: [mine] })],
      base: { fields: { name: 'L' }, children: [known], readAt: 'then' },
      now: shown({ name: 'L' }, [known]),
    }).kind,
  ).toBe('absent');
});

it('[OB17] money: unchanged lines prove nothing if the form showed them under their local ids', async () => {
  const bench = crmBench();
  const line = { product_id: '1', outbound_count: '5', sale_price: '5', order_id: '3', order_record_id: '4' };
  bench.gateway.push = async () =>
    accepted({ outbound_invoice_id: 7, record_list: [{ outbound_record_id: 9, ...line }] });
  const fields = { serial_id: 'INV-1', currency: 'USD', company_id: '2', handler: ['1'], status: 1 };
  const id = bench.submit({
    kind: 'outboundInvoice',
    schema: 1,
    target: null,
    fields,
    children: [{ ref: 'local:l', fields: line }],
  });
  await bench.time.advance(10_000);
  expect(bench.outbox.get(id)!.intent).toMatchObject({ state: 'applied', realId: '7' });
  bench.gateway.push = lost;
  bench.crm.put('outboundInvoice', {
    outbound_invoice_id: 7,
    serial_id: 'INV-1',
    record_list: [{ outbound_record_id: 9, ...line }],
  });
  const saved = bench.outbox.submit({
    command: {
      kind: 'outboundInvoice',
      schema: 1,
      target: '7',
      fields: { discount_rate: 5 },
      children: [{ ref: 'local:l', fields: line }],
    },
    base: { fields, children: [{ ref: 'local:l', fields: line }], readAt: null },
  }) as { id: string };
  await bench.time.advance(60_000);
  expect(bench.outbox.get(saved.id)!.intent.state).toBe('uncertain');
});
