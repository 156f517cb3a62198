import { describe, expect, it } from 'vitest';
import type { Filter } from '#shared/contract/records';
import type { CacheStore } from '#core/store/cache-store';
import { apply, applyDetail, idsOf, openTemporaryCache } from '../cache-fixture';
import { layOver } from '../overlay-fixture';

type Direction = 'asc' | 'desc';

describe('custom fields in a list', () => {
  const KEY = '30000000001';
  const withValues = (...values: unknown[]): CacheStore => {
    const cache = openTemporaryCache();
    apply(
      cache,
      'order',
      values.map((value, i) => ({ order_id: i + 1, order_no: `S${i}`, [KEY]: value })),
    );
    return cache;
  };
  const by = (cache: CacheStore, filter: Record<string, unknown>): string[] =>
    idsOf(cache, {
      resource: 'order',
      filters: [{ field: KEY, ...filter } as Filter],
      sort: [{ field: 'order_no', direction: 'asc' }],
    });

  it('a range of days finds the dates in it, the last day included', () => {
    const cache = withValues('2024-05-03', '2024-05-31 18:30:00', '2024-06-01', '', 'next week', 20240510);
    expect(by(cache, { op: 'between', from: '2024-05-01', to: '2024-05-31 23:59:59' })).toEqual(['1', '2']);
    expect(by(cache, { op: 'between', from: '2024-05-04' })).toEqual(['2', '3']);
    expect(by(cache, { op: 'between', to: '2024-05-31' })).toEqual(['1', '2']);
    expect(() => by(cache, { op: 'between', from: 'abc' })).toThrow(
      expect.objectContaining({ code: 'bad-input' }),
    );
  });

  it('a range of numbers finds only numbers', () => {
    const cache = withValues('n/a', '1,234.5', '5', 7.5, '2024-05-03', '10.0');
    expect(by(cache, { op: 'between', to: '10' })).toEqual(['3', '4', '6']);
    expect(by(cache, { op: 'between', from: '6', to: '8' })).toEqual(['4']);
  });

  it('numbers are in order of size, texts in order of the alphabet, empty values last', () => {
    const cache = withValues('banana', '10', 'Zebra', '9', '', 100.5, 'Apple');
    const sorted = (direction: Direction): string[] =>
      idsOf(cache, { resource: 'order', sort: [{ field: KEY, direction }] });
    expect(sorted('asc')).toEqual(['4', '2', '6', '7', '1', '3', '5']);
    expect(sorted('desc')).toEqual(['3', '1', '7', '6', '2', '4', '5']);
  });

  it('text with markup is filtered as it is shown', () => {
    const cache = withValues('<p>R&amp;D <b>team</b> needs</p>', 'plain');
    expect(cache.facets('order', KEY).map(({ label }) => label)).toEqual(['R&D team needs', 'plain']);
    for (const text of ['R&D', 'team needs']) expect(by(cache, { op: 'contains', text })).toEqual(['1']);
    for (const text of ['amp', '<b>']) expect(by(cache, { op: 'contains', text })).toEqual([]);
    expect(by(cache, { op: 'in', values: ['R&D team needs'] })).toEqual(['1']);
  });

  it('a value that the list has cleared is not taken from older details', () => {
    const cache = openTemporaryCache();
    const order = (value: unknown) => ({ purchase_order_id: 1, purchase_order_no: 'P1', [KEY]: value });
    apply(cache, 'purchaseOrder', [order(5), { purchase_order_id: 2, purchase_order_no: 'P2' }]);
    for (const id of [1, 2]) applyDetail(cache, 'purchaseOrder', { purchase_order_id: id, [KEY]: 5 });
    apply(cache, 'purchaseOrder', [order(null)]);
    const product = { product_id: 1, name: 'Pump' };
    apply(cache, 'product', [
      { ...product, external_field_data: [] },
      { product_id: 2, name: 'Valve' },
    ]);
    for (const id of [1, 2])
      applyDetail(cache, 'product', { product_id: id, external_field_data: { [KEY]: 5 } });
    for (const resource of ['purchaseOrder', 'product'] as const) {
      const shown = cache
        .page({ resource, sort: [{ field: KEY, direction: 'asc' }] }, 0, 9, [KEY])
        .rows.map(({ id, values }) => [id, values[KEY] ?? null]);
      expect(shown).toEqual([
        ['2', '5'],
        ['1', null],
      ]);
      expect(idsOf(cache, { resource, filters: [{ field: KEY, op: 'notEmpty' }] })).toEqual(['2']);
      expect(idsOf(cache, { resource, filters: [{ field: KEY, op: 'in', values: ['5'] }] })).toEqual(['2']);
      expect(cache.facets(resource, KEY)).toEqual([{ value: '5', label: '5', count: 1 }]);
    }
  });

  it('a custom field that the CRM has switched off keeps its name and its kind while records have it', () => {
    const cache = openTemporaryCache();
    apply(cache, 'outboundInvoice', [{ outbound_invoice_id: 1, 88: '2026-03-01' }]);
    const field = (id: string, name: string, raw: object) => ({ id, name, raw: { base: 0, ...raw } });
    cache.putLookup(
      'outboundFields',
      [
        field('88', 'Loading day', { field_type: 4, disable_flag: 1 }),
        field('89', 'Never used', { field_type: 1, disable_flag: 1 }),
      ],
      1,
    );
    expect(cache.columns('outboundInvoice').filter(({ customName }) => customName !== undefined)).toEqual([
      { key: '88', kind: 'date', customName: 'Loading day', sort: 'scan' },
    ]);
  });

  it('an empty list and a date that means none are empty', () => {
    const cache = withValues([], '1970-01-01 08:00:00', '0000-00-00', '', null, '<p></p>', ['x'], '0');
    expect(by(cache, { op: 'empty' })).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(by(cache, { op: 'notEmpty' })).toEqual(['7', '8']);
  });

  it('a text that begins like an empty date is a text', () => {
    const cache = withValues('1970-01-01 founded in Kiel', '1970-01-01 08:00:00');
    expect(by(cache, { op: 'contains', text: 'Kiel' })).toEqual(['1']);
    expect(by(cache, { op: 'empty' })).toEqual(['2']);
    expect(cache.facets('order', KEY)).toMatchObject([{ value: '1970-01-01 founded in Kiel', count: 1 }]);
  });

  it('an id of nineteen digits keeps its digits', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [`{"order_id": 1, "${KEY}": 1234567890123456789}`]);
    expect(cache.facets('order', KEY)).toEqual([
      { value: '1234567890123456789', label: '1234567890123456789', count: 1 },
    ]);
    expect(by(cache, { op: 'in', values: ['1234567890123456789'] })).toEqual(['1']);
  });

  it('have the same order and filters with pending work', () => {
    const cache = openTemporaryCache();
    apply(
      cache,
      'outboundInvoice',
      ['10', 'Zebra', '9', '', '100.5', 'apple', '<p>Bolt</p>'].map((value, i) => ({
        outbound_invoice_id: i + 1,
        serial_id: `I${i}`,
        [KEY]: value,
      })),
    );
    const { push, records } = layOver(cache);
    for (const target of ['1', '2', '7']) push('outboundInvoice', { currency: 'EUR' }, { target });
    const sort = [{ field: KEY, direction: 'asc' as const }];
    const ids = (filters: Filter[]): string[] =>
      records.page({ resource: 'outboundInvoice', filters, sort }, 0, 50).rows.map(({ id }) => id);
    expect(ids([])).toEqual(['3', '1', '5', '6', '7', '2', '4']);
    expect(ids([{ field: KEY, op: 'between', from: '9.5' }])).toEqual(['1', '5']);
    expect(ids([{ field: KEY, op: 'in', values: ['Bolt'] }])).toEqual(['7']);
  });
});

