import { expect, it } from 'vitest';
import { parseTypedId, parseTypedNumber } from '../../../../src/renderer/format/typed-number';

it.each([
  ['50k', '50000'],
  ['1.5m', '1500000'],
  ['12,500', '12500'],
  ['1,234,567.89', '1234567.89'],
  ['5万', '50000'],
  ['１２００', '1200'],
  ['-3', '-3'],
  ['0.1', '0.1'],
  ['12 500', '12500'],
  ['12 500 k', '12500000'],
  ['٥٠٠٠', '5000'],
  ['۱۲٫۵k', '12500'],
  ['5 万', '50000'],
])('a filter reads %s as %s', (typed, expected) => {
  expect(parseTypedNumber(typed)).toBe(expected);
});
it.each(['', 'k', '1,5', '0,500', '12,50', '1e3', 'many', '5kk', '12 50', '12 5k'])(
  'a filter does not read "%s" as a number',
  (typed) => {
    expect(parseTypedNumber(typed)).toBeUndefined();
  },
);

it.each([
  ['1234567890123456789', '1234567890123456789'],
  ['１２３４', '1234'],
  ['\u200b1234\u00a0', '1234'],
  ['٤٢', '42'],
  ['0', null],
  ['-5', null],
  ['SO-1', null],
  ['', null],
  ['local:a', null],
  ['99999999999999999999', null],
])('the typed id "%s" is %s', (typed, id) => expect(parseTypedId(typed)).toBe(id));
