/** A printed list says what the list on the screen says. */
import type { FunctionComponent } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const ROWS = [
  { id: '1', values: { order_no: 'A', amount: '1200', currency: 'JPY' } },
  { id: '2', values: { order_no: 'B', amount: '1200', currency: 'CNY' }, draft: true },
];
/** `onRead` is called before a page of the list is read; the query that needs it is named by `of`. */
const printed = async (
  params: object,
  settings: object = {},
  rows: object[] = ROWS,
  onRead: (start: number, of: string) => void = () => undefined,
): Promise<string> => {
  windowOver(
    {
      accounts: { state: () => ({ account: { id: 'a' }, settings }) },
      records: {
        columns: () => [
          { key: 'order_no', kind: 'text', sort: 'text' },
          { key: 'amount', kind: 'money', sort: 'number' },
          { key: 'status', kind: 'text', sort: 'text', fromDetail: true },
        ],
        // Only the columns that are asked for, as the core.
        page: ({ start, limit, ...of }: { start: number; limit: number; columns: string[] }) => {
          onRead(start, JSON.stringify(of));
          const { columns } = of;
          const some = (rows as { values: object }[]).slice(start, start + limit);
          return {
            total: rows.length,
            start,
            rows: some.map((row) => ({
              ...row,
              values: Object.fromEntries(Object.entries(row.values).filter(([key]) => columns.includes(key))),
            })),
          };
        },
        lookup: () => [],
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/documents/list-document';
  const { ListDocument } = (await import(path)) as { ListDocument: FunctionComponent<object> };
  const account = { name: 'Acme', selfName: 'Mia' };
  return drawSettled(ListDocument, { resource: 'order', params, account, language: 'en' }, en);
};

it('shows the codes of yuan and yen, because both have the sign ¥', async () => {
  const html = (await printed({})).replaceAll('\u00a0', ' ');
  expect(html).toContain('>JPY 1,200<');
  expect(html).toContain('>CNY 1,200.00<');
});

it('marks draft orders, as the list does', async () => {
  const html = await printed({});
  expect(html).toMatch(/>B<\/span><span[^>]*>Draft</);
  expect(html).not.toMatch(/>A<\/span><span/);
});

it('says of a row that it, or a change of it, is not in the CRM yet, and that it is deleted', async () => {
  const row = (id: string, state: string, more: object = {}) => ({
    id,
    values: { order_no: `N${id}` },
    pending: { intents: [{ id: 'i', state }], fields: [], needsUser: false },
    ...more,
  });
  const rows = [
    row('local:a', 'queued'),
    row('4', 'uncertain'),
    row('5', 'applied'),
    row('6', 'queued', { removed: true }),
  ];
  const html = await printed({}, {}, rows);
  expect(html).toMatch(/>Nlocal:a<\/span><span[^>]*>Not in the CRM yet</);
  expect(html).toMatch(/>N4<\/span><span[^>]*>Change not in the CRM yet</);
  expect(html).not.toMatch(/>N5<\/span><span/);
  expect(html).toMatch(/>N6<\/span><span[^>]*>Change not in the CRM yet · Deleted</);
  // All rows of this list are deleted, which its head says.
  expect(await printed({ removed: '1' }, {}, rows)).not.toContain('yet · Deleted<');
});

it('says that the records are deleted', async () => {
  expect(await printed({ removed: '1' })).toContain('2 rows · Deleted');
  expect(await printed({})).not.toContain('Deleted');
});

it('has the columns of the screen also if another window deleted the saved view', async () => {
  const { usePreferences } = await import('../../../src/renderer/client/preferences');
  // Without a browser, screens are drawn with the initial state.
  const preferences = usePreferences.getInitialState();
  preferences.lists = { 'order~v1': { columns: ['amount'] } };
  onTestFinished(() => {
    preferences.lists = {};
  });
  const view = { id: 'v1', name: 'Mine', params: {} };
  expect(await printed({ v: 'v1' }, { 'views.a': { order: [view] } })).not.toContain('>Order no.<');
  expect(await printed({ v: 'v1' })).toContain('>Order no.<');
});

it('says that not all records, or not all details, are on this computer', async () => {
  const copied = { resource: 'order', state: 'complete', completeAsOf: 'x', records: 9, details: 7 };
  const filtered = { f: '[{"field":"status","op":"empty"}]' };
  onTestFinished(() => void (told.state = null));
  told.state = { resources: [copied] };
  expect(await printed({})).not.toMatch(/Not all|details/);
  expect(await printed(filtered)).toContain('The details of 2 records are not on this computer');
  told.state = { resources: [{ ...copied, details: 9 }] };
  expect(await printed(filtered)).not.toContain('details');
  told.state = { resources: [{ ...copied, state: 'loading', completeAsOf: null }] };
  expect(await printed({})).toContain('Not all orders are on this computer yet.');
  told.state = { resources: [{ ...copied, state: 'left-out' }] };
  expect(await printed({})).toContain('Not shown: orders.');
});

it('contains each record once if a new one comes to the top while the rows are read', async () => {
  const rows = Array.from({ length: 700 }, (_, at) => ({ id: `${at}`, values: { order_no: `N${at}` } }));
  const changed = new Set<string>();
  const html = await printed({}, {}, rows, (start, of) => {
    if (start === 0 || changed.has(of)) return;
    changed.add(of);
    rows.unshift({ id: `new${changed.size}`, values: { order_no: `Nnew${changed.size}` } });
  });
  const numbers = [...html.matchAll(/>(N(?:new)?\d+)</g)].map(([, number]) => number);
  expect(numbers).toEqual(rows.map(({ values }) => values.order_no));
});

it('contains the first 1,000 rows of a longer list, and says so', async () => {
  const rows = Array.from({ length: 1300 }, (_, at) => ({ id: `${at}`, values: { order_no: `N${at}` } }));
  const html = await printed({}, {}, rows);
  expect(html.match(/>N\d+</g)).toHaveLength(1000);
  expect(html).toContain('First 1,000 of 1,300 rows.');
});

it('says when its data was read and who printed it, as the other documents do', async () => {
  onTestFinished(() => void (told.state = null));
  told.state = { resources: [], freshAsOf: new Date(2026, 10, 21, 14, 5).getTime() };
  expect(await printed({})).toContain('>Data as of Nov 21, 2026 14:05 · Prepared by Mia<');
});