describe('the filter "contains"', () => {
  it('ignores case in every script', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: 'Газпром Нефть' },
      { company_id: 2, name: 'Łódź Steel 100%' },
      { company_id: 3, name: 'ÉCLAIR' },
      { company_id: 4, name: '東昇LED照明' },
    ]);
    const found = (text: string): string[] =>
      idsOf(cache, { resource: 'company', filters: [{ field: 'name', op: 'contains', text }] });
    for (const text of ['газ', 'Газ', 'нефть', 'НЕФТЬ', 'газпром нефть']) expect(found(text)).toEqual(['1']);
    for (const text of ['łódź', 'ŁÓDŹ s', 'łódź steel 100%']) expect(found(text)).toEqual(['2']);
    expect(found('łódź%100')).toEqual([]);
    for (const text of ['éclair', 'Éclair']) expect(found(text)).toEqual(['3']);
    for (const text of ['led照', '昇LED']) expect(found(text)).toEqual(['4']);
  });
});

describe('full-width and half-width characters', () => {
  const furnished = (): CacheStore => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: '宁波（中国）有限公司', serial_id: 'C-2026' },
      { company_id: 2, name: '宁波(中国)有限公司', serial_id: 'Ｃ－２０２７' },
      { company_id: 3, name: 'Cafe\u0301 (Paris)', serial_id: 'D-2026' },
      { company_id: 4, name: 'ＡＢＣ　商事 (Tokyo)', serial_id: 'T1' },
    ]);
    return cache;
  };
  it.each([
    ['name', '波(中国)', ['1', '2']],
    ['name', '波（中国）', ['1', '2']],
    ['name', '(par', ['3']],
    ['name', 'fé', ['3']],
    ['serial_id', 'ｃ－２０２６', ['1']],
    ['serial_id', 'Ｃ－２０', ['1', '2']],
    ['serial_id', 'C-20', ['1', '2']],
    ['serial_id', '2027', ['2']],
    ['name', 'abc', ['4']],
    ['name', 'abc 商', ['4']],
    ['name', 'Bc', ['4']],
  ])('the filter "%s contains %s" finds both', (field, text, ids) => {
    const cache = furnished();
    const filters: Filter[] = [{ field, op: 'contains', text }];
    expect(idsOf(cache, { resource: 'company', filters }).sort()).toEqual(ids);
    expect(cache.facets('company', field, { text }).length).toBe(ids.length);
  });
});

