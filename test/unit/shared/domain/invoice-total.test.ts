/** Totals in decimals: no cent is lost, and halves are rounded up once, at the end. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertedPer100, exceeds, invoiceTotal, lineAmount, remaining } from '#shared/domain/invoice-total';

const NO_RATES = { discountRate: '', rmb: '', usd: '' };

describe('the total of an invoice', () => {
  it('adds fractions of cents before rounding', () => {
    const lines = Array.from({ length: 3 }, () => ({ count: '1', price: '0.335' }));
    expect(invoiceTotal(lines, NO_RATES)).toMatchObject({ products: '1.005', net: '1.005' });
    expect(lineAmount('3', '0.335')).toBe('1.005');
    expect(lineAmount('0.1', '0.2')).toBe('0.02');
  });

  it('counts a number with a floating-point error of the service as the number on the screen', () => {
    expect(lineAmount('2', 510.04499999999996)).toBe('1020.09');
    expect(invoiceTotal([{ count: 2, price: '510.04499999999996' }], NO_RATES).products).toBe('1020.09');
    expect(remaining(0.30000000000000004, '0.3')).toBe('0');
    expect(exceeds(0.30000000000000004, '0.3')).toBe(false);
  });

  it('converts the whole net amount, and rounds half up', () => {
    expect(invoiceTotal([{ count: '1', price: '0.5' }], { ...NO_RATES, rmb: '101' }).rmb).toBe('0.51');
    expect(invoiceTotal([{ count: '3', price: '33.35' }], { ...NO_RATES, usd: '99.5' }).usd).toBe('99.55');
    expect(convertedPer100('0.5', '99')).toBe('0.5');
  });

  it('is reduced by a discount; empty, 0 and 100 are none', () => {
    const net = (discountRate: string) =>
      invoiceTotal([{ count: '2', price: '50' }], { ...NO_RATES, discountRate }).net;
    expect(['', '0', '100', '95'].map(net)).toEqual(['100', '100', '100', '95']);
  });

  it('equals the sum of whole cents for any lines', () => {
    const line = fc.record({
      count: fc.integer({ min: 0, max: 9_999 }),
      price: fc.integer({ min: 0, max: 9_999_999 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const cents = lines.reduce((sum, { count, price }) => sum + BigInt(count) * BigInt(price), 0n);
        const total = invoiceTotal(
          lines.map(({ count, price }) => ({ count: String(count), price: (price / 100).toFixed(2) })),
          NO_RATES,
        ).products;
        const [whole = '0', part = ''] = total.split('.');
        expect(BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))).toBe(cents);
      }),
    );
  });
});
