/** How much of each line of an order is invoiced, also where a product stands in it twice. */
import { describe, expect, it } from 'vitest';
import { invoicedCounts, orderLineOf } from '../../../../src/renderer/forms/kinds/invoiced-counts';

const line = (count: string, more: object = {}) => ({ product_id: '7', sku_id: '3', count, ...more });
const invoiced = (count: string, more: object = {}) => ({
  product_id: '7',
  sku_id: '3',
  outbound_count: count,
  ...more,
});

describe('an order with the same product twice, without ids of its lines', () => {
  const twice = [line('10'), line('5')];
  it.each([
    [[], ['0', '0']],
    [['10'], ['10', '0']],
    [
      ['4', '4'],
      ['8', '0'],
    ],
    [['12.5'], ['10', '2.5']],
    [
      ['10', '5'],
      ['10', '5'],
    ],
    // What is invoiced beyond the order is on the last line.
    [['20'], ['10', '10']],
  ])('%j invoiced are %j of its lines', (counts, expected) => {
    expect(
      invoicedCounts(
        twice,
        counts.map((count) => invoiced(count)),
      ),
    ).toEqual(expected);
  });
});

describe('an order whose lines have ids', () => {
  const lines = [line('10', { unique_id: 'a' }), line('5', { unique_id: 'b' })];
  it('counts a line of an invoice for the line that it names', () => {
    expect(invoicedCounts(lines, [invoiced('5', { order_record_id: 'b' })])).toEqual(['0', '5']);
  });
  it('counts a line without an order line once, and ignores a line whose order line is gone', () => {
    const taken = [invoiced('3', { order_record_id: 'a' }), invoiced('9', { order_record_id: '0' })];
    expect(invoicedCounts(lines, taken)).toEqual(['10', '2']);
    expect(invoicedCounts(lines, [invoiced('3', { order_record_id: 'gone' })])).toEqual(['0', '0']);
  });
  it('leaves other products and SKUs alone', () => {
    expect(
      invoicedCounts(lines, [invoiced('3', { sku_id: '4' }), invoiced('3', { product_id: '8' })]),
    ).toEqual(['0', '0']);
  });
  it('is found by the id, otherwise by product and SKU', () => {
    expect(orderLineOf(invoiced('1', { order_record_id: 'b' }), lines)).toBe(lines[1]);
    expect(orderLineOf(invoiced('1'), lines)).toBe(lines[0]);
    expect(orderLineOf(invoiced('1', { order_record_id: 'gone' }), lines)).toBeUndefined();
    expect(orderLineOf(invoiced('1', { order_record_id: 'x' }), [line('1')])).toBeDefined();
  });
});

it('an order line without a known quantity takes what is invoiced', () => {
  expect(invoicedCounts([line(''), line('5')], [invoiced('7')])).toEqual(['7', '0']);
});
