/** The footer of a list: no sum includes drafts, unless the list has only drafts. */
import type { FunctionComponent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { Row, Totals } from '#shared/contract/records';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
// The texts are given to the part that is drawn.
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => ({
  ...(await original()),
  loadAllTexts: () => Promise.resolve(),
}));
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

type FieldTotals = Omit<Totals['fields'][number], 'field'>;
const AMOUNT = { key: 'amount', kind: 'money', sort: 'scan' };
const CURRENCY = { key: 'currency', kind: 'text', sort: 'scan' };
const view = { search: '', removed: false, sort: [], filters: [] };

/** What the footer says below 4 rows; `range`: all cells of the amounts are selected. */
const footer = async (
  {
    totals,
    rows = [],
    resource = 'receipt',
    currency = CURRENCY,
  }: { totals?: FieldTotals; rows?: Row[]; resource?: string; currency?: object },
  { selected = [], range }: { range?: object; selected?: string[] } = {},
): Promise<string> => {
  windowOver(
    {
      records: {
        columns: () => [AMOUNT, currency],
        totals: () => ({ fields: [{ field: 'amount', ...totals }] }),
        page: () => ({ total: rows.length, start: 0, rows }),
      },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/lists/list-footer';
  const { ListFooter, preloadFooter } = (await import(path)) as {
    ListFooter: FunctionComponent<object>;
    preloadFooter: () => Promise<unknown>;
  };
  await preloadFooter();
  const all = [AMOUNT, currency];
  const html = await drawSettled(
    ListFooter,
    {
      view: { ...view, resource },
      place: resource,
      all,
      shown: all,
      total: 4,
      rows: {
        selection: { kind: 'some', ids: new Map(selected.map((id, at) => [id, at])) },
        count: () => selected.length,
        tooMany: false,
      },
      range,
      copier: {},
    },
    en,
  );
  return html
    .replaceAll('\u00a0', ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
};
const usd = (count: number, sum: string) => ({ currency: 'USD', count, sum });

describe('the footer of a list', () => {
  it('[PL7] leaves drafts out of the sums and says how many', async () => {
    const totals = { sums: [usd(1, '100')], drafts: [usd(2, '20'), { currency: 'JPY', count: 1, sum: '7' }] };
    expect(await footer({ totals })).toContain('USD 100.00 without 3 drafts');
    expect(await footer({ totals }, { selected: ['1', '2'] })).toContain('USD 100.00 without 3 drafts');
  });

  it('[PL7] adds the drafts if only drafts have amounts, and says so', async () => {
    const totals = { sums: [], drafts: [usd(2, '20')] };
    expect(await footer({ totals })).toContain('USD 20.00 drafts only');
  });

  it('says nothing of drafts if there are none', async () => {
    expect(await footer({ totals: { sums: [usd(1, '100')], drafts: [] } })).not.toContain('draft');
    expect(await footer({ totals: { sums: [], drafts: [] } })).not.toContain('draft');
  });

  it('[PL7] leaves collections that are not effective out of the sums, and says how many', async () => {
    const resource = 'collection';
    const totals = { sums: [usd(1, '100')], drafts: [usd(2, '20')] };
    expect(await footer({ totals, resource })).toContain('USD 100.00 without 2 not effective');
    expect(await footer({ totals: { ...totals, sums: [] }, resource })).toContain(
      'USD 20.00 not effective only',
    );
    const rows = [1, 0, 9].map((status, at) => ({
      id: String(at),
      values: { collect_status: status, amount: `${10 ** at}`, currency: 'USD' },
    }));
    const range = { top: 0, bottom: 2, left: 0, right: 0 };
    expect(await footer({ rows, resource }, { range })).toContain(
      'Sum USD 1.00 · Average USD 1.00 · Count 1 without 2 not effective',
    );
  });

  it('adds no amounts whose currency is in details that are not here, because they may have several', async () => {
    const currency = { ...CURRENCY, fromDetail: true };
    const resource = 'purchaseOrder';
    const totals = { sums: [{ currency: '', count: 2, sum: '700' }, usd(1, '100')], drafts: [] };
    const text = await footer({ totals, resource, currency });
    expect(text).toContain('2 amounts in unknown currencies USD 100.00');
    expect(text).not.toContain('700');
    const rows = ['300', '400', '100'].map((amount, at) => ({
      id: String(at),
      values: { amount, ...(at === 2 ? { currency: 'USD' } : {}) },
    }));
    const range = { top: 0, bottom: 2, left: 0, right: 0 };
    const selected = await footer({ rows, resource, currency }, { range });
    expect(selected).toContain('2 amounts in unknown currencies Sum USD 100.00');
    expect(selected).not.toContain('700');
    // A list that has the currency says that the document has none.
    expect(await footer({ totals, resource })).toContain('700.00 · no currency');
  });

  it('names currencies that have no code', async () => {
    const sums = ['840', '156'].map((currency) => ({ currency, count: 1, sum: '7' }));
    expect(await footer({ totals: { sums, drafts: [] } })).toContain('7.00 840 7.00 156');
    const rows = [840, 156].map((currency) => ({
      id: String(currency),
      values: { status: 3, amount: '7', currency },
    }));
    const range = { top: 0, bottom: 1, left: 0, right: 0 };
    const selected = await footer({ rows }, { range });
    expect(selected).toContain('Sum 7.00 156 · Average 7.00 156 · Count 1');
    expect(selected).toContain('Sum 7.00 840');
  });

  it('adds the cells of 5,000 rows, and says so of more', async () => {
    const below = (bottom: number) => footer({}, { range: { top: 0, bottom, left: 0, right: 0 } });
    expect(await below(5_000)).toContain('Up to 5,000 rows are added up');
    expect(await below(4_999)).not.toContain('rows are added up');
  });

  it('[PL7] leaves drafts out of the sums of selected cells', async () => {
    const receipt = (id: string, status: number, amount: string): Row => ({
      id,
      values: { status, amount, currency: 'USD' },
    });
    const rows = [
      receipt('1', 3, '1'),
      receipt('2', 1, '10'),
      receipt('3', 5, '100'),
      receipt('4', 1, '1000'),
    ];
    const range = { top: 0, bottom: 3, left: 0, right: 0 };
    expect(await footer({ rows }, { range })).toContain(
      'Sum USD 101.00 · Average USD 50.50 · Count 2 without 2 drafts',
    );
    const drafts = rows.filter(({ values }) => values.status === 1);
    expect(await footer({ rows: drafts }, { range })).toContain('Sum USD 1,010.00 · Average USD 505.00');
    expect(await footer({ rows: drafts }, { range })).toContain('drafts only');
  });
});
