import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceAt, sliceElements } from '#core/api/json-slices';
import { readAnswer } from '#core/api/read-answer';
import { parseLossless } from '#shared/http-api/lossless-json';

/** Texts that look like what the reader searches for, and numbers that a float would change. */
const odd = fc.constantFrom(
  '},{"id":',
  '"list":[',
  '"data":[',
  '\\',
  '"',
  '},{',
  '\\"},{\\"id\\":',
  '1234567890123456789',
  ',1234567890123456,',
  '海港🚢',
  ':1234567890123456',
);
const scalar = fc.oneof(
  odd.map((text) => JSON.stringify(text)),
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '1.10',
    '-0',
    'null',
    'true',
    '1e5',
    '9223372036854775807',
    '-1234567890123456',
    '1234567890123456.50',
    '0.12345678901234567',
  ),
);
const node: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('node'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('id', 'list', 'data', 'name', ':', '海'), tie('node')), {
        maxLength: 4,
      })
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
})).node;
const record = fc
  .tuple(fc.constantFrom('{"id":', '{"id":', '{"id":', '{"7001":2,"id":', '{ "id":'), node, node)
  .map(([head, id, rest]) => `${head}${id},"list":${rest}}`);
const list = fc
  .array(fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: node }), { maxLength: 15 })
  .map((items) => `[${items.join(',')}]`);
const answer = fc
  .tuple(list, node, fc.constantFrom('list', 'plain', 'twice', 'deep', 'before'))
  .map(([items, other, shape]) => {
    switch (shape) {
      case 'list':
        return {
          path: ['data', 'list'],
          text: `{"code":200,"data":{"list":${items},"totalItem":3},"x":${other}}`,
        };
      case 'plain':
        return { path: ['data'], text: `{"code":200,"data":${items}}` };
      case 'twice':
        return {
          path: ['data', 'list'],
          text: `{"code":200,"data":{"list":${items},"list":[]},"x":${other}}`,
        };
      case 'deep':
        return { path: ['data', 'list'], text: `{"code":200,"data":{"x":{"list":${items}},"list":[1]}}` };
      default:
        return { path: ['data', 'list'], text: `{"x":${other},"list":${items},"data":{"list":${items}}}` };
    }
  });

describe('readAnswer', () => {
  it('[HT5] [HT9] reads the same values as a full parse, and the same texts as a full scan', () => {
    let cut = 0;
    fc.assert(
      fc.property(answer, ({ path, text }) => {
        const { value, raws } = readAnswer(text);
        expect(value).toEqual(parseLossless(text));
        if (raws === null) return;
        cut += 1;
        expect(raws).toEqual(sliceElements(sliceAt(text, path)!));
      }),
      { numRuns: 1500 },
    );
    expect(cut).toBeGreaterThan(200);
  });
  it('[HT5] splits a page whose records begin alike, also with brackets and quotes in their texts', () => {
    const records = [
      '{"id":1,"s":"},{\\"id\\":2"}',
      '{"id":9223372036854775807,"lines":[{"id":4},{"id":5}]}',
      '{"id":3,"n":1.10}',
    ];
    expect(readAnswer(`{"code":200,"data":{"list":[${records.join(',')}],"count":3}}`)).toEqual({
      value: {
        code: 200,
        data: {
          list: [
            { id: 1, s: '},{"id":2' },
            { id: '9223372036854775807', lines: [{ id: 4 }, { id: 5 }] },
            { id: 3, n: 1.1 },
          ],
          count: 3,
        },
      },
      raws: records,
    });
  });
  it('[HT1] refuses an answer that is cut anywhere', () => {
    const whole = '{"code":200,"data":{"list":[{"id":1,"s":"a"},{"id":2,"s":"}"}],"count":2}}';
    for (let length = 1; length < whole.length; length += 1)
      expect(() => readAnswer(whole.slice(0, length))).toThrow(SyntaxError);
  });
});
