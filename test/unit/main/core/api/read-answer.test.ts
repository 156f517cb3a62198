import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceAt, sliceElements } from '#core/api/json-slices';
import { readAnswer, readBody } from '#core/api/read-answer';
import { type StoredRecords, UnchangedRecord } from '#core/api/unchanged-record';
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
const numbered = fc
  .tuple(fc.integer({ min: 1, max: 30 }), node)
  .map(([id, rest]) => `{"id":${id},"list":${rest}}`);
const list = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: record },
      { weight: 9, arbitrary: numbered },
      { weight: 1, arbitrary: node },
    ),
    { maxLength: 15 },
  )
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

/** The answer with the values of unchanged records in place of them. */
const plain = (value: unknown, seen: { unchanged: number; parsed: number }): unknown => {
  const valueOf = (record: unknown): unknown => {
    if (record instanceof UnchangedRecord) {
      seen.unchanged += 1;
      return record.value;
    }
    seen.parsed += 1;
    return record;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answers of this file
  const { data } = value as { data: unknown };
  const list: unknown[] = Array.isArray(data)
    ? data
    : ((data as { list?: unknown[] } | undefined)?.list ?? []);
  if (Array.isArray(list)) list.splice(0, list.length, ...list.map(valueOf));
  return value;
};

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
  it('[HT5] reads the same with records on disk: unchanged ones by their text, others by parsing', () => {
    const seen = { unchanged: 0, parsed: 0 };
    const idOf = (raw: string): string | undefined => /"id":"?(\d+)/.exec(raw)?.[1];
    fc.assert(
      fc.property(answer, fc.infiniteStream(fc.boolean()), ({ path, text }, held) => {
        const onDisk = new Map<string, string>();
        for (const raw of sliceElements(sliceAt(text, path) ?? '') ?? []) {
          const id = idOf(raw);
          // A part of a record is what the disk never has; one that was changed has another text.
          if (id !== undefined && raw.startsWith('{'))
            onDisk.set(id, held.next().value ? raw : `${raw.slice(0, -1)},"changed":1}`);
        }
        const stored: StoredRecords = {
          idField: 'id',
          textsOf: (ids) =>
            new Map(
              ids.flatMap((id) => {
                const raw = onDisk.get(id);
                return raw === undefined
                  ? []
                  : [[id, { raw, createTime: null, updateTime: null, version: 1 }]];
              }),
            ),
        };
        const { value, raws } = readAnswer(text, stored);
        expect(plain(value, seen)).toEqual(parseLossless(text));
        expect(raws ?? sliceElements(sliceAt(text, path)!)).toEqual(sliceElements(sliceAt(text, path)!));
      }),
      { numRuns: 1500 },
    );
    expect(seen.unchanged).toBeGreaterThan(100);
    expect(seen.parsed).toBeGreaterThan(100);
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

describe('readBody', () => {
  it('[HT5] returns the object of an answer, with null for NaN, and null for what is no object', () => {
    expect(readBody('{"rate":NaN,"name":"NaN"}')).toEqual({
      value: { rate: null, name: 'NaN' },
      raws: null,
      text: '{"rate":null,"name":"NaN"}',
    });
    for (const text of ['', '[1]', 'NaN', '{"rate":NaN', '<html>'])
      expect([text, readBody(text)]).toEqual([text, null]);
  });
});
