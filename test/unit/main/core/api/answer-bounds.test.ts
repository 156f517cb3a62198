/** How deep and how long the records of an answer may be, and what one record beyond that costs. */
import { describe, expect, it } from 'vitest';
import { dropExcessiveRecords, isTooDeep, MAX_RECORD_CHARS, textFlaw } from '#core/api/answer-bounds';

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { inner: value };
  return value;
};
const limit = (() => {
  let levels = 0;
  while (!isTooDeep(deep(levels + 1))) levels += 1;
  return levels;
})();
const rawsOf = (list: readonly unknown[]): string[] => list.map((record) => JSON.stringify(record));

describe('an answer', () => {
  it.each([
    ['millions of objects', `[${'{},'.repeat(1_100_000)}{}]`, 'too many values'],
    ['millions of brackets', '['.repeat(1_100_000), 'nested too deep'],
    ['a long text of brackets', `["${'[,'.repeat(1_100_000)}"]`, null],
  ])('of %s is judged before it is parsed', (_, text, flaw) => expect(textFlaw(text)).toBe(flaw));

  it('may be as deep as records are, and does not end the program beyond', () => {
    expect(limit).toBeGreaterThan(20);
    expect([isTooDeep(deep(limit)), isTooDeep(deep(limit + 1)), isTooDeep(deep(100_000))]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each<[string, (list: unknown[], more: object) => Record<string, unknown>]>([
    ['in its data', (list) => ({ code: 200, data: list })],
    ['in a list of its data', (list, more) => ({ code: 200, data: { ...more, list } })],
  ])('loses the one record that is too deep, with the list %s', (_, answerOf) => {
    const [fine, also, poison] = [{ id: 1, a: deep(3) }, { id: 3 }, { id: 2, a: deep(limit) }];
    const list = [fine, poison, also];
    const body = answerOf(list, { totalItem: 3 });
    expect(dropExcessiveRecords(body, rawsOf(list), 100)).toEqual({
      raws: rawsOf([fine, also]),
      skipped: [{ value: poison, why: 'nested too deep' }],
    });
    expect(body).toEqual(answerOf([fine, also], { totalItem: 3 }));
    const clean = [fine, also];
    expect(dropExcessiveRecords(answerOf(clean, {}), rawsOf(clean), 100)).toEqual({
      raws: rawsOf(clean),
      skipped: [],
    });
    expect(dropExcessiveRecords(answerOf(clean, {}), null, 100)).toEqual({ raws: null, skipped: [] });
  });

  it.each([true, false])('loses the one record that is too long; its texts are known: %s', (areKnown) => {
    const long = { id: 2, name: 'x'.repeat(MAX_RECORD_CHARS) };
    const list = [{ id: 1 }, long, { id: 3 }];
    const body = { code: 200, data: { list, totalItem: 3 } };
    const text = JSON.stringify(body);
    expect(dropExcessiveRecords(body, areKnown ? rawsOf(list) : null, text.length)).toEqual({
      raws: areKnown ? rawsOf([{ id: 1 }, { id: 3 }]) : null,
      skipped: [{ value: long, why: 'too long' }],
    });
    expect(body.data.list).toEqual([{ id: 1 }, { id: 3 }]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['beside its data', { data: { list: [{ id: 1 }] }, more: deep(limit) }],
    ['beside its list', { data: { list: [{ id: 1 }], more: deep(limit) } }],
    ['beside a list that is its data', { data: [{ id: 1 }], more: deep(limit) }],
    ['in data without a list', { data: { more: deep(limit) } }],
  ])('is refused as a whole where it is too deep %s', (_, body) => {
    expect(dropExcessiveRecords(structuredClone(body), rawsOf([{ id: 1 }]), 100)).toBeNull();
    expect(dropExcessiveRecords(structuredClone(body), null, 100)).toBeNull();
  });
});
