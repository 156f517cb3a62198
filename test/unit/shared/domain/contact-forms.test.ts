/** Phones in the forms of different services. */
import { expect, it } from 'vitest';
import { accountsIn, phoneParts, phonesIn, phoneText } from '#shared/domain/contact-forms';

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
  [
    'a list of PHP from which a pair was taken out',
    { '0': ['86', '139'], '2': ['', '555'] },
    ['86 139', '555'],
  ],
  [
    'the same of objects',
    { '0': { tel_area_code: '86', tel: '139' }, '2': { tel: '555' } },
    ['86 139', '555'],
  ],
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

it.each([
  [
    'a list',
    [
      { type: 'wechat', value: 'ann' },
      { type: 'qq', value: 7 },
    ],
  ],
  [
    'a list of PHP from which one was taken out',
    { '0': { type: 'wechat', value: 'ann' }, '2': { type: 'qq', value: 7 } },
  ],
  ['an object of both', { wechat: 'ann', qq: '7', skype: '' }],
])('the accounts of a contact are read from %s', (_, list) => {
  expect(accountsIn(list)).toEqual([
    { type: 'wechat', value: 'ann' },
    { type: 'qq', value: '7' },
  ]);
});
