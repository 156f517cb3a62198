import { describe, expect, it } from 'vitest';
import { toDecimal } from '#shared/domain/money';

describe('decimal text', () => {
  it.each([
    ['977.0000000000', '977.0000000000'],
    [' -12.5 ', '-12.5'],
    ['1e40', '1e40'],
    ['1.5E-08', '1.5E-08'],
    [0, '0'],
    [-1e21, '-1e+21'],
    [1.4e-14, '1.4e-14'],
  ])('of %j is %j', (value, decimal) => {
    expect(toDecimal(value)).toBe(decimal);
  });
  it.each([
    '',
    'x',
    '1e41',
    '1E+400',
    '1e-41',
    '1e3000000',
    '9'.repeat(101),
    1e41,
    -1e300,
    5e-324,
    NaN,
    Infinity,
    null,
  ])('of %j is none', (value) => {
    expect(toDecimal(value)).toBeUndefined();
  });
});
