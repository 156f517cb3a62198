import { describe, expect, it } from 'vitest';
import { sumDecimals, toDecimal, withoutTail } from '#shared/domain/money';

describe('decimal text', () => {
  it.each([
    ['977.0000000000', '977.0000000000'],
    [' -12.5 ', '-12.5'],
    ['1e40', '1e40'],
    ['1.5E-08', '1.5E-08'],
    [0, '0'],
    [-1e21, '-1e+21'],
    [1.4e-14, '1.4e-14'],
    ['1,234.50', '1234.50'],
    ['-12,345,678', '-12345678'],
  ])('of %j is %j', (value, decimal) => {
    expect(toDecimal(value)).toBe(decimal);
  });
  it.each([
    '',
    'x',
    '1,5',
    '1,23,456',
    '0,500',
    '1.234,50',
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

describe('decimal text without the error of a float', () => {
  it.each([
    ['510.04499999999996', '510.045'],
    ['1.1368683772161603e-13', '0'],
    ['-0.00000000000011368683772161603', '0'],
    ['1.1368683772162E-13', '0'],
    ['1.5e-10', '0.00000000015'],
    ['1e-7', '0.0000001'],
    ['0.0000012345678', '0.0000012345678'],
    ['-2.5E+3', '-2500'],
    ['12345678901234567890.12', '12345678901234567890.12'],
  ])('of %s is %s', (decimal, without) => {
    expect(withoutTail(decimal)).toBe(without);
  });
  it('is what a sum adds', () => expect(sumDecimals(['100', '1.1368683772161603e-13'])).toBe('100'));
});
