import { describe, expect, it } from 'vitest';
import { compareValues, isEmptyValue } from '#core/outbox/compare/compare-values';
import { snapshotOf } from '#core/outbox/compare/server-snapshot';
import { COMPANY_FIELDS } from '#shared/domain/push-fields/company';
import { COMPANY_CONTACT_FIELDS } from '#shared/domain/push-fields/contact';
import { OUTBOUND_LINE_FIELDS } from '#shared/domain/push-fields/outbound-invoice';
import { RECEIPT_FIELDS } from '#shared/domain/push-fields/receipt';

const company = (field: string, sent: unknown, found: unknown) =>
  compareValues(COMPANY_FIELDS, field, sent, found);

describe('values of one field in two forms', () => {
  it('an e-mail address in capitals and in small letters is the same', () => {
    const email = (sent: unknown, found: unknown) =>
      compareValues(COMPANY_CONTACT_FIELDS, 'email', sent, found);
    expect(email('Ann.Lee@Acme.example', 'ann.lee@acme.example')).toBe('same');
    expect(email('Ann@Acme.example', 'anna@acme.example')).toBe('different');
    expect(email('Ann@Acme.example', '')).toBe('different');
    expect(email('Ann@Acme.example', ['ann@acme.example'])).toBe('unknown');
  });
  it.each([
    ['a code as number and as text', 'biz_type', 2, '2'],
    ['an id as text and as number', 'group_id', '9007199254740993', '9007199254740993'],
    ['ids in another order', 'cus_tag', ['2', '1'], [1, 2]],
    ['category paths in another order', 'category_ids', [['2', '3'], ['1']], [[1], [2, 3]]],
    ['no date, and the epoch of UTC+8', 'next_follow_up_time', '', '1970-01-01 08:00:00'],
    ['no date, and the epoch of UTC-5', 'next_follow_up_time', '', '1969-12-31 19:00:00'],
    ['a phone with and without spaces', 'tel', '138 0000 0000', '13800000000'],
    ['an empty phone, and an empty pair', 'tel', '', ['', '']],
    ['text with spaces around it', 'name', 'Acme', ' Acme '],
    ['no picture, and an empty list', 'image_list', null, []],
  ])('are the same: %s', (_what, field, sent, found) => {
    expect(company(field, sent, found)).toBe('same');
  });
  it.each([
    ['a code and the name it stands for', 'biz_type', 2, '生产商'],
    ['text and an object', 'remark', 'hello', { html: '<p>hello</p>' }],
    ['ids and objects', 'cus_tag', ['1'], [{ tag_id: 1 }]],
    ['a phone with and without its area code', 'tel', '8613800000000', '13800000000'],
    ['an area code that may stand inside the number', 'tel_area_code', '86', ''],
    ['a phone and a form nobody knows', 'tel', '13800000000', { number: '13800000000' }],
    ['a time, and the day alone', 'next_follow_up_time', '2026-01-02 10:00:00', '2026-01-02'],
    ['pictures, whose shape is not declared', 'image_list', ['1'], [{ file_id: 1 }]],
  ])('cannot be compared: %s', (_what, field, sent, found) => {
    expect(company(field, sent, found)).toBe('unknown');
  });
  it.each([
    ['two numbers', 'tel', '13800000000', '13900000000'],
    ['a number that was emptied', 'tel', '13800000000', ['', '']],
    ['two hours of one day', 'next_follow_up_time', '2026-01-02 10:00:00', '2026-01-02 15:00:00'],
    ['two days', 'next_follow_up_time', '2026-01-02 10:00:00', '2026-01-03'],
    ['two codes', 'biz_type', 2, 3],
    ['two codes of a service that lists names', 'biz_type', '生产商', '贸易商'],
    ['two names', 'name', 'Acme', 'Acme Ltd'],
  ])('are different: %s', (_what, field, sent, found) => {
    expect(company(field, sent, found)).toBe('different');
  });
  it('compares decimals by value, but never a number with a text', () => {
    expect(compareValues(RECEIPT_FIELDS, 'amount', '977', '977.0000000000')).toBe('same');
    expect(compareValues(RECEIPT_FIELDS, 'amount', '977', 'n/a')).toBe('unknown');
    // To some services `1,234` is a little more than one.
    expect(compareValues(RECEIPT_FIELDS, 'amount', '1.234', '1,234')).toBe('unknown');
    expect(compareValues(OUTBOUND_LINE_FIELDS, 'sale_price', '10.25', 10.24)).toBe('different');
  });
  it.each([undefined, null, '', [], ['', ''], {}])('%j counts as empty', (value) => {
    expect(isEmptyValue('text', value)).toBe(true);
  });
});

describe('the live service\u2019s forms', () => {
  it('a phone pair of a company is its number and its area code', () => {
    expect(snapshotOf('company', { tel: ['86', '13800000000'] }).fields).toMatchObject({
      tel: '13800000000',
      tel_area_code: '86',
    });
    expect(snapshotOf('company', { tel: { 0: '86', 1: '13800000000' } }).fields).toMatchObject({
      tel: '13800000000',
      tel_area_code: '86',
    });
    expect(snapshotOf('company', { tel: ['', ''] }).fields).toMatchObject({ tel: '', tel_area_code: '' });
  });
  it('the phone of a contact is the first one of its list', () => {
    const { children } = snapshotOf('company', {
      customers: [
        {
          customer_id: 5,
          name: 'Ann',
          tel_list: [
            ['86', '139'],
            ['86', '137'],
          ],
        },
      ],
    });
    expect(children[0]?.fields).toMatchObject({ name: 'Ann', tel: '139', tel_area_code: '86' });
  });
  it('a receipt names its account in an object', () => {
    expect(snapshotOf('receipt', { capital_account_info: { id: 12, name: 'Main' } }).fields).toMatchObject({
      capital_account_id: 12,
    });
  });
  it('[OB54] HTML text equals its visible text', () => {
    expect(compareValues(COMPANY_FIELDS, 'remark', 'a & b\nc', '<p>a &amp; b</p><p>c</p>')).toBe('same');
    expect(compareValues(COMPANY_FIELDS, 'remark', 'a', '<p>b</p>')).toBe('different');
    expect(compareValues(COMPANY_FIELDS, 'remark', 'a < b', 'a < b')).toBe('same');
  });
  it('[OB54] an amount with a floating-point error equals the amount', () => {
    expect(compareValues(RECEIPT_FIELDS, 'amount', '510.045', 510.04499999999996)).toBe('same');
    expect(compareValues(RECEIPT_FIELDS, 'amount', '510.045', 510.044)).toBe('different');
  });
  it('accounts of a contact in a list of types become the fields of E3; an account that is not listed is empty', () => {
    const record = { customers: [{ customer_id: 1, contact: [{ type: 'whatsapp', value: '+86' }] }] };
    const [contact] = snapshotOf('company', record).children;
    expect(contact?.fields).toMatchObject({ whatsapp: '+86', wechat: '', linkedin: '' });
  });
});
