import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayValues, parseExact } from '#core/store/read/display-values';
import { parseLossless } from '#shared/http-api/lossless-json';
import { apply, applyDetail, openTemporaryCache, temporaryFiles } from '../cache-fixture';

/** The slow and certain way: the parser itself tells each number's digits. */
const reference = (raw: string): unknown =>
  JSON.parse(raw, ((_key: string, value: unknown, context: { source: string }) =>
    typeof value === 'number' && String(value) !== context.source ? context.source : value) as never);

const digits = fc.oneof(
  fc.constantFrom(
    '0',
    '1.50',
    '0.0000001',
    '-0.00000012',
    '977.0000000000',
    '9007199254740993',
    '-9223372036854775808',
    '1e5',
    '2.5E-3',
    '0.1',
    '12345678901234.5678',
    '1.10e2',
    '123456789012345',
  ),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(':1.50,', '"', '\\', '\\":1.50,"', '[9007199254740993]', 'a\\\\":1.0,'),
);
const json: fc.Arbitrary<string> = fc
  .letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      digits,
      text.map((value) => JSON.stringify(value)),
      fc.constantFrom('null', 'true'),
      fc.array(tie('node'), { maxLength: 5 }).map((items) => `[${items.join(' , ')}]`),
      fc
        .array(fc.tuple(fc.constantFrom('id', 'amount', '7001', ':1.50,', '海'), tie('node')), {
          maxLength: 5,
        })
        .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(',')}}`),
    ),
  }))
  .node.map((node) => `{"a":${node},"b":[${node}]}`);

describe('parseExact', () => {
  it('keeps the digits of every number, and every string', () => {
    fc.assert(
      fc.property(json, (raw) => {
        expect(parseExact(raw)).toEqual(reference(raw));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a window of some columns', () => {
  const FIELDS = [
    'name',
    'amount',
    'company',
    'handler_info',
    'shipping_status',
    'exchange_rate',
    'archive_type',
  ];
  const document = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...FIELDS, '7001'), json), {
      selector: ([key]) => key,
      maxLength: 6,
    })
    .map((members) =>
      // Each arbitrary is an object of two members; the first one's value is taken.
      members.map(([key, text]) => `${JSON.stringify(key)}: ${text.slice(5, text.indexOf(',"b":['))}`),
    );

  it('shows of every record what the whole record shows there, but for nothing where the record says null', () => {
    const cache = openTemporaryCache();
    const columns = [...FIELDS.slice(0, 5), 'update_time'];
    fc.assert(
      fc.property(document, (members) => {
        const raw = `{"order_id":1,${[...members, '"x":"<p>"'].join(', ')}}`;
        const value = parseLossless(raw) as Record<string, unknown>;
        cache.applyPage('order', [{ id: '1', raw, value }], { removed: false, fetchedAt: 1 });
        const whole = cache.get('order', '1')!.row.values;
        const wanted = Object.entries(whole).filter(
          ([key, shown]) => columns.includes(key) && shown !== null,
        );
        expect(cache.page({ resource: 'order' }, 0, 1, columns).rows[0]?.values).toEqual(
          Object.fromEntries(wanted),
        );
      }),
      { numRuns: 500 },
    );
    cache.close();
  });

  it('reads a phone in parts, whichever part is shown', () => {
    const cache = openTemporaryCache();
    const value = { company_id: 1, name: 'A', tel: ['86', '123'] };
    apply(cache, 'company', [value]);
    const shown = (columns: string[]) => cache.page({ resource: 'company' }, 0, 1, columns).rows[0]?.values;
    expect([shown(['tel']), shown(['tel_area_code']), shown([])]).toEqual([
      { tel: '123' },
      { tel_area_code: '86' },
      {},
    ]);
    cache.close();
  });

  it('a record that cannot be read is told as damage of the copy', () => {
    const files = temporaryFiles();
    const cache = openTemporaryCache(files);
    apply(cache, 'order', [{ order_id: 1, name: 'A' }]);
    const other = files.openTagged('cache.db', null);
    other.prepare('UPDATE order_doc SET raw = \'{"name":\'').run();
    other.close();
    expect(() => cache.page({ resource: 'order' }, 0, 1, ['name'])).toThrow(
      expect.objectContaining({ code: 'database-corrupt' }),
    );
    cache.close();
  });
});

/** As some services write JSON. */
const ESCAPED = '{"order_id":1,"package_remark":"\\u003cp\\u003eR\\u0026amp;D\\u003C/p\\u003E"}';

describe('displayValues', () => {
  const list =
    '{"order_id":1,"name":"list","update_time":"2026-01-02 00:00:00","product_list":[{"product_id":5}]}';
  it('takes lines from details that are as new as the record, and common fields from the list', () => {
    const current =
      '{"order_id":1,"name":"old","status":3,"update_time":"2026-01-02 ' +
      '00:00:00","product_list":[{"product_id":5,"unique_id":9}]}';
    expect(displayValues('order', list, current)).toEqual({
      order_id: '1',
      name: 'list',
      status: 3,
      update_time: '2026-01-02 00:00:00',
      product_list: [{ product_id: '5', unique_id: '9' }],
    });
    expect(displayValues('order', list, current.replace('2026', '2025')).product_list).toEqual([
      { product_id: '5' },
    ]);
  });

  it('shows the text of an order’s remark, although the list item has a number there', () => {
    const listed = '{"order_id":7,"remark":0,"update_time":"2026-01-02"}';
    const details = '{"order_id":7,"remark":"<p>Load with care</p>","update_time":"2026-01-02"}';
    expect(displayValues('order', listed, details).remark).toBe('Load with care');
    expect(displayValues('order', listed, details, ['remark']).remark).toBe(0);
    expect(displayValues('order', listed.replace('0,', '"new",'), details).remark).toBe('new');
    expect(displayValues('order', listed, '{"order_id":7,"remark":""}').remark).toBe('');
  });
  it('[PL30] takes common fields from details with a later update time, where both have the same form', () => {
    const listed =
      '{"order_id":1,"name":"old","amount":7,"source_type":0,"marked":null,"update_time":"2026-01-02 00:00:00"}';
    const newer =
      '{"order_id":1,"name":"new","amount":8.5,"source_type":"<p>text</p>","marked":"M","update_time":"2026-01-03 00:00:00"}';
    expect(displayValues('order', listed, newer)).toMatchObject({
      name: 'new',
      amount: '8.5',
      source_type: 0,
      marked: 'M',
      update_time: '2026-01-03 00:00:00',
    });
    expect(displayValues('order', listed, newer.replace('2026-01-03', '2026-01-02')).name).toBe('old');
  });

  it('makes markup readable also if the service escapes its signs', () => {
    const cache = openTemporaryCache();
    for (const raw of ['{"order_id":1,"package_remark":"<p>R&amp;D</p>"}', ESCAPED]) {
      apply(cache, 'order', [raw]);
      expect(displayValues('order', raw, null).package_remark).toBe('R&D');
      expect(displayValues('order', '{"order_id":1}', raw).package_remark).toBe('R&D');
      const [row] = cache.page({ resource: 'order' }, 0, 1, ['package_remark']).rows;
      expect(row?.values).toEqual({ package_remark: 'R&D' });
    }
    cache.close();
  });

  it('returns only the requested columns', () => {
    expect(displayValues('order', list, null, ['name', 'amount'])).toEqual({ name: 'list' });
  });

  it('has ids of nested records as text, however deep, and leaves their flags and counts as numbers', () => {
    const order = {
      order_id: 7,
      company: { company_id: 12, owner: { user_id: 3, level: 2 }, ids: 9, valid: 1 },
      users: [{ user_id: 4, rate: 50 }],
    };
    expect(displayValues('order', JSON.stringify(order), null)).toMatchObject({
      order_id: '7',
      company: { company_id: '12', owner: { user_id: '3', level: 2 }, ids: '9', valid: 1 },
      users: [{ user_id: '4', rate: 50 }],
    });
  });
});

describe('the columns of a list', () => {
  it('show the properties of a product that only its details have', () => {
    const cache = openTemporaryCache();
    apply(cache, 'product', [{ product_id: 1, name: 'Pump', info_json: [] }]);
    const shown = () => cache.page({ resource: 'product' }, 0, 5, ['info_json']).rows[0]?.values.info_json;
    expect(shown()).toBe('');
    applyDetail(cache, 'product', { product_id: 1, info_json: [{ name: 'Material', value: 'Metal' }] });
    expect(shown()).toBe('Material: Metal');
    expect(cache.get('product', '1')?.row.values.info_json).toBe('Material: Metal');
  });

  it('do not say that a product is discontinued before its details are read: the list means the opposite', () => {
    const cache = openTemporaryCache();
    apply(cache, 'product', [{ product_id: 1, name: 'Pump', disable_flag: 1 }]);
    const shown = () => [
      cache.page({ resource: 'product' }, 0, 5, ['disable_flag']).rows[0]?.values.disable_flag,
      cache.page({ resource: 'product' }, 0, 5).rows[0]?.values.disable_flag,
      cache.get('product', '1')?.row.values.disable_flag,
    ];
    expect(shown()).toEqual([undefined, undefined, undefined]);
    applyDetail(cache, 'product', { product_id: 1, brand: 'Lusa' });
    expect(shown()).toEqual([undefined, undefined, undefined]);
    applyDetail(cache, 'product', { product_id: 1, brand: 'Lusa', disable_flag: 0 });
    expect(shown()).toEqual([0, 0, 0]);
  });

  it('find a company without a pool by "is empty", as they show it', () => {
    const cache = openTemporaryCache();
    apply(
      cache,
      'company',
      [1, 2].map((id) => ({ company_id: id, name: `C${id}` })),
    );
    for (const id of [1, 2])
      applyDetail(cache, 'company', { company_id: id, pool_id: id - 1, scale_id: id - 1 });
    for (const field of ['pool_id', 'scale_id']) {
      const ids = (op: 'empty' | 'notEmpty') =>
        cache.page({ resource: 'company', filters: [{ field, op }] }, 0, 5).rows.map(({ id }) => id);
      expect([ids('empty'), ids('notEmpty')]).toEqual([['1'], ['2']]);
    }
  });

  it('show the price by which a product is sorted and filtered, whether its stock is beside it or not', () => {
    const cache = openTemporaryCache();
    const fob = { price_currency: 'USD', price_min: 20, price_max: 30, price_unit: 'PCS' };
    apply(cache, 'product', [{ product_id: 1, product_no: 'A', fob }]);
    // They were read before the price was changed.
    const details = { price_currency: 'EUR', price_min: 10, price_max: 11, stock_available: '5' };
    applyDetail(cache, 'product', { product_id: 1, ...details });
    const price = ['price_min', 'price_max', 'currency'];
    const row = (columns: string[]) => cache.page({ resource: 'product' }, 0, 5, columns).rows[0]?.values;
    expect(row(price)).toEqual({ price_min: '20', price_max: '30', currency: 'USD' });
    expect(row([...price, 'stock_available'])).toEqual({
      price_min: '20',
      price_max: '30',
      currency: 'USD',
      stock_available: '5',
    });
  });

  it('have the same values whether lines are among them or not', () => {
    const cache = openTemporaryCache();
    const order = { order_id: 1, order_no: 'A', amount: 5, update_time: '2026-01-01 00:00:00' };
    apply(cache, 'order', [order]);
    applyDetail(cache, 'order', {
      ...order,
      amount: 7,
      update_time: '2026-01-02 00:00:00',
      product_list: [{ product_name: 'Pump' }],
    });
    const row = (columns?: string[]) => cache.page({ resource: 'order' }, 0, 5, columns).rows[0]?.values;
    expect(row(['amount'])).toEqual({ amount: '5' });
    expect(row(['amount', 'product_list'])).toEqual({
      amount: '5',
      product_list: [{ product_name: 'Pump' }],
    });
    expect(cache.get('order', '1')?.row.values.amount).toBe('7');
  });
});
