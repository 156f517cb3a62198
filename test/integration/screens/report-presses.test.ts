/** Presses in the team report. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fire, makePage, mount, partsIn, press, settled, withRecorded } from '../../support/renderer/mounted';
import { accountState, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));

const part = partsIn('features/team-report');

beforeEach(() => {
  windowOver({
    accounts: { state: () => accountState() },
    records: { lookup: () => [], page: () => ({ rows: [], total: 0, revision: 0 }) },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
  });
  makePage();
});

it('a day that is chosen replaces the named range', async () => {
  const { currentRoute, goTo } = await import('../../../src/renderer/navigation/router');
  goTo('activity', { range: 'lastMonth', people: '7' });
  const range = { from: '2026-10-01', to: '2026-10-31' };
  const tools = await part('report-tools', 'ReportTools');
  await mount(createElement(tools, { preset: 'lastMonth', range, people: ['7'], comparison: 'previous' }));
  fire('listTools.from', 'onChange', '2026-10-15');
  expect(currentRoute().params).toEqual({ from: '2026-10-15', to: '2026-10-31', people: '7' });
});

it('a heading sorts names from A, figures from the highest, and the other way when it is pressed again', async () => {
  const sorts: object[] = [];
  const table = await part('report-table', 'ReportTable');
  const shown = (sort: object) =>
    createElement(table, {
      rows: [],
      compared: [],
      before: null,
      metric: 'login_count',
      sort,
      onSort: (next: object) => sorts.push(next),
      onMetric: () => undefined,
    });
  const { show } = await mount(shown({ key: 'login_count', descending: true }));
  press('activity.person');
  press('count.order_add_count');
  await show(shown({ key: 'name', descending: false }));
  await settled();
  press('activity.person');
  expect(sorts).toEqual([
    { key: 'name', descending: false },
    { key: 'order_add_count', descending: true },
    { key: 'name', descending: true },
  ]);
});
