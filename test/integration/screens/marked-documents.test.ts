/**
 * Documents that a sum of money leaves out are marked wherever they are listed with their amounts: draft orders, and
 * documents that are not in the CRM yet.
 */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

// A variable, because these tests are compiled without JSX.
const FEATURES: string = '../../../src/renderer/features';
const COLUMNS = [
  { key: 'order_no', kind: 'text', sort: 'index' },
  { key: 'cash_collection_invoice_no', kind: 'text', sort: 'index' },
  { key: 'amount', kind: 'money', sort: 'index' },
];
const ORDER = { id: '11', values: { order_no: 'SO11', amount: '500', currency: 'USD' } };

const drawn = async (
  file: string,
  name: string,
  properties: object,
  rows: readonly object[],
): Promise<string> => {
  windowOver(
    {
      records: {
        columns: () => COLUMNS,
        page: () => ({ total: rows.length, start: 0, rows }),
        lookup: () => [],
        facets: () => [],
      },
      sync: { state: () => null },
      accounts: { state: () => ({ account: null, settings: {} }) },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const part = (await import(`${FEATURES}/${file}`)) as Record<string, FunctionComponent<object>>;
  return drawSettled(part[name]!, properties, en);
};

const documentsOf = (kind: string, row: object): Promise<string> =>
  drawn('customers/customer-documents', 'CustomerDocuments', { kind, companyId: '1', name: 'Acme' }, [row]);
const openOrders = (row: object): Promise<string> =>
  drawn('today/today-documents', 'TodayDocuments', { resource: 'order', owners: [], limit: 6 }, [row]);
const relatedOrders = (row: object): Promise<string> => {
  const record = { resource: 'company', id: '1', values: {}, columns: [] };
  const groups = [{ resource: 'order', total: 1, rows: [row] }];
  return drawn('panel/panel-related', 'PanelRelated', { record, groups }, []);
};
const timelineEntry = (row: { id: string; values: object; draft?: boolean }): Promise<string> => {
  const entry = {
    ...row,
    key: `order ${row.id}`,
    kind: 'order',
    resource: 'order',
    time: '2026-11-25 09:00:00',
    intents: [],
    needsUser: false,
  };
  const format = { locale: 'en', offsetMs: 0, word: () => '', userName: () => undefined };
  const subject = { resource: 'company', id: '1' };
  return drawn('customers/timeline-entry', 'TimelineLine', { entry, index: 0, subject, format }, []);
};

it.each([
  ['the page of its customer', (row: typeof ORDER) => documentsOf('order', row)],
  ['Today', openOrders],
  ['the panel of a related record', relatedOrders],
  ['the timeline of its customer', timelineEntry],
])('a draft order is marked on %s', async (_, draw) => {
  const marked = await draw({ ...ORDER, draft: true });
  expect(marked).toContain('SO11');
  expect(marked).toContain('Draft');
  expect(await draw(ORDER)).not.toContain('Draft');
});

it('a receipt that is not sent yet is marked on the page of its customer', async () => {
  const pending = { intents: [{ id: 'i', state: 'queued' }], fields: ['create_time'], needsUser: false };
  const receipt = { id: 'local:1', values: { amount: '70', currency: 'USD' } };
  expect(await documentsOf('receipt', { ...receipt, pending })).toContain(en.pending.waiting);
  expect(await documentsOf('receipt', receipt)).not.toContain(en.pending.waiting);
});
