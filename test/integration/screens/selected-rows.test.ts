/** What the selected rows of a list are used for. The grid itself is not mounted: it needs a size. */
import { createElement, type ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TravelPin } from '../../../src/shared/contract/travel';
import type { SelectedRows } from '../../../src/renderer/features/lists/grid/row-selection';
import {
  makePage,
  mount,
  type Page,
  partsIn,
  press,
  settled,
  withGivenTexts,
  withRecorded,
} from '../../support/renderer/mounted';
import { accountState, windowOver } from '../../support/renderer/window-over';

const grid = vi.hoisted(() => ({ props: null as unknown }));
vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => withGivenTexts(await original()));
vi.mock('../../../src/renderer/features/lists/grid/record-grid', () => ({
  ROW_HEIGHTS: { compact: 29, comfortable: 37 },
  viewKey: (view: object) => JSON.stringify(view),
  RecordGrid: (props: unknown) => {
    grid.props = props;
    return null;
  },
}));

/** What the list gives to its grid. */
interface GridProps {
  columns: unknown[];
  rows: SelectedRows;
  empty: ReactNode;
  onTotal: (total: number) => void;
}
const COLUMNS = ['order_no', 'name'].map((key) => ({ key, kind: 'text', sort: 'text' }));
let pins: TravelPin[][] = [];
let exported: (string[] | undefined)[] = [];
let page: Page;
beforeEach(() => {
  pins = [];
  exported = [];
  windowOver({
    accounts: { state: () => accountState() },
    travel: {
      pins: () => [],
      pin: ({ pins: added }: { pins: TravelPin[] }) => (pins.push(added), { done: true }),
    },
    records: {
      columns: () => COLUMNS,
      lookup: () => [],
      page: () => ({ rows: [], total: 9, revision: 0 }),
      totals: () => ({ fields: [] }),
      get: () => null,
      related: () => [],
    },
    outbox: { forRecord: () => [], drafts: () => [] },
    changes: { unseen: () => [] },
    export: {
      start: ({ ids }: { ids?: string[] }) => (exported.push(ids), { ok: false, code: 'no-account' }),
    },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
  });
  page = makePage();
});

const open = async (
  params: Record<string, string>,
  selected: readonly [id: string, index: number][] = [],
) => {
  const { currentRoute, goTo } = await import('../../../src/renderer/navigation/router');
  goTo('orders', params);
  await mount(
    createElement(await partsIn('features/lists')('records-screen', 'RecordsScreen'), { resource: 'order' }),
  );
  const props = () => grid.props as GridProps;
  await vi.waitFor(() => expect(props().columns).toHaveLength(2));
  props().onTotal(9);
  for (const [id, index] of selected) {
    props().rows.toggle({ id, index }, 9);
    await settled();
  }
  return { props, route: currentRoute };
};

it('the only selected row is opened at its place in the list, so that J goes on from there', async () => {
  const { usePanel } = await import('../../../src/renderer/records/panel-state');
  const { route } = await open({}, [['7', 4]]);
  await vi.waitFor(() => press('lists.open'));
  await settled();
  expect(route().params.open).toBe('order~7');
  expect(usePanel.getState().cursor).toMatchObject({ id: '7', index: 4 });
});

it('P takes the selected rows along, and not the record that is open beside them', async () => {
  await open({ open: 'order~1' }, [
    ['7', 4],
    ['5', 2],
  ]);
  page.happen('keydown', { key: 'p' });
  await vi.waitFor(() => expect(pins).toHaveLength(1));
  // In the order of the list.
  expect(pins[0]!.map(({ id }) => id)).toEqual(['5', '7']);
});

it('exports the selected rows', async () => {
  await open({}, [
    ['7', 4],
    ['5', 2],
  ]);
  await vi.waitFor(() => press('export.action'));
  await vi.waitFor(() => press('export.start'));
  await vi.waitFor(() => expect(exported).toEqual([['5', '7']]));
});

it('"Clear filters" of an empty list also leaves the deleted records', async () => {
  const { props, route } = await open({ q: 'nothing', removed: '1', s: 'name' });
  await mount(props().empty);
  press('list.clearFilters');
  await settled();
  expect(route().params).toEqual({ s: 'name' });
});
