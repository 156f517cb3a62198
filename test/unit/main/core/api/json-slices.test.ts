import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sliceAt, sliceElements } from '../../../../../src/main/core/api/json-slices';

describe('json slices', () => {
  it('[HT5] elements parse to the same values as the whole, with any spacing', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), (values, indent) => {
        const text = JSON.stringify(
          { code: 200, 'li"st': [9], data: { other: values, list: values } },
          null,
          indent,
        );
        const slices = sliceElements(sliceAt(text, ['data', 'list'])!)!;
        expect(slices.map((slice) => JSON.parse(slice))).toEqual(JSON.parse(text).data.list);
      }),
      { numRuns: 300 },
    );
  });
  it('[HT5] keeps the exact text, including long ids and trailing zeros', () => {
    const text = '{"data":{"list":[ {"id":9223372036854775807,"n":1.50, "s":"a\\\\\\"]}"} ,2]}}';
    expect(sliceElements(sliceAt(text, ['data', 'list'])!)).toEqual([
      '{"id":9223372036854775807,"n":1.50, "s":"a\\\\\\"]}"}',
      '2',
    ]);
  });
  it('[HT5] the last of duplicate keys wins, as in JSON.parse', () => {
    expect(sliceAt('{"data":1,"data":[2]}', ['data'])).toBe('[2]');
  });
});
