/** The columns of work that is not delivered yet. */
import { describe, expect, it } from 'vitest';
import { columnsOf, invoiceTotals } from '#core/outbox/overlay/overlay-columns';
import { outboundTotals } from '#service/documents';
import type { Command } from '#shared/domain/intent';

const LINES = [
  { outbound_count: '3', sale_price: '0.10' },
  { outbound_count: '2.5', sale_price: '10.04' },
];
const invoice = (
  fields: Record<string, unknown>,
  lines: readonly Record<string, unknown>[] = LINES,
): Command => ({
  kind: 'outboundInvoice',
  schema: 1,
  target: null,
  fields,
  children: lines.map((line, n) => ({ ref: `local:${n}`, fields: line })),
});

describe('the bank account of a receipt that waits', () => {
  const over = (held: Record<string, unknown> | null) =>
    columnsOf('receipt', { capital_account_id: '4' }, () => null, held);
  it('is shown where the record has it, so that the old account is not shown beside it', () => {
    expect(over({ capital_account_info: { id: 3, name: 'Old bank' } })).toEqual({
      capital_account_info: { id: '4', name: '' },
    });
    expect(over({ capital_account_id: 3 })).toEqual({ capital_account_id: '4' });
  });
  it('is shown by its id if the record has none, or is new', () => {
    expect(over({ amount: 1 })).toEqual({ capital_account_id: '4' });
    expect(over(null)).toEqual({ capital_account_id: '4' });
  });
});

describe('the totals of a new invoice', () => {
  it('are those that the service answers, the discount taken off', () => {
    const header = { discount_rate: 90, exchange_rate: '700', exchange_rate_usd: '100' };
    const shown = invoiceTotals(invoice(header));
    expect(shown.product_total_amount).toBe('22.86');
    const answered = outboundTotals(header, LINES);
    for (const [key, value] of Object.entries(shown)) expect(Number(value), key).toBe(answered[key]);
  });
  it('are not guessed where a line says too little, nor for an edit', () => {
    expect(invoiceTotals(invoice({}, [{ outbound_count: '3' }]))).toEqual({});
    expect(invoiceTotals(invoice({}, []))).toEqual({});
    expect(invoiceTotals({ ...invoice({}), target: '7' })).toEqual({});
  });
});
