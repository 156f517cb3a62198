/** The panel steps through a list only if it shows a record of that list. It has the tabs of its kind of record. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));

const draw = async (resource: string): Promise<string> => {
  windowOver(
    {
      accounts: { state: () => ({ account: { id: 'a', selfUserId: '1' }, settings: {} }) },
      records: {
        get: () => ({
          resource,
          id: '12',
          title: 'T',
          values: {},
          columns: [],
          fetchedAt: 0,
          detailAt: null,
          detailState: 'held',
          raw: '{}',
        }),
        related: () => [],
        page: () => ({ total: 0, start: 0, rows: [] }),
        lookup: () => [],
      },
      money: {
        order: () => ({
          currencies: [],
          unread: { invoices: 0, receipts: 0 },
          withoutAmount: { count: 0, receiptIds: [] },
          waiting: 0,
          delivered: 0,
        }),
      },
      changes: { unseen: () => [] },
      travel: { pins: () => [] },
      outbox: { forRecord: () => [] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  const { usePanel } = await import('../../../src/renderer/records/panel-state');
  const { readView } = await import('../../../src/renderer/records/list-view');
  // Without a browser, screens are drawn with the initial state.
  usePanel.getInitialState().cursor = { view: readView('company', {}, '2026-11-26'), index: 3, id: '12' };
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/panel/record-panel';
  const { RecordPanel } = (await import(path)) as { RecordPanel: FunctionComponent<object> };
  return drawSettled(RecordPanel, { resource, id: '12', onClosed: () => undefined });
};

it('not if a record of another kind has the same id, beside the page of a customer', async () => {
  expect(await draw('company')).toContain('panel.next');
  expect(await draw('order')).not.toContain('panel.next');
});

it('shows only details of a colleague, because no records are linked to one', async () => {
  expect(await draw('company')).toContain('panel-tab-related');
  const html = await draw('user');
  expect(html).toContain('panel-tab-details');
  expect(html).not.toContain('panel-tab-trail');
  expect(html).not.toContain('panel-tab-related');
});
