import { describe, expect, it } from 'vitest';
import type { Column, Row } from '#shared/contract/records';
import { rangeSums as sumsOfRange } from '../../../src/renderer/features/lists/range-sums';

const column = (key: string, kind: Column['kind']): Column => ({ key, kind, sort: 'none' });
const rows = (...all: Record<string, unknown>[]): Row[] =>
  all.map((values, at) => ({ id: String(at), values }));
const AMOUNT = column('amount', 'money');
const rangeSums = (columns: Column[], all: Row[]) => sumsOfRange(columns, all, () => false);

describe('the sums of a cell range', () => {
  it('never mix currencies, and are exact', () => {
    const found = rangeSums(
      [AMOUNT],
      rows(
        { amount: '0.1', currency: 'USD' },
        { amount: 0.2, currency: 'USD' },
        { amount: '1001', currency: 'JPY' },
        { amount: '5' },
        { amount: '', currency: 'EUR' },
      ),
    );
    expect(found).toEqual([
      {
        column: AMOUNT,
        sums: [
          { currency: 'USD', count: 2, sum: '0.3', average: '0.15' },
          { currency: '', count: 1, sum: '5', average: '5' },
          { currency: 'JPY', count: 1, sum: '1001', average: '1001' },
        ],
        drafts: [],
      },
    ]);
  });

  it('[PL7] have those of drafts apart, of amounts and of quantities', () => {
    const count = column('count', 'number');
    const all = rows(
      { amount: '1', currency: 'USD', count: '3' },
      { amount: '10', currency: 'USD', count: '4' },
    );
    expect(sumsOfRange([AMOUNT, count], all, ({ id }) => id === '1')).toMatchObject([
      { sums: [{ count: 1, sum: '1' }], drafts: [{ count: 1, sum: '10' }] },
      { sums: [{ count: 1, sum: '3' }], drafts: [{ count: 1, sum: '4' }] },
    ]);
  });

  it('average to the decimals of the currency', () => {
    const yen = rangeSums([AMOUNT], rows({ amount: '1', currency: 'JPY' }, { amount: '2', currency: 'JPY' }));
    expect(yen[0]?.sums[0]?.average).toBe('2');
    const third = rangeSums(
      [column('count', 'number')],
      rows({ count: '1' }, { count: '0' }, { count: '0' }),
    );
    expect(third[0]?.sums).toEqual([{ currency: null, count: 3, sum: '1', average: '0.33' }]);
  });

  it('add a currency that is spelled in two ways', () => {
    const found = rangeSums(
      [AMOUNT],
      rows({ amount: '1', currency: 'usd' }, { amount: '2', currency: ' USD' }),
    );
    expect(found[0]?.sums).toMatchObject([{ currency: 'USD', count: 2, sum: '3' }]);
  });

  it('never mix currencies that a service gives as numbers', () => {
    const found = rangeSums([AMOUNT], rows({ amount: '1', currency: 840 }, { amount: '2', currency: 156 }));
    expect(found[0]?.sums).toMatchObject([
      { currency: '156', count: 1, sum: '2' },
      { currency: '840', count: 1, sum: '1' },
    ]);
  });

  it('average small quantities to the decimals that they have', () => {
    const small = rangeSums([column('count', 'number')], rows({ count: '0.004' }, { count: '0.002' }));
    expect(small[0]?.sums).toEqual([{ currency: null, count: 2, sum: '0.006', average: '0.003' }]);
  });

  it('average to the decimals of the values, also if these vanish in their sum', () => {
    const half = rangeSums([column('count', 'number')], rows({ count: '0.005' }, { count: '0.005' }));
    expect(half[0]?.sums).toEqual([{ currency: null, count: 2, sum: '0.01', average: '0.005' }]);
  });

  it('keep all decimals of unit prices; amounts are rounded to the decimals of their currency', () => {
    const two = rows(
      { price_min: '0.0125', amount: '10.0125', currency: 'USD' },
      { price_min: '0.0135', amount: '10.0135', currency: 'USD' },
    );
    const [price, amount] = rangeSums([column('price_min', 'money'), AMOUNT], two);
    expect(price?.sums).toEqual([{ currency: 'USD', count: 2, sum: '0.026', average: '0.013' }]);
    expect(amount?.sums).toEqual([{ currency: 'USD', count: 2, sum: '20.03', average: '10.01' }]);
    const [equal] = rangeSums([column('price_min', 'money')], [...two.slice(0, 1), ...two.slice(0, 1)]);
    expect(equal?.sums).toEqual([{ currency: 'USD', count: 2, sum: '0.025', average: '0.0125' }]);
  });

  it('take columns of numbers only; each is added up by itself', () => {
    const [rate, name, usd] = [
      column('exchange_rate', 'rate'),
      column('name', 'text'),
      column('amount_usd', 'money'),
    ];
    const found = rangeSums(
      [name, rate, AMOUNT, usd],
      rows({ name: '7', exchange_rate: '700', amount: '10', amount_usd: '70', currency: 'CNY' }),
    );
    expect(found.map(({ column: { key }, sums }) => [key, sums[0]?.currency, sums[0]?.sum])).toEqual([
      ['amount', 'CNY', '10'],
      ['amount_usd', 'USD', '70'],
    ]);
  });
});
