import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Column } from '#shared/contract/records';
import { OWNERS } from '#shared/domain/fields';
import { groupFields, withoutSameOwner } from '../../../src/renderer/features/panel/field-groups';
import { dayFilter, presetRange } from '../../../src/renderer/records/filter-model';
import {
  arranged,
  MIN_WIDTH,
  moveColumn,
  nudged,
  shownColumns,
  shownKeys,
} from '../../../src/renderer/records/list-columns';
import {
  filtersParam,
  nextSortParam,
  readFilters,
  readView,
  withKnownFields,
} from '../../../src/renderer/records/list-view';
import { copiedTable, writeTable } from '../../../src/renderer/features/lists/grid/cell-copy';
import { pinnedLayout } from '../../../src/renderer/features/lists/grid/grid-geometry';
import {
  addressOf,
  isSameView,
  movedBy,
  readSavedViews,
  viewParams,
} from '../../../src/renderer/records/saved-view-model';
import { totalFields } from '../../../src/renderer/features/lists/total-fields';
import type { FormatContext } from '../../../src/renderer/format/values';
import { HEADER_ROW, moveByKey } from '../../../src/renderer/features/lists/grid/use-grid-keys';

const TODAY = '2026-11-21';
const column = (key: string, kind: Column['kind'] = 'text', more: Partial<Column> = {}): Column => ({
  key,
  kind,
  sort: 'scan',
  ...more,
});

describe('the view in the address', () => {
  it('is unchanged after writing and reading', () => {
    const filters = [{ field: 'currency', op: 'in' as const, values: ['EUR'] }];
    expect(
      readView('order', { q: 'valve', s: '-amount', f: filtersParam(filters) ?? '', removed: '1' }, TODAY),
    ).toEqual({
      resource: 'order',
      search: 'valve',
      removed: true,
      sort: [{ field: 'amount', direction: 'desc' }],
      filters,
    });
  });

  it.each(['{', '[{"field":1}]', '"x"'])('drops unreadable filters (%s) instead of failing', (f) =>
    expect(readView('order', { f }, TODAY).filters).toEqual([]),
  );

  it('keeps the filters that can be read beside one that cannot', () => {
    const sound = { field: 'currency', op: 'in' as const, values: ['EUR'] };
    const tooLong = { field: 'name', op: 'contains', text: 'x'.repeat(201) };
    expect(readFilters(JSON.stringify([sound, tooLong]))).toEqual([sound]);
    expect(readView('order', { q: 'x'.repeat(300) }, TODAY).search).toHaveLength(200);
  });

  it('applies no filter and no sort of a field that the list does not have', () => {
    const all = [column('name'), column('amount', 'money'), column('lines', 'lines', { sort: 'none' })];
    const filters = ['owner', 'lines', 'name'].map((field) => ({ field, op: 'empty' }));
    const params = { f: JSON.stringify(filters), s: 'nonsense' };
    const view = readView('order', params, TODAY);
    expect(withKnownFields(view, all)).toEqual({
      ...view,
      filters: [{ field: 'name', op: 'empty' }],
      sort: readView('order', {}, TODAY).sort,
    });
    const sorted = readView('order', { s: 'lines,-amount' }, TODAY);
    expect(withKnownFields(sorted, all).sort).toEqual([{ field: 'amount', direction: 'desc' }]);
    const known = readView('order', { s: '-amount', f: '[{"field":"name","op":"empty"}]' }, TODAY);
    expect(withKnownFields(known, all)).toBe(known);
    // The fields are not read yet.
    expect(withKnownFields(view, [])).toBe(view);
    // The owners of an order are no column, and lists can be filtered by them.
    const owned = { ...known, filters: [{ field: OWNERS, op: 'empty' as const }] };
    expect(withKnownFields({ ...owned, resource: 'order' }, all).filters).toEqual(owned.filters);
    expect(withKnownFields({ ...owned, resource: 'company' }, all).filters).toEqual([]);
  });

  it('sorts ascending, descending, then in the default order of the list', () => {
    expect(nextSortParam(readView('order', {}, TODAY), 'amount')).toBe('amount');
    expect(nextSortParam(readView('order', { s: 'amount' }, TODAY), 'amount')).toBe('-amount');
    expect(nextSortParam(readView('order', { s: '-amount' }, TODAY), 'amount')).toBeUndefined();
  });
});

