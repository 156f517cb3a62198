/** The team report when the CRM does not give the figures of one person this time. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

vi.hoisted(() => vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined }));
// The address can be subscribed to only in a browser.
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'activity' as const, params: { range: 'lastWeek' } }),
}));

it('does not compare the others with a sum that includes this person', async () => {
  const row = (userId: string, name: string, count: number) => ({
    userId,
    name,
    counts: { customer_remark_count: count },
  });
  const now = { rows: [row('1', 'Ann', 10)], missing: [{ userId: '2', name: 'Ben' }] };
  const before = { rows: [row('1', 'Ann', 8), row('2', 'Ben', 40)], missing: [] };
  const asked: string[] = [];
  windowOver(
    {
      accounts: { state: () => ({ account: null, settings: {}, accounts: [], notices: [] }) },
      records: { page: () => ({ total: 0, start: 0, rows: [] }), lookup: () => [] },
      activity: {
        get: ({ start }: { start: string }) => {
          asked.push(start);
          const figures = start === asked.toSorted().at(-1) ? now : before;
          return { asOf: 1, ...figures, state: 'held', error: null };
        },
      },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  // A variable, because these tests are compiled without JSX.
  const path: string = '../../../src/renderer/features/team-report/report-screen';
  const { ReportScreen } = (await import(path)) as { ReportScreen: FunctionComponent };
  const html = await drawSettled(ReportScreen, {}, en);
  expect(html).toContain('Not included, because your CRM does not give you their figures: Ben');
  expect(html).toContain('>+2<');
  expect(html).not.toContain('−38');
});
