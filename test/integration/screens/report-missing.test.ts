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

const row = (userId: string, name: string, count: number) => ({
  userId,
  name,
  counts: { customer_remark_count: count },
});
const BEN = { userId: '2', name: 'Ben' };

interface Figures {
  rows: object[];
  missing: object[];
}
/** Draws the report with the figures of the range and of the range that it is compared with. */
const drawn = async (now: Figures, before: Figures): Promise<string> => {
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
  return drawSettled(ReportScreen, {}, en);
};

it('does not compare the others with a sum that includes this person', async () => {
  const html = await drawn(
    { rows: [row('1', 'Ann', 10)], missing: [BEN] },
    { rows: [row('1', 'Ann', 8), row('2', 'Ben', 40)], missing: [] },
  );
  expect(html).toContain('Not included, because your CRM does not give you their figures: Ben');
  expect(html).toContain('>+2<');
  expect(html).not.toContain('−38');
});

it('does not count the figures of this person as an increase if the earlier ones are missing', async () => {
  const html = await drawn(
    { rows: [row('1', 'Ann', 10), row('2', 'Ben', 40)], missing: [] },
    { rows: [row('1', 'Ann', 8)], missing: [BEN] },
  );
  expect(html).toContain('Not included in the comparison period: Ben');
  expect(html).toContain('50 in total, 2 more than in the compared period.');
  expect(html.match(/>\+2</g)?.length).toBeGreaterThan(2);
  expect(html).not.toContain('+42');
});

it('does not say that nobody was active if the CRM gave no figures at all', async () => {
  const html = await drawn({ rows: [], missing: [BEN] }, { rows: [], missing: [BEN] });
  expect(html).toContain('No figures for this range');
  expect(html).not.toContain('No activity');
});
