/** Phones in the forms of different services. */
import { expect, it } from 'vitest';
import { phoneParts, phonesIn, phoneText } from '#shared/domain/contact-forms';

it.each([
  [
    'a list of pairs',
    [
      ['86', '139'],
      ['', '555'],
    ],
    ['86 139', '555'],
  ],
  ['a list of texts', ['139', '555'], ['139', '555']],
  ['one pair with the keys of a list', { '0': '86', '1': '139' }, ['86 139']],
  ['one object of both parts', { tel_area_code: '86', tel: '139' }, ['86 139']],
  ['an object of pairs', { a: ['86', '139'], b: ['', '555'] }, ['86 139', '555']],
  [
    'a list of pairs without an area code or a number',
    [
      [null, '139'],
      ['86', null],
    ],
    ['139', '86'],
  ],
  ['nothing', null, []],
])('%s is read as its phones', (_, list, phones) => {
  expect(phonesIn(list).map(phoneText)).toEqual(phones);
});

it('has parts only as an area code and a number', () => {
  expect(phoneParts(['86', '139'])).toEqual({ area: '86', number: '139', hasArea: true });
  expect(phoneParts(['86', '139', '7'])).toBeNull();
  expect(phoneParts(['86', { number: '139' }])).toBeNull();
});
