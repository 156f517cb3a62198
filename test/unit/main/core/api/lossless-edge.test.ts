import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../../../../src/shared/http-api/lossless-json';

describe('parseLossless', () => {
  it('[HT9] leaves decimals with long fractions alone', () => {
    expect(parseLossless('{"a":0.30000000000000004,"b":-1.12345678901234567890,"id":9007199254740993}')).toEqual({ a: 0.30000000000000004, b: -1.1234567890123457, id: '9007199254740993' });
  });
  it('[HT9] reads every JSON document that JSON.parse reads', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(() => parseLossless(text)).not.toThrow();
      if (!/\d{16}/.test(text)) expect(parseLossless(text)).toEqual(JSON.parse(text));
    }));
  });
});
