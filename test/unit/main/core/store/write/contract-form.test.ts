/** Records in the live service's forms, as screens, lists and the search see them. */
import { describe, expect, it } from 'vitest';
import type { Column } from '#shared/contract/records';
import { phoneText } from '#shared/domain/contact-forms';
import { inContractForm } from '#core/store/write/contract-form';
import { displayValues } from '#core/store/read/display-values';
import { extraColumns } from '#core/store/schema/extra-columns';
import { recordText } from '#core/store/words/record-text';
import { ALL_LIVE } from '#service/live/live-quirks';
import { detailsInLiveShape } from '#service/live/shapes';

const PLAIN = {
  company_id: 7,
  name: 'Acme',
  tel_area_code: '86',
  tel: '13812345678',
  remark: 'a < b\nsecond',
  country: 'DE',
  biz_type: 2,
  is_public: 0,
  image_list: [],
  '70340001': 'CE and RoHS',
  customers: [
    { customer_id: 9, name: 'Ann', tel_area_code: '49', tel: '30999888', whatsapp: '+49 30', qq: '' },
  ],
};
const LIVE = detailsInLiveShape('company', PLAIN, ALL_LIVE);
const KNOWN: Column[] = ['company_id', 'name', 'tel', 'tel_area_code', 'remark', 'country', 'customers'].map(
  (key) => ({ key, kind: 'text', sort: 'none' }),
);

describe('a company of the live service', () => {
  it('shows its contacts in the form of the contract also if they are an object with numbers as keys', () => {
    const customers = Object.fromEntries(
      (LIVE.customers as object[]).map((contact, at) => [String(at + 1), contact]),
    );
    const values = displayValues(
      'company',
      '{"company_id":7,"name":"Acme"}',
      JSON.stringify({ ...LIVE, customers }),
    );
    expect(values.customers).toMatchObject([{ tel: '30999888', tel_area_code: '49', whatsapp: '+49 30' }]);
  });
  it('shows phone, remark and contacts in the form of the contract', () => {
    const values = displayValues('company', '{"company_id":7,"name":"Acme"}', JSON.stringify(LIVE));
    expect(values).toMatchObject({ tel: '13812345678', tel_area_code: '86', remark: 'a < b\nsecond' });
    expect((values.customers as object[])[0]).toMatchObject({
      tel: '30999888',
      tel_area_code: '49',
      whatsapp: '+49 30',
    });
  });
  it('names its custom fields, filled and empty ones', () => {
    const values = displayValues('company', '{"company_id":7}', JSON.stringify(LIVE));
    const columns = extraColumns('company', values, KNOWN).filter(
      ({ customName }) => customName !== undefined,
    );
    expect(columns).toHaveLength(72);
    expect(columns.find(({ key }) => key === '70340001')).toMatchObject({
      kind: 'text',
      customName: 'Certificates 认证',
    });
    expect(values['70340001']).toBe('CE and RoHS');
    expect(columns.every(({ customName }) => !/^\d+$/.test(customName ?? ''))).toBe(true);
  });
  it('is found by phone, by a contact\u2019s account and by a custom field', () => {
    const text = recordText('company')('7', { company_id: 7, name: 'Acme' }, LIVE);
    for (const word of ['13812345678', '30999888', 'rohs', 'second'])
      expect(` ${text} `, word).toContain(` ${word} `);
    expect(` ${text} `).not.toContain(' p ');
  });
});

describe('phones', () => {
  it.each([
    [['86', '138'], '86 138'],
    [{ '0': '86', '1': '138' }, '86 138'],
    [{ tel_area_code: '', tel: '138' }, '138'],
    [['', ''], ''],
    ['021 555', '021 555'],
    [null, ''],
    [{}, ''],
  ])('%j reads %s', (value, text) => {
    expect(phoneText(value)).toBe(text);
  });
});

describe('unknown fields', () => {
  it('are shown under other fields with their value; empty ones are not shown', () => {
    const values = {
      name: 'x',
      bank_info: 'SWIFT',
      '1101060384': 'Oak',
      cost_with_tax_total: 0,
      empty: '',
      list: [],
    };
    expect(extraColumns('order', values, KNOWN)).toEqual([
      { key: '1101060384', kind: 'text', customName: '', sort: 'none' },
      { key: 'bank_info', kind: 'text', other: true, sort: 'none' },
      { key: 'cost_with_tax_total', kind: 'text', other: true, sort: 'none' },
    ]);
  });
  it('a colleague whom the record names by an id alone has the kind that is shown by name', () => {
    const kindsOf = (values: Record<string, unknown>) =>
      extraColumns('company', values, []).map(({ key, kind }) => [key, kind]);
    expect(kindsOf({ create_user: '51000017', last_owner: 51_000_018 })).toEqual([
      ['create_user', 'id'],
      ['last_owner', 'id'],
    ]);
    expect(
      kindsOf({ last_owner: 51_000_018, last_owner_info: { user_id: 51_000_018, nickname: 'ana' } }),
    ).toEqual([['last_owner_info', 'list']]);
    expect(kindsOf({ last_owner: 51_000_018, last_owner_info: [] })).toEqual([['last_owner', 'id']]);
  });
  it('are amounts of money by their names; the weight and the volume of a document are numbers', () => {
    const kinds = extraColumns(
      'quotation',
      {
        not_collect_amount_usd: '300',
        bank_charge: '10.045',
        bank_charge_rmb: '67.98',
        package_gross_weight_amount: '171.1946000000',
        package_volume_amount: '0',
      },
      KNOWN,
    ).map(({ key, kind }) => [key, kind]);
    expect(kinds).toEqual([
      ['not_collect_amount_usd', 'money'],
      ['bank_charge', 'money'],
      ['bank_charge_rmb', 'money'],
      ['package_gross_weight_amount', 'number'],
      ['package_volume_amount', 'number'],
    ]);
  });
  it('a line that says `unit` says its product unit', () => {
    const { product_list: lines } = inContractForm('order', { product_list: [{ unit: 'Box' }] });
    expect(lines).toEqual([{ unit: 'Box', product_unit: 'Box' }]);
  });
});
