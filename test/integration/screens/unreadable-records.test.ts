/** What a screen shows of a record says that it cannot be read, in place of a skeleton without end. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
// The address can be subscribed to only in a browser.
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'customers' as const, params: {} }),
}));

const failing = (): never => {
  throw new Error('cannot be read');
};
const subject = { resource: 'company', id: '1' };
const account = { name: 'Acme', selfName: null };
const record = { resource: 'company', id: '1', title: 'Acme', values: {}, columns: [] };

it.each([
  ['customers/customer-page', 'CustomerPage', { subject }],
  ['customers/customer-timeline', 'CustomerTimeline', { subject, createdAt: '' }],
  ['customers/customer-documents', 'CustomerDocuments', { kind: 'order', companyId: '1', name: 'Acme' }],
  [
    'documents/document-layer',
    'RecordPreview',
    {
      reference: { kind: 'record', resource: 'order', id: '1' },
      account,
      language: 'en',
      period: { from: '', to: '' },
    },
  ],
  ['outbox/outbox-screen', 'OutboxScreen', {}],
  [
    'lists/filter-editor',
    'FilterEditor',
    {
      resource: 'order',
      column: { key: 'status', kind: 'status', sort: 'none' },
      filter: { op: 'contains', text: 'a' },
    },
  ],
  ['documents/list-document', 'ListDocument', { resource: 'order', params: {}, account, language: 'en' }],
  [
    'documents/statement-document',
    'StatementDocument',
    { record, account, language: 'en', period: { from: '', to: '' } },
  ],
])('%s', async (file, name, properties) => {
  windowOver(
    {
      accounts: { state: () => ({ account: { id: 'a', selfUserId: '1' }, settings: {} }) },
      records: {
        page: failing,
        get: failing,
        facets: failing,
        columns: () => [{ key: 'order_no', kind: 'text', sort: 'text' }],
        lookup: () => [],
      },
      timeline: { page: failing, figures: failing },
      money: { company: failing },
      changes: { unseen: () => [] },
      travel: { pins: () => [] },
      outbox: { forRecord: () => [], list: failing, drafts: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = `../../../src/renderer/features/${file}`;
  const parts = (await import(path)) as Record<string, FunctionComponent<object>>;
  const html = await drawSettled(parts[name]!, properties);
  expect(html).toContain('common.notRead');
  expect(html).toContain('common.retry');
});

it('the figures of a customer are unknown, not always about to come', async () => {
  windowOver(
    {
      records: { page: () => ({ total: 0, start: 0, rows: [] }), lookup: () => [] },
      timeline: { figures: failing },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const path: string = '../../../src/renderer/features/customers/customer-glance';
  const { CustomerGlance } = (await import(path)) as { CustomerGlance: FunctionComponent<object> };
  const html = await drawSettled(CustomerGlance, { subject });
  expect(html.match(/money\.unknown/g)).toHaveLength(6);
  expect(html).not.toContain('skeleton');
});
