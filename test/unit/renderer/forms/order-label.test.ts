import { describe, expect, it } from 'vitest';
import { orderLabel, ordersOf } from '../../../../src/renderer/forms/kinds/order-lines';
import { windowOver } from '../../../support/renderer/window-over';

describe('an order in the picker of the invoice form', () => {
  it('has its number, name and day, and no day if it has no date', () => {
    const values = { order_no: 'SO1', name: 'Lamps', account_date: '2026-03-02 00:00:00' };
    expect(orderLabel({ id: '1', values })).toBe('SO1 · Lamps · 2026-03-02');
    for (const account_date of ['1970-01-01 08:00:00', '', null, undefined])
      expect(orderLabel({ id: '1', values: { ...values, account_date } })).toBe('SO1 · Lamps');
    expect(orderLabel({ id: '7', values: {} })).toBe('7');
  });
});

describe('the orders of a company that can be picked', () => {
  /** A copy with so many orders of every company. */
  const copyWith = (total: number): unknown[] => {
    const filters: unknown[] = [];
    windowOver({
      records: {
        page: ({ view, start, limit }: { view: { filters: unknown }; start: number; limit: number }) => {
          filters.push(view.filters);
          const count = Math.max(0, Math.min(limit, total - start));
          const rows = Array.from({ length: count }, (_, at) => ({ id: `${start + at}`, values: {} }));
          return { total, start, rows };
        },
      },
    });
    return filters;
  };

  it.each([0, 3, 100, 500, 1234])('are all %i of them, also the oldest', async (total) => {
    const filters = copyWith(total);
    const found = await ordersOf('7');
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, at) => `${at}`));
    expect(filters[0]).toEqual([{ field: 'company', op: 'in', values: ['7'] }]);
  });

  it('are limited, so that an absurd number does not hold up the form', async () => {
    copyWith(1_000_000);
    expect((await ordersOf('7')).length).toBe(10_000);
  });
});
