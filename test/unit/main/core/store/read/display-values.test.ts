import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayValues, parseExact } from '#core/store/read/display-values';

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
  it('keeps the digits of every number and every string as it is', () => {
    fc.assert(
      fc.property(json, (raw) => {
        expect(parseExact(raw)).toEqual(reference(raw));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('displayValues', () => {
  const list =
    '{"order_id":1,"name":"list","update_time":"2026-01-02 00:00:00","product_list":[{"product_id":5}]}';
  it('takes lines from details that are as new as the record, everything both have from the list', () => {
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

  it('answers only the wanted columns', () => {
    expect(displayValues('order', list, null, ['name', 'amount'])).toEqual({ name: 'list' });
  });
});
