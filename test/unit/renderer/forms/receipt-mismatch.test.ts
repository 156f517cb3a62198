import { describe, expect, it } from 'vitest';
import { isNotPositive, receiptMismatch } from '../../../../src/renderer/forms/kinds/receipt-mismatch';
import type { FormValues } from '../../../../src/renderer/forms/values/form-values';

const valuesOf = (fields: Record<string, string>, ...allocated: string[]): FormValues => ({
  fields,
  names: {},
  children: allocated.map((amount, at) => ({
    ref: `local:${at}`,
    fields: { refer_type: '1', refer_id: '9', cash_collection_amount: amount },
  })),
});
const START = valuesOf({ company_id: '7', currency: 'EUR', amount: '500' }, '500');

describe('a receipt that is started from an order', () => {
  it('names the currency of its amount if another one is chosen and the amount stays', () => {
    const inDollars = (amount: string) => valuesOf({ company_id: '7', currency: 'USD', amount }, amount);
    expect(receiptMismatch(inDollars('500.00'), START).amountIn).toBe('EUR');
    expect(receiptMismatch(inDollars('540'), START).amountIn).toBeNull();
    expect(receiptMismatch(START, START).amountIn).toBeNull();
    expect(receiptMismatch(inDollars('500'), null).amountIn).toBeNull();
    expect(receiptMismatch(inDollars(''), valuesOf({ currency: 'EUR' })).amountIn).toBeNull();
  });

  it('names an order of another customer', () => {
    const ofOther = { ...START, fields: { ...START.fields, company_id: '8' } };
    expect(receiptMismatch(ofOther, START).isOtherOrder).toBe(true);
    const [line] = START.children;
    const toAnother = { ...ofOther, children: [{ ...line!, fields: { ...line!.fields, refer_id: '10' } }] };
    expect(receiptMismatch(toAnother, START).isOtherOrder).toBe(false);
    expect(receiptMismatch({ ...ofOther, children: [] }, START).isOtherOrder).toBe(false);
    expect(receiptMismatch(START, START).isOtherOrder).toBe(false);
  });
});

it('more is allocated than was paid', () => {
  expect(receiptMismatch(valuesOf({ amount: '100' }, '60', '40.01'), null).overAllocated).toBe('100.01');
  expect(receiptMismatch(valuesOf({ amount: '100' }, '60', '40'), null).overAllocated).toBeNull();
  expect(receiptMismatch(valuesOf({}, '60'), null).overAllocated).toBeNull();
});

it('a refund is reported if it takes back more than its amount, or if it allocates money instead of taking it back', () => {
  const over = (...allocated: string[]) =>
    receiptMismatch(valuesOf({ amount: '-100' }, ...allocated), null).overAllocated;
  expect(over()).toBeNull();
  expect(over('')).toBeNull();
  expect(over('-60')).toBeNull();
  expect(over('-60', '-40')).toBeNull();
  expect(over('-60', '-40.01')).toBe('-100.01');
  expect(over('50')).toBe('50');
});

it('reads amounts as they are typed: with grouping marks and full-width digits', () => {
  const over = (amount: string, allocated: string) =>
    receiptMismatch(valuesOf({ amount }, allocated), null).overAllocated;
  expect(over('1,000', '1,500')).toBe('1500');
  expect(over('1000', '１５００')).toBe('1500');
  expect(over('1,000', '900')).toBeNull();
  expect(over('1,000', '0,500')).toBeNull();
});

it.each([
  ['0', true],
  ['-1,500', true],
  ['－５', true],
  ['1,500', false],
  ['', false],
  ['many', false],
])('an amount of "%s" is not positive: %s', (amount, expected) => {
  expect(isNotPositive({ fields: { amount } })).toBe(expected);
});

describe('an allocation to an order in another currency', () => {
  const ORDERS = new Map([
    ['9', 'JPY'],
    ['10', 'EUR'],
  ]);
  const line = (order: string, allocated: string, registered = ''): FormValues['children'][number] => ({
    ref: `local:${order}`,
    fields: {
      refer_type: '1',
      refer_id: order,
      cash_collection_amount: allocated,
      cash_collection_invoice_amount: registered,
    },
  });
  const over = (start: FormValues | null, ...children: FormValues['children']): string | null =>
    receiptMismatch({ fields: { amount: '1000', currency: 'EUR' }, names: {}, children }, start, ORDERS)
      .overAllocated;

  it('is not compared with the amount paid, because it is in the currency of the order', () => {
    expect(over(null, line('9', '150000'))).toBeNull();
    expect(over(null, line('9', '150000'), line('10', '1000'))).toBeNull();
    expect(over(null, line('9', '150000'), line('10', '1000.01'))).toBe('1000.01');
  });

  it('counts with its registered amount, because that one is in the currency of the receipt', () => {
    expect(over(null, line('9', '150000', '999'))).toBeNull();
    expect(over(null, line('9', '500', '1001'))).toBe('1001');
    expect(over(null, line('9', '150000', '600'), line('10', '401'))).toBe('1001');
  });

  it('is known from the order that the receipt was started from', () => {
    const start: FormValues = { fields: { currency: 'CNY' }, names: {}, children: [line('77', '7800')] };
    expect(over(start, line('77', '7800'))).toBeNull();
    // Nothing is known of this order, and most orders have the currency of their receipts.
    expect(over(start, line('78', '7800'))).toBe('7800');
  });

  it('of an opportunity is not taken for the order with the same id', () => {
    const toOpportunity = line('9', '7800');
    const child = { ...toOpportunity, fields: { ...toOpportunity.fields, refer_type: '2' } };
    expect(over(null, child)).toBe('7800');
  });
});
