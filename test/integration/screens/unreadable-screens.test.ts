/** Screens whose data cannot be read say so and offer to read it again, in place of a skeleton without end. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
// The address can be subscribed to only in a browser.
vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'agenda' as const, params: {} }),
}));

const failing = (): never => {
  throw new Error('cannot be read');
};

it.each([
  ['agenda/agenda-screen', 'AgendaScreen'],
  ['travel/travel-screen', 'TravelScreen'],
  ['team-report/report-screen', 'ReportScreen'],
])('%s', async (file, name) => {
  windowOver(
    {
      accounts: {
        state: () => ({ account: { id: 'a', selfUserId: '1' }, settings: {}, accounts: [], notices: [] }),
      },
      records: { page: failing, columns: () => [], lookup: () => [] },
      travel: { state: failing, pins: () => [] },
      activity: { get: failing },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = `../../../src/renderer/features/${file}`;
  const screens = (await import(path)) as Record<string, FunctionComponent>;
  const html = await drawSettled(screens[name]!, {});
  expect(html).toContain('common.notRead');
  expect(html).toContain('common.retry');
  expect(html).not.toContain('agenda.count');
});

it('a list whose columns cannot be read', async () => {
  windowOver(
    {
      accounts: {
        state: () => ({ account: { id: 'a', selfUserId: '1' }, settings: {}, accounts: [], notices: [] }),
      },
      records: { page: failing, columns: failing, lookup: () => [], facets: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const path: string = '../../../src/renderer/features/lists/records-screen';
  const { RecordsScreen } = (await import(path)) as { RecordsScreen: FunctionComponent<object> };
  const html = await drawSettled(RecordsScreen, { resource: 'order' });
  expect(html).toContain('common.notRead');
});

it.each([
  ['customers/customer-money', 'CustomerMoney', 'money.title'],
  ['panel/panel-money', 'PanelMoney', 'money.byDocuments'],
  ['panel/panel-collections', 'PanelCollections', 'money.collections.title'],
])('%s: money that cannot be read is not missing without a word', async (file, name, title) => {
  told.state = { resources: [] };
  windowOver(
    {
      money: { company: failing, order: failing, collections: failing },
      records: { page: () => ({ total: 0, rows: [] }), lookup: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const path: string = `../../../src/renderer/features/${file}`;
  const found = (await import(path)) as Record<string, FunctionComponent<object>>;
  const html = await drawSettled(found[name]!, { id: '1', orderId: '1' });
  for (const text of [title, 'common.notRead', 'common.retry']) expect(html).toContain(text);
});