describe('Greek letters', () => {
  it('a sigma at the end of the text is found inside a word, and a sigma inside a word at the end', () => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: 'ΑΣΤΗΡ ΑΕ' },
      { company_id: 2, name: 'ΟΔΟΣ' },
      { company_id: 3, name: 'οδος' },
    ]);
    const found = (text: string): string[] =>
      idsOf(cache, {
        resource: 'company',
        filters: [{ field: 'name', op: 'contains', text }],
        sort: [{ field: 'company_id', direction: 'asc' }],
      });
    for (const text of ['ΑΣ', 'ας', 'ασ']) expect([text, found(text)]).toEqual([text, ['1']]);
    for (const text of ['οδοσ', 'οδος', 'ΟΔΟΣ', 'ς'])
      expect(found(text)).toEqual(expect.arrayContaining(['2', '3']));
  });
});

describe('a filter by codes', () => {
  it('finds a code with a fraction by the value of the filter menu', () => {
    const cache = openTemporaryCache();
    for (const [at, timezone] of [5.5, '5.5', 8].entries()) {
      apply(cache, 'company', [{ company_id: at + 1 }]);
      applyDetail(cache, 'company', { company_id: at + 1, timezone });
    }
    const [first] = cache.facets('company', 'timezone');
    expect(first).toMatchObject({ value: '5.5', count: 2 });
    const filters: Filter[] = [{ field: 'timezone', op: 'in', values: ['5.5'] }];
    expect(idsOf(cache, { resource: 'company', filters }).sort()).toEqual(['1', '2']);
  });
});

describe('a filter by numbers', () => {
  it('finds an amount by the digits on the screen, also if the service sent a floating-point error', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      '{"order_id": 1, "amount": 510.04499999999996}',
      '{"order_id": 2, "amount": "1234.5600000000002"}',
      '{"order_id": 3, "amount": 1234.56}',
      '{"order_id": 4, "amount": 0.1234567890123456}',
    ]);
    const between = (from: string, to: string): string[] =>
      idsOf(cache, {
        resource: 'order',
        filters: [{ field: 'amount', op: 'between', from, to }],
        sort: [{ field: 'order_id', direction: 'asc' }],
      });
    expect(between('510.045', '')).toEqual(['1', '2', '3']);
    expect(between('1234.56', '1234.56')).toEqual(['2', '3']);
    expect(between('510.046', '1234.56')).toEqual(['2', '3']);
    expect(between('0.1234567890123456', '0.1234567890123456')).toEqual(['4']);
    const { filters } = { filters: [{ field: 'amount', op: 'in' as const, values: ['510.045'] }] };
    expect(idsOf(cache, { resource: 'order', filters })).toEqual(['1']);
  });
});

