import { describe, expect, it } from 'vitest';
import { parseDetail, parseDocument, parseTexts } from '#core/store/schema/stored-document';

describe('a stored document', () => {
  it('keeps all digits of long integers', () => {
    expect(parseDocument('{"id":12345678901234567890}')).toEqual({ id: '12345678901234567890' });
  });
  it('is an object, or the file was changed', () => {
    for (const text of ['[1]', '7', 'null', '"text"', '{"a":', ''])
      expect(() => parseDocument(text)).toThrow(expect.objectContaining({ code: 'database-corrupt' }));
  });
  it('is a list of texts where one was stored', () => {
    expect(parseTexts('["1","2"]')).toEqual(['1', '2']);
    for (const text of ['["1"', '{"0":"1"}', '[1]'])
      expect(() => parseTexts(text)).toThrow(expect.objectContaining({ code: 'database-corrupt' }));
  });
  it('has details or none', () => {
    expect(parseDetail('{"a":1}')).toEqual({ a: 1 });
    expect(parseDetail(null)).toBeNull();
  });
});
