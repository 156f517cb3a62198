/** The collected amount of an order, and what is left. */
import { describe, expect, it } from 'vitest';
import { apply, openTemporaryCache } from './cache-fixture';

const order = (more: object = {}) => ({
  order_id: 11,
  order_no: 'SO11',
  amount: 1000.1,
  currency: 'EUR',
  exchange_rate: 800,
  ...more,
});
const collection = (id: number, amount: unknown, more: object = {}) => ({
  cash_collection_id: id,
  cash_collection_no: `C${id}`,
  order_id: 11,
  amount,
  currency: 'EUR',
  exchange_rate: '800.00000',
  collect_status: 1,
  collection_date: `2026-03-0${id}`,
  create_time: '2026-03-09 10:00:00',
  type: 'T/T',
  ...more,
});
const collected = (collections: readonly object[], ofOrder: object = {}) => {
  const cache = openTemporaryCache();
  apply(cache, 'order', [order(ofOrder)]);
  apply(cache, 'collection', collections as Record<string, unknown>[]);
  return cache.orderCollections('11');
};

describe('the collections of an order', () => {
  it('are added exactly if they are effective; the others are named', () => {
    expect(
      collected([
        collection(1, '0.10'),
        collection(2, '0.20', { bank_charge: '0.05', real_amount: '0.15' }),
        collection(3, '400', { collect_status: 0 }),
        collection(4, '77', { order_id: 12 }),
        collection(5, '77', { order_id: 0 }),
      ]),
    ).toMatchObject({
      currency: 'EUR',
      ordered: '1000.1',
      collected: '0.3',
      left: '999.8',
      notEffective: { count: 1, amount: '400' },
      uncounted: [],
      converted: 0,
      count: 3,
    });
  });

  it('are listed with the newest first, with day, number, amount, method and whether they count', () => {
    const { lines } = collected([
      collection(1, '5'),
      collection(2, '6', { collect_status: 0, collection_date: '', type: 3 }),
    ])!;
    expect(lines).toEqual([
      {
        id: '2',
        number: 'C2',
        day: '2026-03-09',
        amount: '6',
        currency: 'EUR',
        isEffective: false,
        method: '3',
      },
      {
        id: '1',
        number: 'C1',
        day: '2026-03-01',
        amount: '5',
        currency: 'EUR',
        isEffective: true,
        method: 'T/T',
      },
    ]);
  });

  it('are not counted a second time by the receipts that they come from', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order()]);
    apply(cache, 'receipt', [
      {
        cash_collection_invoice_id: 31,
        amount: 300,
        currency: 'EUR',
        status: 5,
        record_list: [{ refer_id: 11, refer_type: 1, cash_collection_amount: 300 }],
      },
    ]);
    apply(cache, 'collection', [collection(1, '300')]);
    expect(cache.orderMoney('11')?.currencies[0]?.received).toBe('300');
    expect(cache.orderCollections('11')).toMatchObject({ collected: '300', left: '700.1' });
  });

  it('in another currency are converted with both rates per 100, and named without one', () => {
    const foreign = [
      collection(1, '800', { currency: 'CNY', exchange_rate: '100.00000' }),
      collection(2, '50', { currency: 'USD', exchange_rate: '' }),
      collection(3, '0.50', { currency: 'USD', exchange_rate: '0' }),
    ];
    expect(collected(foreign)).toMatchObject({
      collected: '100',
      left: null,
      converted: 1,
      uncounted: [{ currency: 'USD', amount: '50.5' }],
    });
    expect(collected(foreign.slice(0, 1))).toMatchObject({ left: '900.1' });
    expect(collected(foreign, { exchange_rate: 0 })).toMatchObject({
      collected: '0',
      converted: 0,
      uncounted: [
        { currency: 'USD', amount: '50.5' },
        { currency: 'CNY', amount: '800' },
      ],
    });
  });

  it('without an amount make what is left unknown if they are effective', () => {
    const foreign = { currency: 'USD', exchange_rate: '' };
    const waiting = { collect_status: 0 };
    for (const amount of [null, '', [], {}]) {
      expect(collected([collection(1, '5'), collection(2, amount)])).toMatchObject({
        collected: '5',
        left: null,
        withoutAmount: 1,
      });
      expect(collected([collection(1, '5'), collection(2, amount, waiting)])).toMatchObject({
        left: '995.1',
        withoutAmount: 1,
      });
    }
    expect(collected([collection(1, '5', foreign)])).toMatchObject({ left: null });
    expect(collected([collection(1, '5', { ...foreign, ...waiting })])).toMatchObject({
      left: '1000.1',
      uncounted: [{ currency: 'USD', amount: '5' }],
    });
  });

  it('have the day of creation if the service sends something else than a day', () => {
    for (const collection_date of ['', '1970-01-01 08:00:00', [], {}])
      expect(collected([collection(1, '5', { collection_date })])?.lines[0]?.day).toBe('2026-03-09');
  });

  it('may exceed the amount of the order; without that amount the amount left is unknown', () => {
    expect(collected([collection(1, '1100.10')])).toMatchObject({ left: '-100' });
    expect(collected([collection(1, '5')], { amount: null })).toMatchObject({
      ordered: null,
      left: null,
      collected: '5',
    });
    expect(collected([])).toMatchObject({ collected: '0', left: '1000.1', count: 0, lines: [] });
  });

  it('leave 0 when the amount of the order has a floating-point error', () => {
    expect(collected([collection(1, '510.045')], { amount: 510.04499999999996 })).toMatchObject({
      ordered: '510.045',
      collected: '510.045',
      left: '0',
    });
  });

  it('that were deleted do not count, and an unknown order has none', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [order()]);
    apply(cache, 'collection', [collection(1, '5')]);
    apply(cache, 'collection', [collection(1, '5')], { removed: true });
    expect(cache.orderCollections('11')).toMatchObject({ collected: '0', count: 0 });
    expect(cache.orderCollections('12')).toBeNull();
  });
});
