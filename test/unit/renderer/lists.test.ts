import { describe, expect, it } from 'vitest';
import type { Column } from '#shared/contract/records';
import { groupFields } from '../../../src/renderer/features/records/panel/field-groups';
import { dayFilter, presetRange } from '../../../src/renderer/features/records/filter-model';
import { MIN_WIDTH, moveColumn, shownColumns, shownKeys } from '../../../src/renderer/features/records/list-columns';
import { filtersParam, nextSortParam, readView } from '../../../src/renderer/features/records/list-view';
import { HEADER_ROW, moveByKey } from '../../../src/renderer/features/records/use-grid-keys';

const column = (key: string, kind: Column['kind'] = 'text', more: Partial<Column> = {}): Column => ({ key, kind, sort: 'scan', ...more });

describe('the view in the address', () => {
  it('survives the way there and back', () => {
    const filters = [{ field: 'currency', op: 'in' as const, values: ['EUR'] }];
    expect(readView('order', { q: 'valve', s: '-amount', f: filtersParam(filters) ?? '', removed: '1' })).toEqual({ resource: 'order', search: 'valve', removed: true, sort: [{ field: 'amount', direction: 'desc' }], filters });
  });

  it.each(['{', '[{"field":1}]', '"x"'])('drops unreadable filters (%s) instead of failing', (f) => expect(readView('order', { f }).filters).toEqual([]));

  it('sorts ascending, descending, then as the list does by itself', () => {
    expect(nextSortParam(readView('order', {}), 'amount')).toBe('amount');
    expect(nextSortParam(readView('order', { s: 'amount' }), 'amount')).toBe('-amount');
    expect(nextSortParam(readView('order', { s: '-amount' }), 'amount')).toBeUndefined();
  });
});

describe('columns', () => {
  const all = [column('order_no'), column('name'), column('amount', 'money')];

  it('shows the defaults that exist, then what the user chose', () => {
    expect(shownKeys('order', all, undefined)).toEqual(['order_no', 'name', 'amount']);
    expect(shownKeys('order', all, { columns: ['amount', 'gone'] })).toEqual(['amount']);
    expect(shownKeys('order', all, { columns: [] })).toEqual(['order_no']);
  });

  it('keeps widths within reach', () => expect(shownColumns('order', all, { widths: { order_no: 3 } })[0]?.width).toBe(MIN_WIDTH));

  it('moves a column to where another stands', () => {
    expect(moveColumn(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
    expect(moveColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(moveColumn(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
  });
});

describe('date presets', () => {
  it.each([
    ['last7', '2026-03-03', '2026-02-25', '2026-03-03'], ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'], ['thisMonth', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['thisQuarter', '2026-11-21', '2026-10-01', '2026-12-31'], ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
  ] as const)('%s on %s is %s to %s', (preset, today, from, to) => expect(presetRange(preset, today)).toEqual({ from, to }));

  it('includes the whole last day', () => expect(dayFilter('create_time', '2026-01-01', '2026-01-31')).toEqual({ field: 'create_time', op: 'between', from: '2026-01-01', to: '2026-01-31 23:59:59' }));
});

describe('grid keys', () => {
  const size = { rows: 100, columns: 5, pageRows: 20 };
  it.each([
    ['ArrowUp', false, { row: 0, column: 2 }, { row: HEADER_ROW, column: 2 }], ['ArrowDown', false, { row: 99, column: 0 }, { row: 99, column: 0 }], ['PageDown', false, { row: 95, column: 1 }, { row: 99, column: 1 }],
    ['Home', false, { row: 5, column: 4 }, { row: 5, column: 0 }], ['End', true, { row: 5, column: 0 }, { row: 99, column: 4 }], ['ArrowRight', false, { row: 1, column: 4 }, { row: 1, column: 4 }],
  ] as const)('%s (modifier %s) leads from %o to %o', (key, mod, from, to) => expect(moveByKey(key, mod, from, size)).toEqual(to));

  it('leaves other keys alone', () => expect(moveByKey('a', false, { row: 0, column: 0 }, size)).toBeUndefined());
});

describe('groups of the panel', () => {
  it('puts every field in exactly one place, and lines and contacts in none', () => {
    const columns = [column('order_no'), column('amount', 'money'), column('exchange_rate', 'rate'), column('transport_mode'), column('product_list', 'lines'), column('c1', 'text', { customName: 'Colour' }), column('marked')];
    const { groups, empty } = groupFields('order', columns, ({ key }) => key === 'marked');
    expect(groups.flatMap(([, fields]) => fields.map(({ key }) => key)).sort()).toEqual(['amount', 'c1', 'exchange_rate', 'order_no', 'transport_mode']);
    expect(groups.map(([group]) => group)).toEqual(['key', 'amounts', 'shipping', 'custom']);
    expect(empty.map(({ key }) => key)).toEqual(['marked']);
  });
});
