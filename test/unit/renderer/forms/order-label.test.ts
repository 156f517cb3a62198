import { describe, expect, it } from 'vitest';
import { orderLabel } from '../../../../src/renderer/forms/kinds/order-lines';

describe('an order in the picker of the invoice form', () => {
  it('has its number, name and day, and no day if it has no date', () => {
    const values = { order_no: 'SO1', name: 'Lamps', account_date: '2026-03-02 00:00:00' };
    expect(orderLabel({ id: '1', values })).toBe('SO1 · Lamps · 2026-03-02');
    for (const account_date of ['1970-01-01 08:00:00', '', null, undefined])
      expect(orderLabel({ id: '1', values: { ...values, account_date } })).toBe('SO1 · Lamps');
    expect(orderLabel({ id: '7', values: {} })).toBe('7');
  });
});
