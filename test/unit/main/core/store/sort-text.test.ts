import { describe, expect, it } from 'vitest';
import { plainForm } from '#core/store/words/search-text';
import { apply, idsOf, openTemporaryCache } from './cache-fixture';

describe('names in order', () => {
  const inOrder = [
    ...['Ａnt', 'Äpfel', 'apple', 'Łódź Sp.', 'Lux', 'Öl AG', 'Zebra'],
    ...['阿里', '长江', '重庆', '东升', '上海', '中国', '眾合', '重力'],
  ];

  it.each(['with', 'without'])(
    'come without regard to marks and width, Chinese ones by their pinyin, %s an index',
    (index) => {
      const cache = openTemporaryCache();
      apply(
        cache,
        'order',
        inOrder
          .toSorted()
          .map((name) => ({ order_id: inOrder.indexOf(name) + 1, name, company: { company_id: 1, name } })),
      );
      if (index === 'with') while (cache.makeIndex());
      const ids = inOrder.map((_, i) => String(i + 1));
      for (const field of ['company', 'name']) {
        expect(idsOf(cache, { resource: 'order', sort: [{ field, direction: 'asc' }] })).toEqual(ids);
        expect(idsOf(cache, { resource: 'order', sort: [{ field, direction: 'desc' }] })).toEqual(
          ids.toReversed(),
        );
      }
    },
  );

  it('an ASCII or Chinese character looks the same with a character beside it that has several forms', () => {
    const characters = [
      ...Array.from({ length: 0x7f - 0x20 }, (_, i) => 0x20 + i),
      ...Array.from({ length: 0xa000 - 0x4e00 }, (_, i) => 0x4e00 + i),
    ].map((code) => String.fromCharCode(code));
    // The full-width letter makes the text go through every change of form.
    expect(characters.filter((one) => plainForm(`Ｚ${one}`) !== `z${plainForm(one)}`)).toEqual([]);
  });
});
