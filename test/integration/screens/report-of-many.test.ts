/** The team report of more people than are asked for one by one: the CRM gives one sum for all of them. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

const told: { people?: string } = vi.hoisted(() => {
  vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined });
  return {};
});
// The address can be subscribed to only in a browser.
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'activity' as const, params: told }),
}));

const drawn = async (): Promise<string> => {
  const rows = [{ userId: '', name: '', counts: { customer_remark_count: 7 } }];
  windowOver(
    {
      accounts: { state: () => ({ account: null, settings: {}, accounts: [], notices: [] }) },
      records: { page: () => ({ total: 0, start: 0, rows: [] }), lookup: () => [] },
      activity: { get: () => ({ asOf: 1, rows, missing: [], state: 'held', error: null }) },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/team-report/report-screen';
  const { ReportScreen } = (await import(path)) as { ReportScreen: FunctionComponent };
  return drawSettled(ReportScreen, {}, en);
};

it('calls the sum of the chosen people by their number, not "Everyone"', async () => {
  expect(await drawn()).toContain('<th scope="row">Everyone</th>');
  told.people = Array.from({ length: 61 }, (_, at) => String(at + 1)).join(',');
  expect(await drawn()).toContain('<th scope="row">61 people</th>');
});
