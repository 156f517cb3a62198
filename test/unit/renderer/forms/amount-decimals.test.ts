import { describe, expect, it } from 'vitest';
import { decimalIssues } from '../../../../src/renderer/forms/values/amount-decimals';
import { type FormValues, NO_VALUES } from '../../../../src/renderer/forms/values/form-values';

const receipt = (currency: string, amount: string, allocated?: string): FormValues => ({
  fields: { currency, amount },
  children:
    allocated === undefined ? [] : [{ ref: 'local:1', fields: { cash_collection_amount: allocated } }],
  names: {},
});

describe('the decimals of a receipt', () => {
  it('yen, won and dong have none, and the message names the currency', () => {
    for (const currency of ['JPY', 'KRW', 'VND'])
      expect(decimalIssues(receipt(currency, '12.5'), NO_VALUES)).toEqual({
        'fields.amount': { code: 'no-decimals', high: 0, currency },
      });
    expect(decimalIssues(receipt('JPY', '1,250.00'), NO_VALUES)).toEqual({});
    expect(decimalIssues(receipt('JPY', '12', '3.5'), NO_VALUES)).toHaveProperty([
      'local:1.cash_collection_amount',
    ]);
  });
  it('dollars have two, dinars three; an unknown code and an unreadable amount are not judged', () => {
    expect(decimalIssues(receipt('USD', '12.345'), NO_VALUES)).toMatchObject({
      'fields.amount': { code: 'many-decimals', high: 2 },
    });
    expect(decimalIssues(receipt('USD', '12.340'), NO_VALUES)).toEqual({});
    expect(decimalIssues(receipt('KWD', '12.345'), NO_VALUES)).toEqual({});
    expect(decimalIssues(receipt('XYZ', '12.3456'), NO_VALUES)).toEqual({});
    expect(decimalIssues(receipt('JPY', 'twelve.5'), NO_VALUES)).toEqual({});
  });
  it('an amount that the CRM has and the user leaves is not judged', () => {
    const held = receipt('JPY', '12.5');
    expect(decimalIssues({ ...held, fields: { ...held.fields, remark: 'x' } }, held)).toEqual({});
  });
  it('an amount that the user leaves is judged by another currency that the user chooses', () => {
    const held = receipt('USD', '12.5', '3.5');
    expect(Object.keys(decimalIssues(receipt('JPY', '12.5', '3.5'), held))).toEqual([
      'fields.amount',
      'local:1.cash_collection_amount',
    ]);
    expect(decimalIssues(receipt('EUR', '12.5', '3.5'), held)).toEqual({});
  });
  it('a currency is read as the CRM spells it', () => {
    const held = receipt('jpy', '12.5');
    expect(decimalIssues(receipt('jpy', '13.5'), held)).toHaveProperty(['fields.amount']);
    expect(decimalIssues(receipt('JPY', '12.5'), held)).toEqual({});
  });
});
