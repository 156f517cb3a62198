/** Lists, filters and lines of records, as the screens word and arrange them. */
import { describe, expect, it } from 'vitest';
import type { Column, Facet, Row } from '#shared/contract/records';
import type { FormatContext } from '../../../src/renderer/format/values';
import { firstLabels } from '../../../src/renderer/records/changes';
import { labelledFacets, menuFilter, shownFacets } from '../../../src/renderer/records/filter-menu';
import { filterKindOf, filterText, type ListFilter } from '../../../src/renderer/records/filter-model';
import {
  arranged,
  defaultWidth,
  MAX_WIDTH,
  MIN_WIDTH,
  moveColumn,
  nudged,
  shownColumns,
  shownKeys,
  withoutColumn,
  withPin,
  withWidth,
} from '../../../src/renderer/records/list-columns';
import { nextSortParam, placeOfList, readFilters, readView } from '../../../src/renderer/records/list-view';
import { relatedFilter } from '../../../src/renderer/records/related-filter';
import { readFilter } from '../../../src/renderer/records/read-filter';
import { rowAmount, rowSubtitle, rowTime, rowTitle, unnamed } from '../../../src/renderer/records/row-words';

const column = (key: string, kind: Column['kind'] = 'text'): Column => ({ key, kind, sort: 'none' });
const context: FormatContext = {
  locale: 'en',
  offsetMs: null,
  word: (key) => key,
  userName: () => undefined,
  lookupName: () => undefined,
};
const row = (values: Record<string, unknown>, id = '12'): Row => ({ id, values });

