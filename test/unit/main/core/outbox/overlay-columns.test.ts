/** The columns of work that is not delivered yet. */
import { describe, expect, it } from 'vitest';
import { invoiceTotals } from '#core/outbox/overlay/invoice-amounts';
import { columnsOf } from '#core/outbox/overlay/overlay-columns';
import { outboundTotals } from '#service/documents';

const LINES = [
  { outbound_count: '3', sale_price: '0.10' },
  { outbound_count: '2.5', sale_price: '10.04' },
];

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
  const totals = (header: object, lines: readonly object[] = LINES) =>
    invoiceTotals({ ...header, record_list: lines }, null, true);
  it('are those that the service answers, the discount taken off', () => {
    const header = { discount_rate: 90, exchange_rate: '700', exchange_rate_usd: '100' };
    const shown = totals(header);
    expect(shown).toMatchObject({ product_total_amount: '22.86', discount: '2.54' });
    const answered = outboundTotals(header, LINES);
    for (const [key, value] of Object.entries(shown)) expect(Number(value), key).toBe(answered[key]);
  });
  it('are not guessed where a line says too little', () => {
    expect(totals({}, [{ outbound_count: '3' }])).toEqual({});
    expect(totals({}, [])).toEqual({});
  });
});

describe('the totals of an invoice with pending lines', () => {
  const held = {
    product_total_amount: '50.00',
    product_total_amount_rmb: '350',
    product_total_count: '10',
    discount_rate: '100',
    exchange_rate: '700',
    record_list: [{ outbound_record_id: '11', outbound_count: '10', sale_price: '5' }],
  };
  const line = (count: string) => ({ outbound_record_id: '11', outbound_count: count, sale_price: '5.0' });
  const over = (values: object, of: Record<string, unknown> = held) =>
    invoiceTotals({ ...values }, of, false);
  it('are computed from all lines, the pending and the others', () => {
    expect(over({ record_list: [line('20'), { outbound_count: '1', sale_price: '2' }] })).toEqual({
      product_total_amount: '102',
      product_total_amount_rmb: '714',
      product_total_count: '21',
    });
    expect(over({ record_list: [line('20')], discount_rate: 90 })).toMatchObject({
      product_total_amount: '90',
      discount: '10',
    });
  });
  it('follow a pending discount or exchange rate, also if the lines stay', () => {
    expect(over({ discount_rate: 90 })).toMatchObject({ product_total_amount: '45', discount: '5' });
    expect(over({ exchange_rate: '710' })).toMatchObject({ product_total_amount_rmb: '355' });
    expect(over({ discount_rate: 90 }, { ...held, record_list: undefined })).toEqual(empty);
    expect(over({ discount_rate: '100.0', exchange_rate: 700 })).toEqual({});
  });
  it('stay if no amount changes', () => {
    expect(over({ remark: 'x' })).toEqual({});
    expect(over({ record_list: [{ ...line('10'), order_id: '7' }] })).toEqual({});
  });
  const empty = { product_total_amount: null, product_total_amount_rmb: null, product_total_count: null };
  it.each([
    ['the other lines are not stored', { ...held, record_list: undefined }],
    ['the stored lines do not give the stored total', { ...held, product_total_amount: '49' }],
  ])('are empty if %s', (_, of) => {
    expect(over({ record_list: [line('20')] }, of)).toEqual(empty);
  });
  it('are empty if a line says too little', () => {
    expect(over({ record_list: [line('20'), { outbound_count: '1' }] })).toEqual(empty);
  });
  it('are left out if the record is not stored', () => {
    expect(invoiceTotals({ record_list: [line('20')] }, null, false)).toEqual({});
  });
});
