/** What the lines of an order fill in of the invoice that they are added to. */
import { expect, it, vi } from 'vitest';
import { filledFromOrder, isOddRate } from '../../../../src/renderer/forms/kinds/last-rates';

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

it.each([
  ['7.1234', '712.34', true],
  ['71,234', '712.34', true],
  ['650', '712.34', false],
  ['0.03', '0.028', false],
  ['', '712.34', false],
  ['7', '', false],
  ['x', '712.34', false],
])('a rate of "%s" where an earlier document has "%s" may be a mistake: %s', (typed, last, expected) => {
  expect(isOddRate(typed, last)).toBe(expected);
});
