/** Documents that are not in the CRM yet are marked wherever they are listed with their amounts. */
import type { FunctionComponent } from 'react';
import { expect, it } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

// A variable, because these tests are compiled without JSX.
const FEATURES: string = '../../../src/renderer/features';
const COLUMNS = [
  { key: 'cash_collection_invoice_no', kind: 'text', sort: 'index' },
  { key: 'amount', kind: 'money', sort: 'index' },
];

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

it('a receipt that is not sent yet is marked on the page of its customer', async () => {
  const pending = { intents: [{ id: 'i', state: 'queued' }], fields: ['create_time'], needsUser: false };
  const receipt = { id: 'local:1', values: { amount: '70', currency: 'USD' } };
  expect(await documentsOf('receipt', { ...receipt, pending })).toContain(en.pending.waiting);
  expect(await documentsOf('receipt', receipt)).not.toContain(en.pending.waiting);
});
