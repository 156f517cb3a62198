/** While the first copy is not complete, what is missing here may still be in the CRM. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import type { SyncState } from '../../../src/shared/contract/sync';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

const KINDS = ['trail', 'order', 'quotation', 'outboundInvoice', 'receipt'] as const;
const told: { completeAsOf: string | null; entries: object[] } = vi.hoisted(() => {
  vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined });
  return { completeAsOf: null, entries: [] };
});
// What the core tells by events is not there when a screen is drawn without a browser.
vi.mock(import('../../../src/renderer/client/events'), async (original) => {
  const events = await original();
  const state = (): unknown => ({
    resources: KINDS.map((resource) => ({
      resource,
      state: told.completeAsOf === null ? 'loading' : 'complete',
      completeAsOf: told.completeAsOf,
    })),
  });
  return {
    ...events,
    useSync: Object.assign(
      (select: (held: never) => unknown) => select({ state: state() as SyncState } as never),
      events.useSync,
    ) as never,
  };
});
vi.mock('../../../src/renderer/features/customers/customer-queries', () => ({
  useFigures: () => ({ data: { kinds: [], people: [], pending: 0 } }),
  useTimeline: () => ({ data: { pages: [{ entries: told.entries, next: null }] }, hasNextPage: false }),
}));

const draw = async (file: string, name: string, properties: object): Promise<string> => {
  windowOver(
    {
      records: {
        columns: () => [{ key: 'order_no', kind: 'text', sort: 'text' }],
        page: () => ({ total: 0, start: 0, rows: [] }),
        facets: () => [{ value: '1', label: 'Open', count: 1 }],
        lookup: () => [],
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = `../../../src/renderer/features/${file}`;
  const parts = (await import(path)) as Record<string, FunctionComponent<object>>;
  return drawSettled(parts[name]!, properties);
};
const SUBJECT = { subject: { resource: 'company', id: '1' }, createdAt: '' };
const ENTRY = {
  key: 'trail 1',
  kind: 'trail',
  resource: 'trail',
  id: '1',
  time: '2026-11-25 09:00:00',
  values: {},
  intents: [],
  needsUser: false,
};

it.each([
  [
    'today/today-documents',
    'TodayDocuments',
    { resource: 'order', title: 'T', owners: [], limit: 6, none: 'NO ORDERS' },
    'NO ORDERS',
    [],
  ],
  ['today/today-trail', 'TodayTrail', { person: null }, 'today.noTrail<', []],
  [
    'customers/customer-documents',
    'CustomerDocuments',
    { kind: 'order', companyId: '1', name: 'Acme' },
    'customer.documents.none<',
    [],
  ],
  ['customers/customer-glance', 'CustomerGlance', SUBJECT, 'customer.never', []],
  ['customers/customer-timeline', 'CustomerTimeline', SUBJECT, 'customer.nothing<', []],
  ['customers/customer-timeline', 'CustomerTimeline', SUBJECT, 'customer.begins<', [ENTRY]],
  ['panel/panel-trail', 'Timeline', { rows: [], onOpen: () => undefined }, 'panel.noTrail<', []],
])('%s: %s', async (file, name, properties, none, entries) => {
  told.entries = entries;
  told.completeAsOf = null;
  expect(await draw(file, name, properties)).not.toContain(none);
  told.completeAsOf = '2026-11-25 09:00:00';
  expect(await draw(file, name, properties)).toContain(none);
});
