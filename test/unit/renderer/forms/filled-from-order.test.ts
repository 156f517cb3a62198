/** What the lines of an order fill in of the invoice that they are added to. */
import { expect, it, vi } from 'vitest';
import { filledFromOrder } from '../../../../src/renderer/forms/kinds/last-rates';

/** The address is read when the modules are loaded. */
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const ORDER = { currency: 'USD', rate: '712.34', rateUsd: '100' };
const ALL = { currency: 'USD', exchange_rate: '712.34', exchange_rate_usd: '100' };

it('an invoice without a currency gets the currency and the rates of the order', () => {
  expect(filledFromOrder(ORDER, {})).toEqual(ALL);
  expect(filledFromOrder({ ...ORDER, rateUsd: '' }, { currency: '' })).toEqual({
    currency: 'USD',
    exchange_rate: '712.34',
  });
});

it('an invoice in the currency of the order gets the rates that it lacks', () => {
  expect(filledFromOrder(ORDER, { currency: 'USD', exchange_rate: '700' })).toEqual({
    exchange_rate_usd: '100',
  });
  expect(filledFromOrder({ ...ORDER, currency: 'usd' }, { currency: 'USD', exchange_rate: '7' })).toEqual({
    exchange_rate_usd: '100',
  });
});

it('an invoice in another currency gets no rates, because those of the order would be wrong', () => {
  expect(filledFromOrder(ORDER, { currency: 'EUR', exchange_rate: '', exchange_rate_usd: '' })).toEqual({});
  expect(filledFromOrder({ ...ORDER, currency: '' }, { currency: 'EUR' })).toEqual({});
});
