/** Which line of a picker comes first for a typed text: Enter takes it. */
import { describe, expect, it } from 'vitest';
import { bestFirst } from '../../../../src/renderer/forms/fields/best-first';

const line = (label: string, value = label) => ({ value, label });
const labels = (names: readonly ReturnType<typeof line>[], search: string): string[] =>
  bestFirst({ options: names, search }).map((one) => String('label' in one ? one.label : one.group));

describe('the lines for a typed text', () => {
  it('begin with the one that has the whole name', () => {
    expect(labels([line('印度尼西亚'), line('印度')], '印度')).toEqual(['印度', '印度尼西亚']);
    expect(labels([line('Joanna'), line('Annette'), line('Ann')], 'ann')).toEqual([
      'Ann',
      'Annette',
      'Joanna',
    ]);
  });
  it('go on with names that begin with it, then in the order of the list', () => {
    expect(labels([line('Zoë Lind'), line('Kolind'), line('Lindgren'), line('Berlind')], 'lind')).toEqual([
      'Lindgren',
      'Zoë Lind',
      'Kolind',
      'Berlind',
    ]);
  });
  it('take each of the names of a line, in two languages or beside a code', () => {
    expect(labels([line('Indonesia · 印度尼西亚', 'ID'), line('India · 印度', 'IN')], '印度')[0]).toBe(
      'India · 印度',
    );
    expect(labels([line('AED · Euro dirham', 'AED'), line('EUR · Euro', 'EUR')], 'eur')[0]).toBe(
      'EUR · Euro',
    );
  });
  it('contain the one with the typed code, but no number that nobody sees', () => {
    const countries = [line('Indonesia', 'ID'), line('Benin', 'BJ'), line('India', 'IN')];
    expect(labels(countries, 'IN')).toEqual(['India', 'Indonesia', 'Benin']);
    expect(labels([line('Germany', 'DE')], 'de')).toEqual(['Germany']);
    expect(labels([line('Trade fair', '12'), line('12 months', '3')], '12')).toEqual(['12 months']);
  });
  it('do not depend on case and accents', () => {
    expect(labels([line('Côte d’Ivoire')], 'COTE')).toEqual(['Côte d’Ivoire']);
  });
  it('are all lines without a text, and none if nothing matches', () => {
    expect(labels([line('b'), line('a')], ' ')).toEqual(['b', 'a']);
    expect(labels([line('b'), line('a')], 'c')).toEqual([]);
  });
});

it('groups stay together; the one with the best line is first, and an empty one is left out', () => {
  const options = [
    { group: 'Known', items: [line('Euro'), line('US Dollar')] },
    { group: 'Others', items: [line('Eurodollar'), line('Dollar')] },
    { group: 'Old', items: [line('Mark')] },
  ];
  expect(bestFirst({ options, search: 'dollar' })).toEqual([
    { group: 'Others', items: [line('Dollar'), line('Eurodollar')] },
    { group: 'Known', items: [line('US Dollar')] },
  ]);
});