describe('several sorts', () => {
  const at = (s?: string) => readView('order', s === undefined ? {} : { s }, TODAY);
  it('are in the address in their order, each field once, five at most', () => {
    expect(at('currency,-amount').sort).toEqual([
      { field: 'currency', direction: 'asc' },
      { field: 'amount', direction: 'desc' },
    ]);
    expect(at('a,-a,b').sort.map(({ field }) => field)).toEqual(['a', 'b']);
    expect(at('a,b,c,d,e,f').sort).toHaveLength(5);
  });
  it('are added with Shift: ascending, descending, removed; the default order is not one of them', () => {
    expect(nextSortParam(at(), 'currency', true)).toBe('currency');
    expect(nextSortParam(at('currency'), 'amount', true)).toBe('currency,amount');
    expect(nextSortParam(at('currency,amount'), 'amount', true)).toBe('currency,-amount');
    expect(nextSortParam(at('currency,-amount'), 'amount', true)).toBe('currency');
    expect(nextSortParam(at('currency,-amount'), 'amount')).toBe('amount');
  });
  it('reverses the default order at a click on its column', () => {
    expect(nextSortParam(at(), 'update_time')).toBe('update_time');
    expect(nextSortParam(at('update_time'), 'update_time')).toBeUndefined();
  });
});

describe('named ranges of days', () => {
  const f = JSON.stringify([{ field: 'create_time', op: 'within', preset: 'lastMonth' }]);
  it('stay relative in the address and become days only for the core', () => {
    expect(readFilters(f)).toEqual([{ field: 'create_time', op: 'within', preset: 'lastMonth' }]);
    expect(readView('order', { f }, '2026-11-21').filters).toEqual([
      { field: 'create_time', op: 'between', from: '2026-10-01', to: '2026-10-31 23:59:59' },
    ]);
    expect(readView('order', { f }, '2026-12-01').filters).toEqual([
      { field: 'create_time', op: 'between', from: '2026-11-01', to: '2026-11-30 23:59:59' },
    ]);
  });
});

