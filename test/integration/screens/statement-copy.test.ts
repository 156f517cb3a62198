/** A statement of account adds up only kinds of which all documents are on this computer. It contains readable text. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));

const DOCUMENT = { currency: 'USD', amount: '250', product_total_amount: '100' };
const statement = async (
  receipts: { state: string; completeAsOf: string | null },
  more: object = {},
  ofRecord: object = {},
  records: object = {},
): Promise<string> => {
  const complete = { state: 'complete', completeAsOf: '2026-11-25 09:00:00' };
  told.state = {
    freshAsOf: null,
    resources: [
      { resource: 'order', ...complete },
      { resource: 'outboundInvoice', ...complete },
      { resource: 'receipt', ...receipts },
    ],
  };
  windowOver(
    {
      records: {
        columns: () => [],
        page: () => ({ total: 1, start: 0, rows: [{ id: '1', values: { ...DOCUMENT, ...more } }] }),
        lookup: () => [],
        ...records,
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/documents/statement-document';
  const { StatementDocument } = (await import(path)) as { StatementDocument: FunctionComponent<object> };
  const account = { name: 'Acme', selfName: null };
  const record = { resource: 'company', id: '1', title: 'Buyer', values: {}, ...ofRecord };
  const period = { from: '', to: '' };
  return drawSettled(StatementDocument, { record, account, language: 'en', period }, en);
};

it('has totals and the open amount of a complete copy', async () => {
  const html = await statement({ state: 'complete', completeAsOf: '2026-11-25 09:00:00' });
  expect(html).toContain('Invoiced minus received');
  expect(html).not.toContain('Not all of them');
});

it('has no open amount while receipts may be missing, and says why', async () => {
  const html = await statement({ state: 'loading', completeAsOf: null });
  expect(html).toContain('Not all of them are on this computer yet');
  expect(html).not.toContain('Invoiced minus received');
  expect(html).toContain('Summary by currency');
});

it('describes documents by the text that the screens show, not by its HTML, also if it is a number', async () => {
  const complete = { state: 'complete', completeAsOf: '2026-11-25 09:00:00' };
  const html = await statement(complete, { name: 4711, remark: '<p>Pay by <b>May</b> &amp; call</p>' });
  expect(html).toContain('>Pay by May &amp; call<');
  expect(html).not.toContain('&lt;p&gt;');
  expect(html).toContain('>4711<');
});

it('says that the customer is deleted, or has changes that the CRM does not have', async () => {
  const complete = { state: 'complete', completeAsOf: '2026-11-25 09:00:00' };
  const [deleted, changes] = ['Deleted in the CRM.', 'Contains changes that are not in the CRM yet.'];
  const plain = await statement(complete);
  expect([plain.includes(deleted), plain.includes(changes)]).toEqual([false, false]);
  expect(await statement(complete, {}, { removed: true })).toContain(deleted);
  const waiting = { intents: [{ id: 'local:1', state: 'rejected' }], fields: ['remark', 'address'] };
  expect(await statement(complete, {}, { pending: waiting })).toContain(changes);
  const delivered = { ...waiting, intents: [{ id: 'local:1', state: 'applied' }] };
  expect(await statement(complete, {}, { pending: delivered })).not.toContain(changes);
  // The paper does not show the remark.
  const internal = { ...waiting, fields: ['remark'] };
  expect(await statement(complete, {}, { pending: internal })).not.toContain(changes);
});

it('names a receipt that waits to be moved to another customer', async () => {
  const complete = { state: 'complete', completeAsOf: '2026-11-25 09:00:00' };
  const row = { id: '1', values: { ...DOCUMENT, cash_collection_invoice_no: 'R77' } };
  const waits = { intents: [{ id: 'local:1', state: 'queued' }], fields: ['company_info'], needsUser: false };
  const page = ({ view, withPending }: { view: { resource: string }; withPending: boolean }) => {
    const rows = view.resource === 'receipt' && !withPending ? [row] : [];
    return { total: rows.length, start: 0, rows };
  };
  const get = () => ({ ...row, pending: waits });
  const html = await statement(complete, {}, {}, { page, get });
  expect(html).toContain('Change not in the CRM yet');
  expect(html.match(/R77/g)).toHaveLength(2);
});
