import { describe, expect, it } from 'vitest';
import { type RecentRecord, withOpened } from '../../../src/renderer/navigation/recent-records';
import { hitSubtitle } from '../../../src/renderer/features/palette/hit-subtitle';
import { matchedParts } from '../../../src/renderer/features/palette/matched-parts';

const marked = (text: string, wanted: string): string =>
  matchedParts(text, wanted)
    .map(({ part, matched }) => (matched ? `[${part}]` : part))
    .join('');

describe('matched parts of results', () => {
  it.each([
    ['Silk Road Trading', 'trad silk', '[Silk] Road [Trad]ing'],
    ['青岛天和国际物流', '天和', '青岛[天和]国际物流'],
    ['SO2605161327', '2605', 'SO[2605]161327'],
    ['a+b (c)', '(c', 'a+b [(c])'],
    ['Aa', '', 'Aa'],
    ['Ørsted', 'x', 'Ørsted'],
    ['salesale', 'sale sales', '[sales]ale'],
  ])('%s, looked for as “%s”', (text, wanted, expected) => expect(marked(text, wanted)).toBe(expected));
});

describe('the second line of a result', () => {
  it.each([
    ['Acme · 500 · USD', { amount: '500', currency: 'USD' }, 'Acme · $500.00'],
    ['Acme · 20261101 · 500 · USD', { amount: '500', currency: 'USD' }, 'Acme · 20261101 · $500.00'],
    ['80012 · 4711 · 3.5 · USD', { amount: '3.5', currency: 'USD' }, '80012 · 4711 · $3.50'],
    ['80012 · 4711 · USD', undefined, '80012 · 4711 · USD'],
    ['Acme · 1234.5', { amount: '1234.5', currency: '' }, 'Acme · 1,234.50'],
    ['Acme · 1234.5 · 7', { amount: '1234.5', currency: '7' }, 'Acme · 1,234.50 · 7'],
    ['Acme · on request · USD', { amount: 'on request', currency: 'USD' }, 'Acme · on request · USD'],
  ])('shows only the amount as an amount: %s', (subtitle, money, shown) =>
    expect(hitSubtitle({ subtitle, ...(money && { money }) }, 'en', 'symbol')).toBe(shown),
  );
});

describe('recent records', () => {
  const record = (id: string) => ({ resource: 'order' as const, id, title: `Order ${id}` });
  it('are listed latest first, each once, with the latest title, eight at most', () => {
    const many = Array.from({ length: 10 }, (_, i) => record(String(i))).reduce<RecentRecord[]>(
      (held, one) => withOpened(held, one),
      [],
    );
    expect(many.map(({ id }) => id)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2']);
    const again = withOpened(many, { ...record('5'), title: 'Renamed' });
    expect(again.map(({ id }) => id)).toEqual(['5', '9', '8', '7', '6', '4', '3', '2']);
    expect(again[0]?.title).toBe('Renamed');
    expect(withOpened(again, { resource: 'company', id: '5', title: 'Acme' })).toHaveLength(8);
  });
});