describe('saved views', () => {
  const views = ['a', 'b', 'c'].map((id) => ({ id, name: id, params: {} }));
  it('keep search, sort, filters and the removed switch of an address, nothing else', () => {
    expect(
      viewParams({ q: 'x', s: '-amount', f: '[]', removed: '1', open: 'order~1', v: 'a', tab: 'leads' }),
    ).toEqual({ q: 'x', s: '-amount', f: '[]', removed: '1' });
    expect(isSameView({ q: 'x', v: 'a' }, { q: 'x', open: 'order~1' })).toBe(true);
    expect(isSameView({ q: 'x' }, { q: 'x', s: 'name' })).toBe(false);
  });
  it('belong to one account, and unreadable ones are ignored', () => {
    expect(readSavedViews({ 'views.1': { order: views } }, '1')).toEqual({ order: views });
    expect(readSavedViews({ 'views.1': { order: views } }, '2')).toEqual({});
    expect(readSavedViews({ 'views.1': { order: 'x' } }, '1')).toEqual({});
    for (const stored of ['x', 7, null, ['x']])
      expect(readSavedViews({ 'views.1': stored }, '1')).toEqual({});
  });
  it('hide only the view that cannot be read, and keep those of a kind that only a newer Satchel knows', () => {
    const stored = { order: [views[0], { id: 'broken' }, views[1]], company: 'x', visit: views };
    expect(readSavedViews({ 'views.1': stored }, '1')).toEqual({ order: views.slice(0, 2), visit: views });
  });
  it('clear the parts of another view in the address', () =>
    expect(addressOf(views[0])).toEqual({
      q: undefined,
      s: undefined,
      f: undefined,
      removed: undefined,
      v: 'a',
      open: undefined,
    }));
  it('move by one place and no further', () => {
    expect(movedBy(views, 'c', -1).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect(movedBy(views, 'c', 1).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});

describe('copied cells', () => {
  afterEach(() => void vi.unstubAllEnvs());
  const format: FormatContext = {
    locale: 'en',
    word: () => '',
    offsetMs: 0,
    userName: () => undefined,
    lookupName: () => undefined,
  };
  const columns = [
    column('order_id', 'id'),
    column('name'),
    column('amount', 'money'),
    column('create_time', 'dateTime'),
  ];
  const row = (values: Record<string, unknown>) => ({ id: '1', values });
  const tableText = (...given: Parameters<typeof copiedTable>): string => copiedTable(...given).text;
  it('contain times in the time zone of this computer, as the row and an export do, and days unchanged', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const times = [column('create_time', 'dateTime'), column('account_date', 'date')];
    const made = row({ create_time: '2026-11-25 22:50:35', account_date: '2026-11-25 00:00:00' });
    const copied = (offsetMs: number | null) =>
      tableText([made], times, { ...format, offsetMs }, undefined).split('\t');
    expect(copied(8 * 3_600_000)).toEqual(['2026-11-25 15:50:35', '2026-11-25 00:00:00']);
    // The time zone of the service is not known.
    expect(copied(null)).toEqual(['2026-11-25 22:50:35', '2026-11-25 00:00:00']);
  });
  it('contain an amount without the error of a float, as the row and an export do', () =>
    expect(
      tableText([row({ amount: '510.04499999999996' })], [column('amount', 'money')], format, undefined),
    ).toBe('510.045'));
  it('contain the digits and days of the service, separated by tabs, with headers on request', () => {
    vi.stubEnv('TZ', 'UTC');
    const rows = [
      row({
        order_id: '9007199254740993',
        name: 'Valve',
        amount: '1234.50',
        create_time: '2026-01-02 03:04:05',
        currency: 'EUR',
      }),
      row({ order_id: '2', name: '=1+1', amount: '-3', create_time: '1970-01-01 08:00:00' }),
    ];
    expect(tableText(rows, columns, format, ['Id', 'Name', 'Amount', 'Made'])).toBe(
      'Id\tName\tAmount\tMade\n9007199254740993\tValve\t1234.50\t2026-01-02 03:04:05\n2\t=1+1\t-3\t',
    );
  });
  it('quote text that would break the table, and keep every digit', () => {
    expect(
      tableText(
        [row({ order_id: '9007199254740993', name: 'a\tb\n"c"', amount: '1234567890123456.70' })],
        columns.slice(0, 3),
        format,
        undefined,
      ),
    ).toBe('9007199254740993\t"a\tb\n""c"""\t1234567890123456.70');
  });

  describe('that a spreadsheet would change are also a table, in which they are text', () => {
    const account = [column('order_id', 'id'), column('bank_account'), column('amount', 'money')];
    const htmlOf = (values: Record<string, unknown>, heads?: string[]): string | null =>
      copiedTable([row(values)], account, format, heads).html;
    const asText = (text: string): string => `<td style="mso-number-format:'\\@'">${text}</td>`;

    it('an id of 16 to 19 digits, zeros at the start of an account number, and an amount with many digits', () =>
      expect(
        htmlOf({ order_id: '9007199254740993123', bank_account: '0062', amount: '1234567890123456.71' }),
      ).toContain(
        `<tr>${asText('9007199254740993123')}${asText('0062')}${asText('1234567890123456.71')}</tr>`,
      ));
    it('but other cells stay numbers, and marks and line breaks stay text', () =>
      expect(htmlOf({ order_id: '42', bank_account: '007', amount: '1234.50' }, ['Id', 'A & B', '<b>'])).toBe(
        '<meta charset="utf-8"><table><tr><td>Id</td><td>A &amp; B</td><td>&lt;b&gt;</td></tr>' +
          `<tr><td>42</td>${asText('007')}<td>1234.50</td></tr></table>`,
      ));
    it('and a line break begins no new row', () =>
      expect(htmlOf({ order_id: '9007199254740993', bank_account: 'a\nb' })).toContain(
        '<td>a<br style="mso-data-placement:same-cell">b</td>',
      ));
    it('but not if nothing is changed, or if it is one cell, which is pasted into messages too', () => {
      expect(htmlOf({ order_id: '42', bank_account: 'DE89 3704', amount: '-3' })).toBeNull();
      const cell = row({ order_id: '9007199254740993123' });
      expect(copiedTable([cell], account.slice(0, 1), format, undefined).html).toBeNull();
      expect(copiedTable([cell, cell], account.slice(0, 1), format, undefined).html).not.toBeNull();
    });

    it.each([
      ['both forms are written', true, { 'text/plain': 'a', 'text/html': '<table>' }, []],
      ['if the browser refuses both, the text is written', false, {}, ['a']],
    ])('%s', async (_, allows, both, plain) => {
      const [data, texts]: [Record<string, string>, string[]] = [{}, []];
      const listeners = new Set<(event: unknown) => void>();
      vi.stubGlobal('navigator', { clipboard: { writeText: (text: string) => void texts.push(text) } });
      vi.stubGlobal('document', {
        addEventListener: (__: string, listener: (event: unknown) => void) => listeners.add(listener),
        removeEventListener: (__: string, listener: (event: unknown) => void) => listeners.delete(listener),
        execCommand: () => {
          const clipboardData = { setData: (type: string, text: string) => (data[type] = text) };
          const event = { clipboardData, preventDefault: () => {}, stopImmediatePropagation: () => {} };
          if (allows) for (const listener of listeners) listener(event);
          return allows;
        },
      });
      onTestFinished(() => void vi.unstubAllGlobals());
      await writeTable({ text: 'a', html: '<table>' });
      expect([data, texts, listeners.size]).toEqual([both, plain, 0]);
    });
  });
});

describe('amounts with totals', () => {
  it('are those whose currency is known', () => {
    const order = [
      column('currency'),
      column('name'),
      column('amount_usd', 'money'),
      column('amount', 'money'),
      column('cost', 'money', { fromDetail: true }),
    ];
    expect(totalFields(order, [column('name'), column('amount', 'money')], undefined)).toEqual(['amount']);
    expect(totalFields(order, order, ['gone', 'amount_usd'])).toEqual(['amount_usd']);
    const purchase = [column('amount', 'money'), column('amount_rmb', 'money')];
    expect(totalFields(purchase, purchase, undefined)).toEqual(['amount_rmb']);
  });
});

describe('columns', () => {
  const all = [column('order_no'), column('name'), column('amount', 'money')];

  it('shows existing defaults, then the choice of the user', () => {
    expect(shownKeys('order', all, undefined)).toEqual(['order_no', 'name', 'amount']);
    expect(shownKeys('order', all, { columns: ['amount', 'gone'] })).toEqual(['amount']);
    expect(shownKeys('order', all, { columns: [] })).toEqual(['order_no']);
  });

  it('limits widths', () =>
    expect(shownColumns('order', all, { widths: { order_no: 3 } })[0]?.width).toBe(MIN_WIDTH));

  it('keeps pinned columns at the left: unless chosen, the first', () => {
    expect(shownColumns('order', all, undefined).map(({ pinned }) => pinned)).toEqual([true, false, false]);
    expect(
      shownColumns('order', all, { columns: ['order_no', 'name', 'amount'], pinned: ['amount'] }).map(
        ({ key }) => key,
      ),
    ).toEqual(['amount', 'order_no', 'name']);
  });

  it('pins a column that is moved among pinned ones, and unpins one that leaves them', () => {
    const shown = shownColumns('order', all, undefined);
    expect(arranged(shown, 'amount', 'order_no')).toEqual({
      columns: ['amount', 'order_no', 'name'],
      pinned: ['order_no', 'amount'],
    });
    expect(arranged(shown, 'order_no', 'amount')).toEqual({
      columns: ['name', 'amount', 'order_no'],
      pinned: [],
    });
    expect(nudged(shown, 'name', 1)).toEqual({
      columns: ['order_no', 'amount', 'name'],
      pinned: ['order_no'],
    });
    expect(nudged(shown, 'name', -1)).toEqual({
      columns: ['order_no', 'name', 'amount'],
      pinned: ['order_no', 'name'],
    });
    expect(nudged(shown, 'amount', 1)).toBeUndefined();
  });

  it('leaves room beside pinned columns', () => {
    const wide = ['a', 'b', 'c'].map((key) => ({ ...column(key), width: 200, pinned: true }));
    expect(pinnedLayout(wide, 700)).toEqual({ count: 2, lefts: [28, 228], width: 428 });
  });

  it('moves a column to the position of another', () => {
    expect(moveColumn(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
    expect(moveColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(moveColumn(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
  });
});

describe('date presets', () => {
  it.each([
    ['last7', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['thisMonth', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['thisQuarter', '2026-11-21', '2026-10-01', '2026-12-31'],
    ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
  ] as const)('%s on %s is %s to %s', (preset, today, from, to) =>
    expect(presetRange(preset, today)).toEqual({ from, to }),
  );

  it('includes the whole last day', () =>
    expect(dayFilter('create_time', '2026-01-01', '2026-01-31')).toEqual({
      field: 'create_time',
      op: 'between',
      from: '2026-01-01',
      to: '2026-01-31 23:59:59',
    }));
});

describe('grid keys', () => {
  const size = { rows: 100, columns: 5, pageRows: 20 };
  it.each([
    ['ArrowUp', false, { row: 0, column: 2 }, { row: HEADER_ROW, column: 2 }],
    ['ArrowDown', false, { row: 99, column: 0 }, { row: 99, column: 0 }],
    ['PageDown', false, { row: 95, column: 1 }, { row: 99, column: 1 }],
    ['Home', false, { row: 5, column: 4 }, { row: 5, column: 0 }],
    ['End', true, { row: 5, column: 0 }, { row: 99, column: 4 }],
    ['ArrowRight', false, { row: 1, column: 4 }, { row: 1, column: 4 }],
  ] as const)('%s (modifier %s) leads from %o to %o', (key, mod, from, to) =>
    expect(moveByKey(key, mod, from, size)).toEqual(to),
  );

  it('ignores other keys', () => expect(moveByKey('a', false, { row: 0, column: 0 }, size)).toBeUndefined());
});

describe('groups of the panel', () => {
  it('puts every field in exactly one place, and lines and contacts in none', () => {
    const columns = [
      column('order_no'),
      column('amount', 'money'),
      column('exchange_rate', 'rate'),
      column('transport_mode'),
      column('product_list', 'lines'),
      column('c1', 'text', { customName: 'Colour' }),
      column('marked'),
    ];
    const { groups, empty } = groupFields('order', columns, ({ key }) => key === 'marked');
    expect(groups.flatMap(([, fields]) => fields.map(({ key }) => key)).sort()).toEqual([
      'amount',
      'c1',
      'exchange_rate',
      'order_no',
      'transport_mode',
    ]);
    expect(groups.map(([group]) => group)).toEqual(['key', 'amounts', 'shipping', 'custom']);
    expect(empty.map(({ key }) => key)).toEqual(['marked']);
  });
  it('do not count lines and contacts as empty, because these have a tab of their own', () => {
    const columns = [column('lines', 'lines'), column('people', 'contacts'), column('marked')];
    expect(groupFields('order', columns, () => true).empty.map(({ key }) => key)).toEqual(['marked']);
  });
  it('name the same owners once', () => {
    const columns = [column('user_id', 'users'), column('name'), column('owner', 'users')];
    const keys = (texts: Record<string, string>) =>
      withoutSameOwner(columns, ({ key }) => texts[key] ?? '').map(({ key }) => key);
    expect(keys({ user_id: 'Mia', owner: 'Mia' })).toEqual(['name', 'owner']);
    expect(keys({ user_id: 'Mia', owner: 'Mia, Tom' })).toEqual(['user_id', 'name', 'owner']);
    expect(keys({ user_id: 'Mia' })).toEqual(['user_id', 'name', 'owner']);
  });
  it('name the owners of a lead among the key facts, although its details name them in a field of their own', () => {
    const columns = [column('user_id', 'users'), column('owner', 'list', { other: true })];
    const shown = withoutSameOwner(columns, () => 'Mia');
    expect(groupFields('lead', shown, () => false).groups).toEqual([['key', [columns[0]]]]);
  });
});
