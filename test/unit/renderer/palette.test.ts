import { describe, expect, it } from 'vitest';
import type { ResourceName } from '#shared/domain/resources';
import { exactFirst } from '../../../src/renderer/client/exact-first';
import { type RecentRecord, withOpened } from '../../../src/renderer/navigation/recent-records';
import { hitSubtitle } from '../../../src/renderer/features/palette/hit-subtitle';
import { beginsWord } from '../../../src/renderer/features/palette/begins-word';
import { activeIndex } from '../../../src/renderer/features/palette/active-line';
import { visibleFirst } from '../../../src/renderer/features/palette/use-found';
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
    ['Café Lumière', 'cafe lumi', '[Café] [Lumi]ère'],
    ['Cafe\u0301 Paris', 'CAFÉ', '[Cafe\u0301] Paris'],
    ['Müller', 'mu', '[Mü]ller'],
    ['ＳＯ１２３ 东升', 'so12 升', '[ＳＯ１２]３ 东[升]'],
    ['ﬁne 𠮷野', '𠮷 fine', '[ﬁne] [𠮷]野'],
    ['İstanbul A', 'a', 'İst[a]nbul [A]'],
    ['ΟΔΟΣ 5', 'οδος', '[ΟΔΟΣ] 5'],
    ['salesale', 'sale sales', '[sales]ale'],
  ])('%s, looked for as “%s”', (text, wanted, expected) => expect(marked(text, wanted)).toBe(expected));
});

describe('a record whose whole number or name was typed', () => {
  const hit = (resource: ResourceName, title: string, subtitle = '') => ({ resource, title, subtitle });
  const titles = (hits: readonly ReturnType<typeof hit>[], text: string): string[] =>
    exactFirst(hits, text).map(({ title }) => title);
  it('comes before newer records that contain it; the others stay in order', () => {
    const newest = [
      hit('outboundInvoice', 'CK1', 'Acme · 5 · USD'),
      hit('collection', 'HK1', 'Acme · SO2611041531'),
      hit('order', 'SO2611041531', 'Acme'),
    ];
    expect(titles(newest, ' so2611041531 ')).toEqual(['SO2611041531', 'CK1', 'HK1']);
    expect(titles(newest, 'SO26110415')).toEqual(['CK1', 'HK1', 'SO2611041531']);
    // A document is not the customer in its second line.
    expect(titles(newest, 'Acme')).toEqual(['CK1', 'HK1', 'SO2611041531']);
    const customers = [
      hit('company', 'Nord GmbH & Co. KG', 'C121'),
      hit('company', 'Nord GmbH', 'C12 · Nord'),
    ];
    expect(titles(customers, 'nord gmbh')[0]).toBe('Nord GmbH');
    expect(titles(customers, 'c12')[0]).toBe('Nord GmbH');
    // Full-width digits, as an input method for Chinese writes them.
    expect(titles(newest, 'ＳＯ２６１１０４１５３１')[0]).toBe('SO2611041531');
    expect(titles(customers, 'nörd  GmbH')[0]).toBe('Nord GmbH');
  });
});

describe('a customer in whose name or number the text is', () => {
  const hit = (title: string, subtitle = '') => ({ resource: 'company' as const, title, subtitle });
  const titles = (hits: readonly ReturnType<typeof hit>[], text: string): string[] =>
    visibleFirst(hits, text).map(({ title }) => title);
  it('comes before newer ones that were found by their contacts or addresses', () => {
    const newest = [hit('天和物流', 'C1'), hit('东升进出口', 'C2'), hit('新东升', 'C3'), hit('东升', 'C4')];
    expect(titles(newest, '东升')).toEqual(['东升', '东升进出口', '新东升', '天和物流']);
    expect(titles(newest, 'dongsheng')).toEqual(newest.map(({ title }) => title));
    const others = [hit('Nord AG', 'C7'), hit('Café Lumière', 'C8 · Lumi'), hit('Lumiere Cafe Ltd', 'C9')];
    expect(titles(others, 'lumiere cafe')).toEqual(['Café Lumière', 'Lumiere Cafe Ltd', 'Nord AG']);
    expect(titles(others, 'c9')).toEqual(['Lumiere Cafe Ltd', 'Nord AG', 'Café Lumière']);
  });
});