describe('a filter by codes', () => {
  it('finds the records that the menu counts, whatever the form of the code', () => {
    const cache = openTemporaryCache();
    const codes = ['1234567890123456789', '123456789012345678', '7', 'A1', '-1', '007'];
    apply(
      cache,
      'company',
      codes.map((_, i) => ({ company_id: i + 1, name: `n${i}` })),
    );
    codes.forEach((group_id, i) => applyDetail(cache, 'company', { company_id: i + 1, group_id }));
    cache.putLookup('group', [{ id: '007', name: 'VIP' }], 1);
    const facets = cache.facets('company', 'group_id');
    expect(facets.map(({ value }) => value).toSorted()).toEqual(codes.toSorted());
    expect(facets.find(({ value }) => value === '007')?.label).toBe('VIP');
    codes.forEach((code, i) => {
      const filters = [{ field: 'group_id', op: 'in' as const, values: [code] }];
      expect([code, idsOf(cache, { resource: 'company', filters })]).toEqual([code, [String(i + 1)]]);
    });
  });

  it('takes a number and its text as the same code', () => {
    const cache = openTemporaryCache();
    apply(cache, 'order', [
      { order_id: 1, archive_type: 2 },
      { order_id: 2, archive_type: '2' },
    ]);
    expect(cache.facets('order', 'archive_type')).toEqual([{ value: '2', label: '2', count: 2 }]);
  });
});

describe('a phone that the service sends in parts', () => {
  const DETAILS = { company_id: 1, name: 'A', tel: ['86', '13812345678'] };
  const FILTERS: [Filter, string[]][] = [
    [{ field: 'tel_area_code', op: 'in', values: ['86'] }, ['1']],
    [{ field: 'tel_area_code', op: 'notEmpty' }, ['1']],
    [{ field: 'tel', op: 'in', values: ['13812345678'] }, ['1']],
    [{ field: 'tel', op: 'contains', text: '86' }, []],
  ];
  const companies = (): CacheStore => {
    const cache = openTemporaryCache();
    apply(cache, 'company', [
      { company_id: 1, name: 'A' },
      { company_id: 2, name: 'B' },
    ]);
    applyDetail(cache, 'company', DETAILS);
    return cache;
  };

  it.each(FILTERS)('is filtered by the area code and the number that the list shows: %o', (filter, ids) => {
    const cache = companies();
    const shown = cache.page({ resource: 'company' }, 0, 10, ['tel', 'tel_area_code']).rows;
    expect(shown.find(({ id }) => id === '1')?.values).toEqual({ tel: '13812345678', tel_area_code: '86' });
    expect(idsOf(cache, { resource: 'company', filters: [filter] })).toEqual(ids);
  });
  it.each(FILTERS)('and so is a company with a waiting edit: %o', (filter, ids) => {
    const over = layOver(companies());
    over.push('company', { short_name: 'edited' }, { target: '1' });
    const { rows } = over.records.page({ resource: 'company', filters: [filter] }, 0, 10);
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });
});

describe('properties and prices per quantity of a product', () => {
  it.each([
    ['info_json', 'colour: red'],
    ['gradient_price', '≥ 10: 2.5'],
  ])('%s is filtered by the text that the list shows', (field, text) => {
    const cache = openTemporaryCache();
    apply(cache, 'product', [
      { product_id: 1, name: 'A' },
      { product_id: 2, name: 'B' },
    ]);
    applyDetail(cache, 'product', {
      product_id: 1,
      info_json: [{ name: 'Colour', value: 'red' }],
      gradient_price: [{ quantity: 10, price: '2.5' }],
    });
    const by = (filter: Filter): string[] => idsOf(cache, { resource: 'product', filters: [filter] });
    expect(by({ field, op: 'contains', text })).toEqual(['1']);
    expect(by({ field, op: 'notEmpty' })).toEqual(['1']);
    expect(by({ field, op: 'empty' })).toEqual(['2']);
  });
});
