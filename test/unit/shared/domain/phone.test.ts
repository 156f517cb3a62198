import { expect, it } from 'vitest';
import { isDoubtfulPhone } from '#shared/domain/phone';

it.each([
  '',
  '+49 (0) 40 123456-7',
  '0755-8302 1234 转 806',
  '13800138000',
  '＋８６ １３８００１３８０００',
  '020 7946 0958 ext. 12',
  '555.123.4567 / 8',
  '10086, 400-810-8888',
  '\u202a+49 170 1234567\u202c',
  '+49\u201130\u20115550199',
])('takes %j for a telephone number', (text) => {
  expect(isDoubtfulPhone(text)).toBe(false);
});

it.each(['1234', 'ask Anna', '138oo138000', '1234567890123456', 'anna@harbor.example', '13800138000, tbd'])(
  'doubts %j',
  (text) => {
    expect(isDoubtfulPhone(text)).toBe(true);
  },
);
