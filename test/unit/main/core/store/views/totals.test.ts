import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import Big from 'big.js';
import type { Totals, View } from '#shared/contract/records';
import type { CacheStore } from '#core/store/cache-store';
import { DRAFT_ORDERS_KEY } from '#core/store/read/draft-orders';
import { PIECE } from '#core/store/views/totals';
import { apply, openTemporaryCache } from '../cache-fixture';
import { layOver } from '../overlay-fixture';

const total = (
  cache: Pick<CacheStore, 'totals'>,
  view: View,
  fields: string[] = ['amount'],
): Totals['fields'] => {
  const pieces = cache.totals(view, fields);
  for (;;) {
    const step = pieces.next();
    if (step.done === true) return step.value.fields;
  }
};
const order = (id: number, currency: string, amount: string, name = 'x'): string =>
  `{"order_id":${id},"order_no":"N${id}","name":"${name}","currency":"${currency}","amount":${amount},"update_time":"2026-01-01 00:00:00"}`;

describe('totals of a view', () => {
  it('add decimals, not floats', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order(1, 'EUR', '0.1'),
      order(2, 'EUR', '0.2'),
      order(3, 'USD', '"977.0000000000"'),
      order(4, 'USD', '""'),
      order(5, '', '-3'),
    ]);
    expect(total(cache, { resource: 'order' })).toEqual([
      {
        field: 'amount',
        sums: [
          { currency: 'EUR', count: 2, sum: '0.3' },
          { currency: '', count: 1, sum: '-3' },
          { currency: 'USD', count: 1, sum: '977' },
        ],
        drafts: [],
      },
    ]);
  });

  it('[PL7] add collections apart that are not effective, whatever their status is', () => {
    const cache = openTemporaryCache();
    const collection = (id: number, amount: string, status: number | string | null) => ({
      cash_collection_id: id,
      cash_collection_no: `C${id}`,
      currency: 'USD',
      amount,
      collect_status: status,
      update_time: '2026-01-01 00:00:00',
    });
    apply(cache, 'collection', [
      collection(1, '0.1', 1),
      collection(2, '0.2', '1'),
      collection(3, '400', 0),
      collection(4, '50', 9),
      collection(5, '6', null),
    ]);
    expect(total(cache, { resource: 'collection' })).toEqual([
      {
        field: 'amount',
        sums: [{ currency: 'USD', count: 2, sum: '0.3' }],
        drafts: [{ currency: 'USD', count: 3, sum: '456' }],
      },
    ]);
  });

  it('[PL7] add the amounts of draft orders apart, exactly', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order(1, 'USD', '0.1'),
      order(2, 'USD', '200'),
      order(3, 'USD', '9223372036854775807'),
      order(4, 'JPY', '5'),
    ]);
    cache.setState(DRAFT_ORDERS_KEY, '["2","3","4"]');
    expect(total(cache, { resource: 'order' })).toEqual([
      {
        field: 'amount',
        sums: [{ currency: 'USD', count: 1, sum: '0.1' }],
        drafts: [
          { currency: 'USD', count: 2, sum: '9223372036854776007' },
          { currency: 'JPY', count: 1, sum: '5' },
        ],
      },
    ]);
  });

  it('add the amounts of draft receipts apart, also of one with a pending edit', () => {
    const cache = openTemporaryCache();
    const receipt = (id: number, status: number, amount: string): string =>
      `{"cash_collection_invoice_id":${id},"currency":"USD","status":${status},"amount":${amount},"update_time":"2026-01-01 00:00:00"}`;
    apply(cache, 'receipt', [receipt(1, 3, '1'), receipt(2, 1, '10'), receipt(3, 1, '100')]);
    const laid = layOver(cache);
    laid.push('receipt', { amount: '5', currency: 'USD' });
    laid.push('receipt', { amount: '1000', currency: 'USD' }, { target: '3' });
    expect(total(laid.records, { resource: 'receipt' })).toEqual([
      {
        field: 'amount',
        sums: [{ currency: 'USD', count: 2, sum: '6' }],
        drafts: [{ currency: 'USD', count: 2, sum: '1010' }],
      },
    ]);
  });

  it('add a currency that is spelled in several ways', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order(1, 'usd', '1'), order(2, ' USD', '2'), order(3, 'USD ', '3.5')]);
    expect(total(cache, { resource: 'order' })[0]?.sums).toEqual([{ currency: 'USD', count: 3, sum: '6.5' }]);
  });

  it('add the displayed values, without floating-point errors', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order(1, 'USD', '510.04499999999996'),
      order(2, 'USD', '0.30000000000000004'),
      order(3, 'USD', '1.5'),
    ]);
    expect(total(cache, { resource: 'order' })[0]?.sums).toEqual([
      { currency: 'USD', count: 3, sum: '511.845' },
    ]);
  });

  it('keep the last of nineteen digits, and more than four decimals', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order(1, 'CNY', '9223372036854775807'),
      order(2, 'CNY', '"9223372036854775806"'),
      order(3, 'CNY', '0.00001'),
      order(4, 'CNY', '1000000000000000001'),
    ]);
    expect(total(cache, { resource: 'order' })[0]?.sums).toEqual([
      { currency: 'CNY', count: 4, sum: '19446744073709551614.00001' },
    ]);
  });

  it('keep four decimals that a float of that size cannot represent', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order(1, 'EUR', '-82489151635.131601'),
      order(2, 'EUR', '0'),
      order(3, 'USD', '8589934591.999999'),
    ]);
    expect(total(cache, { resource: 'order' })[0]?.sums).toEqual([
      { currency: 'EUR', count: 2, sum: '-82489151635.131601' },
      { currency: 'USD', count: 1, sum: '8589934591.999999' },
    ]);
  });

  it('follow filters, search and the removed list', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      order(1, 'EUR', '1', 'alpha'),
      order(2, 'EUR', '10', 'beta'),
      order(3, 'USD', '100', 'alpha'),
    ]);
    apply(cache, 'order', [order(4, 'EUR', '1000')], { removed: true });
    const sumOf = (view: Omit<View, 'resource'>): string[] | undefined =>
      total(cache, { resource: 'order', ...view })[0]?.sums.map(({ currency, sum }) => `${currency} ${sum}`);
    expect(sumOf({ filters: [{ field: 'currency', op: 'in', values: ['EUR'] }] })).toEqual(['EUR 11']);
    expect(sumOf({ search: 'alpha' })).toEqual(['EUR 1', 'USD 100']);
    expect(sumOf({ removed: true })).toEqual(['EUR 1000']);
    expect(sumOf({ filters: [{ field: 'update_time', op: 'between', from: '2027-01-01' }] })).toEqual([]);
  });

  it('know yuan and dollars from the field, and refuse fields that are not amounts', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [`{"order_id":1,"currency":"EUR","amount":1,"amount_rmb":7.8,"amount_usd":1.1}`]);
    expect(
      total(cache, { resource: 'order' }, ['amount_rmb', 'amount_usd']).map(({ sums }) => sums[0]?.currency),
    ).toEqual(['CNY', 'USD']);
    expect(() => total(cache, { resource: 'order' }, ['name'])).toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
  });

  it('equal the decimal sum of the sent values, for any values', () => {
    const amount = fc.oneof(
      fc
        .tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.integer({ min: 0, max: 6 }))
        .map(([digits, scale]) => new Big(digits.toString()).div(10 ** scale).toFixed()),
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
        .map((value) => new Big(value).round(4).toFixed()),
    );
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 40 }), (amounts) => {
        const cache = openTemporaryCache();
        apply(
          cache,
          'order',
          amounts.map((text, index) => order(index + 1, 'EUR', text)),
        );
        const exact = amounts.reduce((sum, text) => sum.plus(text), new Big(0)).toFixed();
        expect(total(cache, { resource: 'order' })[0]?.sums).toEqual([
          { currency: 'EUR', count: amounts.length, sum: exact },
        ]);
        cache.close();
      }),
      { numRuns: 15 },
    );
  });

  it('count pending work as the list shows it: once and exactly', () => {
    const cache = openTemporaryCache();
    const receipt = (id: number, amount: string): string =>
      `{"cash_collection_invoice_id":${id},"cash_collection_invoice_no":"R${id}","currency":"USD","amount":${amount},"update_time":"2026-01-01 00:00:00"}`;
    apply(cache, 'receipt', [receipt(1, '0.1'), receipt(2, '10')]);
    const laid = layOver(cache);
    laid.push('receipt', { amount: '0.2', currency: 'USD' });
    laid.push('receipt', { amount: '1234567890123456.789', currency: 'EUR' });
    laid.push('receipt', { amount: '20', currency: 'USD' }, { target: '2' });
    const sums = total(laid.records, { resource: 'receipt' })[0]?.sums;
    expect(sums).toEqual([
      { currency: 'USD', count: 3, sum: '20.3' },
      { currency: 'EUR', count: 1, sum: '1234567890123456.789' },
    ]);
    expect(laid.records.page({ resource: 'receipt' }, 0, 10).total).toBe(4);
    expect(
      total(laid.records, {
        resource: 'receipt',
        filters: [{ field: 'currency', op: 'in', values: ['EUR'] }],
      })[0]?.sums,
    ).toEqual([{ currency: 'EUR', count: 1, sum: '1234567890123456.789' }]);
  });

  it('are computed in pieces, so that lists are answered in between', () => {
    const cache = openTemporaryCache();
    const count = PIECE + 1;
    for (let from = 0; from < count; from += 5000)
      apply(
        cache,
        'order',
        Array.from({ length: Math.min(5000, count - from) }, (_, index) =>
          order(from + index + 1, 'EUR', '0.01'),
        ),
      );
    const pieces = cache.totals({ resource: 'order' }, ['amount']);
    let steps = 0;
    let step = pieces.next();
    for (; step.done !== true; step = pieces.next()) {
      expect(cache.page({ resource: 'order' }, 0, 1).total).toBe(count);
      steps += 1;
    }
    expect(steps).toBe(2);
    expect(step.value.fields[0]?.sums).toEqual([{ currency: 'EUR', count, sum: '100.01' }]);
  });
});
