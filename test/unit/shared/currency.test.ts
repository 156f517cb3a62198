import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES, currencyDecimals } from '#shared/domain/currency';

describe('currencies', () => {
  it('have the decimals of ISO 4217', () => {
    expect(['JPY', 'KRW', 'VND', 'USD', 'CNY', 'KWD', 'XYZ'].map(currencyDecimals)).toEqual([
      0,
      0,
      0,
      2,
      2,
      3,
      null,
    ]);
    expect(new Set(CURRENCY_CODES).size).toBe(CURRENCY_CODES.length);
    expect(CURRENCY_CODES.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
  });
});
