import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from '../../../src/renderer/format/indent-json';

/** Keys that are array indexes move to the front of a parsed object; here they must not. */
const key = fc.string().filter((text) => !/^\d+$/.test(text) && text !== '__proto__');
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('indented JSON', () => {
  it('equals the output of the platform', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('keeps every digit, and keys in their order', () => {
    expect(indentJson('{"id":3000000000010368171,"b" : 1.50,"7":"x, {y}: \\"z\\"","2":[ ],"e":{ }}')).toBe(
      '{\n  "id": 3000000000010368171,\n  "b": 1.50,\n  "7": "x, {y}: \\"z\\"",\n  "2": [],\n  "e": {}\n}',
    );
  });

  it('does not change a text that is not JSON', () => expect(indentJson('<html>{,')).toBe('<html>{,'));
});