describe('a filter in an address', () => {
  it('is read whole or not at all, and one that cannot be read leaves the others', () => {
    const good = { field: 'name', op: 'contains', text: 'x' };
    expect(readFilters(JSON.stringify([good]))).toEqual([good]);
    expect(readFilters(JSON.stringify([good, { field: 'name', op: 'odd' }]))).toEqual([good]);
    expect(readFilters('{"length":0}')).toEqual([]);
    expect(readFilters('not JSON')).toEqual([]);
    expect(readFilters(undefined)).toEqual([]);
  });
  it('takes five hundred values and two hundred characters, and no more', () => {
    const values = (n: number) => ({ field: 'f', op: 'in', values: Array.from({ length: n }, String) });
    expect([0, 1, 500, 501].map((n) => readFilter(values(n)) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const text = (n: number) => ({ field: 'f', op: 'contains', text: 'x'.repeat(n) });
    expect([200, 201].map((n) => readFilter(text(n)) !== undefined)).toEqual([true, false]);
    expect(readFilter({ field: 'f', op: 'in', values: ['a', 1] })).toBeUndefined();
    expect(readFilter({ field: 'f', op: 'between', from: 1 })).toBeUndefined();
    expect(readFilter({ field: 'f', op: 'between', to: '2' })).toEqual({
      field: 'f',
      op: 'between',
      to: '2',
    });
    expect(readFilter({ field: 'f', op: 'within', preset: 'someday' })).toBeUndefined();
    expect(readFilter(null)).toBeUndefined();
  });
  it('names its columns by the saved view where there is one', () => {
    expect(placeOfList('order', {}, [])).toBe('order');
    expect(placeOfList('order', { v: '7' }, [{ id: '7' }])).toBe('order~7');
    expect(readView('order', { removed: '1' }, '2026-11-22').removed).toBe(true);
    expect(readView('order', { removed: '0' }, '2026-11-22').removed).toBe(false);
  });
});

describe('a filter in words', () => {
  const words = (filter: ListFilter, of = column('x')) =>
    filterText(filter, of, {
      locale: 'en',
      valueLabel: (value) => `<${value}>`,
      t: (key, options) => `${key}${options ? JSON.stringify(options) : ''}`,
    });
  it('separates two values as the language does', () => {
    const filter: ListFilter = { field: 'x', op: 'in', values: ['甲', '乙'] };
    expect(filterText(filter, column('x'), { locale: 'zh-CN', valueLabel: String, t: String })).toBe(
      '甲、乙',
    );
  });
  it('names one or two values, and counts the rest', () => {
    const of = (...values: string[]) => words({ field: 'x', op: 'in', values });
    expect(of('a')).toBe('<a>');
    expect(of('a', 'b')).toBe('<a>, <b>');
    expect(of('a', 'b', 'c')).toBe('list.chipMore{"first":"<a>","more":2}');
  });
  it('says a span by its ends, and a single day once', () => {
    const of = (from?: string, to?: string) =>
      words(
        {
          field: 'x',
          op: 'between',
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
        },
        column('x', 'int'),
      );
    expect(of('1', '5')).toBe('list.chipBetween{"from":"1","to":"5"}');
    expect(of('5', '5')).toBe('5');
    expect(of('5')).toBe('list.chipFrom{"from":"5"}');
    expect(of(undefined, '5')).toBe('list.chipTo{"to":"5"}');
    expect(of('50000', '1234567.5')).toBe('list.chipBetween{"from":"50,000","to":"1,234,567.5"}');
  });
  it('offers each kind of column what fits it', () => {
    expect(filterKindOf(column('x', 'date'))).toBe('dates');
    expect(filterKindOf(column('x', 'money'))).toBe('numbers');
    expect(filterKindOf(column('x', 'company'))).toBe('values');
    expect(filterKindOf(column('x', 'phone'))).toBe('text');
    expect(filterKindOf(column('x', 'contacts'))).toBe('presence');
    expect(filterKindOf(column('x', 'id'))).toBe('text');
    expect(filterKindOf(column('create_user', 'id'))).toBe('values');
  });
});

describe('a filter menu', () => {
  const format: FormatContext = {
    locale: 'en',
    offsetMs: 0,
    word: () => '',
    userName: () => undefined,
    lookupName: () => undefined,
  };
  const facet = (value: string, label = value) => ({ value, label, count: 1 });
  it('shows countries by name, and takes the shown ones for a typed name', () => {
    const country = column('country', 'text');
    const shown = labelledFacets(country, [facet('CN'), facet('Atlantis')], format, '');
    expect(shown.map(({ label }) => label)).toEqual(['China', 'Atlantis']);
    expect(menuFilter(country, { chosen: new Set(), typed: 'China', shown: shown.slice(0, 1) })).toEqual({
      field: 'country',
      op: 'in',
      values: ['CN'],
    });
    expect(menuFilter(country, { chosen: new Set(), typed: 'nowhere', shown: [] })).toBeUndefined();
  });
  it('shows only the country of a typed code, and otherwise the names that contain the text', () => {
    const country = column('country', 'text');
    const codes = ['RU', 'US', 'DE', 'SE', ''].map((code) => facet(code));
    const values = (typed: string, of = country) =>
      shownFacets(of, labelledFacets(of, codes, format, '(Empty)'), { chosen: new Map(), typed }).map(
        ({ value }) => value,
      );
    expect(values('us')).toEqual(['US']);
    expect(values('DE')).toEqual(['DE']);
    expect(values('rus')).toEqual(['RU']);
    expect(values('den')).toEqual(['SE']);
    expect(values('')).toEqual(['RU', 'US', 'DE', 'SE', '']);
    expect(values('empty')).toEqual(['']);
    // The code of a status is not on the screen.
    const status = facet('1', 'Open');
    expect(shownFacets(column('status', 'enum'), [status], { chosen: new Map(), typed: '1' })).toEqual([]);
  });
  it('names former colleagues, whom only the window knows', () => {
    const withFormer = { ...format, userName: (id: string) => (id === '9' ? 'Former Fred' : undefined) };
    for (const of of [column('create_user', 'id'), column('handler', 'users'), column('owner', 'user')])
      expect(labelledFacets(of, [facet('9'), facet('8')], withFormer, '')).toEqual([
        facet('9', 'Former Fred'),
        facet('8'),
      ]);
  });
  it('takes a typed part of a name or a text if no value is chosen', () => {
    const contains = { field: 'x', op: 'contains', text: 'acme' };
    for (const kind of ['company', 'supplier', 'text'] as const)
      expect(menuFilter(column('x', kind), { chosen: new Set(), typed: 'acme', shown: [] })).toEqual(
        contains,
      );
    expect(menuFilter(column('x', 'company'), { chosen: new Set(['5']), typed: 'acme', shown: [] })).toEqual({
      field: 'x',
      op: 'in',
      values: ['5'],
    });
    expect(menuFilter(column('x', 'users'), { chosen: new Set(), typed: 'ann', shown: [] })).toBeUndefined();
  });
  it('takes the only person that a typed name shows, and none of several', () => {
    const of = (...shown: Facet[]) =>
      menuFilter(column('x', 'users'), { chosen: new Set(), typed: 'ann', shown });
    expect(of(facet('7', 'Ann'))).toEqual({ field: 'x', op: 'in', values: ['7'] });
    expect(of(facet('7', 'Ann'), facet('8', 'Hanna'))).toBeUndefined();
  });
  it('is no filter without a choice or a text', () => {
    expect(menuFilter(column('x', 'company'), { chosen: new Set(), typed: '', shown: [] })).toBeUndefined();
  });
});

describe('a click on a column’s head', () => {
  const view = (...sort: [string, 'asc' | 'desc'][]) => ({
    resource: 'order' as const,
    sort: sort.map(([field, direction]) => ({ field, direction })),
  });
  it('sorts up, then down, then as the list would', () => {
    expect(nextSortParam(view(['amount', 'asc']), 'amount')).toBe('-amount');
    expect(nextSortParam(view(['amount', 'desc']), 'amount')).toBeUndefined();
    expect(nextSortParam(view(['amount', 'desc']), 'name')).toBe('name');
  });
  it('with Shift it is one of several', () => {
    expect(nextSortParam(view(['amount', 'asc']), 'name', true)).toBe('amount,name');
    expect(nextSortParam(view(['amount', 'asc'], ['name', 'desc']), 'name', true)).toBe('amount');
  });
});

describe('the columns of a list', () => {
  const all = ['a', 'b', 'c'].map((key) => column(key));
  const shown = [
    { key: 'a', pinned: true },
    { key: 'b', pinned: false },
    { key: 'c', pinned: false },
  ];
  it('are those chosen that there are, the pinned ones first, at least one', () => {
    const layout = { columns: ['c', 'gone', 'a'], pinned: ['a'], widths: { c: 5_000, a: 1 } };
    expect(
      shownColumns('order', all, layout as never).map(({ key, pinned, width }) => [key, pinned, width]),
    ).toEqual([
      ['a', true, MIN_WIDTH],
      ['c', false, MAX_WIDTH],
    ]);
    expect(shownKeys('order', all, { columns: ['gone'] })).toEqual(['a']);
    expect(defaultWidth(column('x', 'money'))).toBe(136);
    expect(withWidth(undefined, 'a', 120.4).widths).toEqual({ a: 120 });
  });
  it('move to where they are dropped, and nowhere else', () => {
    expect(moveColumn(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
    expect(moveColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(moveColumn(['a', 'b', 'c'], 'x', 'a')).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'a', 'x')).toEqual(['a', 'b', 'c']);
    expect(arranged(shown, 'c', 'a')).toEqual({ columns: ['c', 'a', 'b'], pinned: ['a', 'c'] });
    expect(arranged(shown, 'a', 'b').pinned).toEqual([]);
  });
  it('cross the edge of the pinned ones first, and stop at the end', () => {
    expect(nudged(shown, 'b', -1)).toEqual({ columns: ['a', 'b', 'c'], pinned: ['a', 'b'] });
    expect(nudged(shown, 'a', 1)).toEqual({ columns: ['a', 'b', 'c'], pinned: [] });
    expect(nudged(shown, 'b', 1)?.columns).toEqual(['a', 'c', 'b']);
    expect(nudged(shown, 'c', 1)).toBeUndefined();
    expect(nudged(shown, 'a', -1)).toBeUndefined();
  });
  it('are pinned, released and left out, all but the last', () => {
    expect(withPin(shown, 'b', true).pinned).toEqual(['a', 'b']);
    expect(withPin(shown, 'a', false).pinned).toEqual([]);
    expect(withoutColumn(shown, 'a')).toEqual({ columns: ['b', 'c'], pinned: [] });
    expect(withoutColumn(shown.slice(0, 2), 'a')).toEqual({ columns: ['b'], pinned: [] });
    expect(withoutColumn(shown.slice(0, 1), 'a')).toBeUndefined();
  });
});

describe('a record in one line', () => {
  it('is named by its number or name, else by its id; what has no name yet by its kind', () => {
    expect(rowTitle('company', row({ name: 'Acme' }))).toBe('Acme');
    expect(rowTitle('company', row({ name: '' }))).toBe('12');
    expect(unnamed('trail', context.word)).toBe('outbox.create.trailNote');
    expect(unnamed('receipt', context.word)).toBe('outbox.create.receipt');
  });
  it('says its customer, and its name where that is not its title', () => {
    expect(rowSubtitle(row({ name: 'Acme', company_info: { name: 'Ocean Ltd' } }), 'Acme')).toBe('Ocean Ltd');
    expect(rowSubtitle(row({ name: 'Big order', company_info: { name: 'Ocean' } }), 'PO-1')).toBe(
      'Big order · Ocean',
    );
    expect(rowSubtitle(row({ short_name: 'ACM' }), 'Acme')).toBe('ACM');
  });
  it('says its amount in its currency, where it has one', () => {
    expect(rowAmount('order', row({ amount: '12.5', currency: 'USD' }), context)).toBe('USD\u00a012.50');
    expect(rowAmount('company', row({ amount: '12.5' }), context)).toBe('');
    expect(rowTime('trail', row({ create_time: '2026-11-22 10:00:00' }), context)).not.toBe('');
  });
});

it('a change names each label once, and counts those that it does not name', () => {
  expect(firstLabels(['Status', 'Amount', 'Status'])).toEqual({ named: ['Status', 'Amount'], more: 0 });
  expect(firstLabels(['A', 'B', 'A', 'C', 'D', 'E', 'E'])).toEqual({ named: ['A', 'B', 'C', 'D'], more: 1 });
});

it('a document without an opportunity has no filter for the documents of its opportunity', () => {
  const order = (opportunity_id: string) => ({
    resource: 'order' as const,
    id: '5',
    values: { opportunity_id },
  });
  expect(relatedFilter(order('0'), 'quotation')).toBeNull();
  expect(relatedFilter(order('8'), 'quotation')).toEqual({
    field: 'opportunity_id',
    op: 'in',
    values: ['8'],
  });
});