describe('a command', () => {
  it.each([
    ['Sync now', 'sy', true],
    ['Sync now', 'SYNC N', true],
    ['Sync now', 'now', true],
    ['Sync now', 'ｓｙｎｃ', true],
    ['Sync now', 's', false],
    ['Sync now', 'ync', false],
    ['Éclair clair', 'ecl', true],
    ['切换为简体中文', '中', true],
    ['切换为简体中文', '英', false],
  ])('%s is found by “%s”: %s', (label, text, isFound) => expect(beginsWord(label, text)).toBe(isFound));
});

describe('the active line', () => {
  it('is the first one until another is chosen', () => {
    expect(activeIndex(['a', 'b'], null)).toBe(0);
    expect(activeIndex([], null)).toBe(0);
  });
  it('stays the chosen result when results come or go above it', () => {
    const chosen = { key: 'b', index: 1 };
    expect(activeIndex(['a', 'b', 'c'], chosen)).toBe(1);
    expect(activeIndex(['new', 'a', 'b', 'c'], chosen)).toBe(2);
    expect(activeIndex(['b', 'c'], chosen)).toBe(0);
  });
  it('is the line at its place if the chosen result is gone', () => {
    expect(activeIndex(['a', 'c'], { key: 'b', index: 1 })).toBe(1);
    expect(activeIndex(['a'], { key: 'b', index: 1 })).toBe(0);
    expect(activeIndex([], { key: 'b', index: 1 })).toBe(0);
  });
});

describe('the second line of a result', () => {
  it.each([
    ['Acme · 500 · USD', { amount: '500', currency: 'USD' }, 'Acme · USD\u00a0500.00'],
    ['Acme · 20261101 · 500 · USD', { amount: '500', currency: 'USD' }, 'Acme · 20261101 · USD\u00a0500.00'],
    ['80012 · 4711 · 3.5 · USD', { amount: '3.5', currency: 'USD' }, '80012 · 4711 · USD\u00a03.50'],
    ['80012 · 4711 · USD', undefined, '80012 · 4711 · USD'],
    ['Acme · 1234.5', { amount: '1234.5', currency: '' }, 'Acme · 1,234.50'],
    ['Acme · 1234.5 · 7', { amount: '1234.5', currency: '7' }, 'Acme · 1,234.50 · 7'],
    ['Acme · on request · USD', { amount: 'on request', currency: 'USD' }, 'Acme · on request · USD'],
  ])('shows only the amount as an amount: %s', (subtitle, money, shown) =>
    expect(hitSubtitle({ subtitle, ...(money && { money }) }, 'en')).toBe(shown),
  );
});

describe('recent records', () => {
  const record = (id: string) => ({ resource: 'order' as const, id, title: `Order ${id}`, subtitle: 'Acme' });
  it('are listed latest first, each once, with the latest title, eight at most', () => {
    const many = Array.from({ length: 10 }, (_, i) => record(String(i))).reduce<RecentRecord[]>(
      (held, one) => withOpened(held, one),
      [],
    );
    expect(many.map(({ id }) => id)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2']);
    const again = withOpened(many, { ...record('5'), title: 'Renamed' });
    expect(again.map(({ id }) => id)).toEqual(['5', '9', '8', '7', '6', '4', '3', '2']);
    expect(again[0]?.title).toBe('Renamed');
    expect(withOpened(again, { resource: 'company', id: '5', title: 'Acme', subtitle: '' })).toHaveLength(8);
  });
  it('have a record once, also after it was delivered', () => {
    const local = { resource: 'company' as const, id: 'local:1', title: 'Acme', subtitle: '' };
    const delivered = { ...local, id: '77' };
    // The address still has the local id when the core answers with the new one.
    expect(withOpened([record('5'), local], delivered, local.id)).toEqual([delivered, record('5')]);
    expect(withOpened([delivered, record('5')], delivered)).toEqual([delivered, record('5')]);
  });
});
