import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../../../../src/shared/http-api/lossless-json';

describe('parseLossless', () => {
  it('[HT9] does not change decimals with long fractions', () => {
    expect(
      parseLossless('{"a":0.30000000000000004,"b":-1.12345678901234567890,"id":9007199254740993}'),
    ).toEqual({ a: 0.30000000000000004, b: -1.1234567890123457, id: '9007199254740993' });
  });
  it('[HT9] distinguishes long integers from digits in texts, fractions and exponents like the parser', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        ':1234567890123456',
        ',1234567890123456789,',
        '1234567890123456',
        '[-1234567890123456]',
        'a\\',
        '\\":1234567890123456',
        'é":1234567890123456,"',
        ' 12345678901234567 ',
      ),
    );
    const number = fc.oneof(
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
      fc.constantFrom(
        '1234567890123456',
        '123456789012345',
        '0.1234567890123456789',
        '1e5',
        '-12345678901234567890',
        '1234567890123456.5',
        '12345678901234567e3',
        '1.10',
      ),
    );
    const node = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        number,
        text.map((value) => JSON.stringify(value)),
        fc
          .tuple(fc.array(tie('node'), { maxLength: 5 }), fc.constantFrom(',', ' ,\n'))
          .map(([items, comma]) => `[${items.join(comma)}]`),
        fc
          .tuple(
            fc.array(fc.tuple(fc.oneof(text, fc.constantFrom('order_id', ':', 'x:')), tie('node')), {
              maxLength: 5,
            }),
            fc.constantFrom(':', ' : '),
          )
          .map(
            ([members, colon]) =>
              `{${members.map(([key, value]) => `${JSON.stringify(key)}${colon}${value}`).join(',')}}`,
          ),
      ),
    })).node;
    const reviver = (_key: string, value: unknown, context: { source: string }): unknown =>
      typeof value === 'number' && /^-?\d{16,}/.test(context.source) ? context.source : value;
    fc.assert(
      fc.property(node, (json) => {
        expect(parseLossless(json)).toEqual(JSON.parse(json, reviver as never));
      }),
      { numRuns: 3000 },
    );
  });
  it('[HT9] reads every JSON document that JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(() => parseLossless(text)).not.toThrow();
      }),
    );
  });
  it('[HT9] reads a document without long numbers as JSON.parse does', () => {
    const short = fc.json().filter((text) => !/\d{16}/.test(text));
    fc.assert(
      fc.property(short, (text) => {
        expect(parseLossless(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
