/** The day plan and its calendar file, with more follow-ups than one answer contains. */
import type { FunctionComponent } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Row, View } from '../../../src/shared/contract/records';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

const address = vi.hoisted(() => {
  vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined });
  const params: Record<string, string> = { who: 'all' };
  return { params };
});
vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
// The address can be subscribed to only in a browser.
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'agenda' as const, params: address.params }),
}));

// Variables, because these tests are compiled without JSX.
const QUERIES: string = '../../../src/renderer/features/agenda/agenda-queries';
const AGENDA: string = '../../../src/renderer/features/agenda/agenda-screen';
const TODAY: string = '../../../src/renderer/features/today/today-follow-ups';

/** Nine in the morning, some days from today, as the text of a service in this zone. */
const nine = (days: number): string => {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} 09:00:00`;
};
const rowsOf = (count: number, name: string, dayOf: (at: number) => number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${name}-${at}`,
    values: { name: `${name} ${at}`, next_follow_up_time: nine(dayOf(at)) },
  }));

/** Connects the window to a core with these companies. */
const connect = (rows: readonly Row[], serverOffsetMs = -new Date().getTimezoneOffset() * 60_000): void => {
  const timeOf = ({ values }: Row): string => String(values.next_follow_up_time);
  const sorted = rows.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));
  windowOver(
    {
      accounts: {
        state: () => ({ account: { id: 'a', selfUserId: '1' }, settings: {}, accounts: [], notices: [] }),
      },
      records: {
        page: ({ view, start, limit }: { view: View; start: number; limit: number }) => {
          const [range] = view.filters as { from?: string; to: string }[];
          const found = sorted.filter(
            (row) =>
              timeOf(row) >= (range?.from ?? '') &&
              timeOf(row).slice(0, range?.to.length) <= (range?.to ?? ''),
          );
          return { total: found.length, rows: found.slice(start, start + limit) };
        },
        lookup: () => [],
      },
      followUps: { localIds: () => ({}) },
      diagnostics: { get: () => ({ serverOffsetMs, offers: [] }) },
    },
    { location: { hash: '#/agenda?who=all' }, addEventListener: () => undefined },
  );
};
const plan = async (): Promise<string> => {
  const { AgendaScreen } = (await import(AGENDA)) as { AgendaScreen: FunctionComponent };
  return drawSettled(AgendaScreen, {});
};

it('shows the follow-ups of today, however many late ones there are, and says that some late ones are not shown', async () => {
  connect([...rowsOf(510, 'Late', (at) => -2 - (at % 25)), ...rowsOf(1, 'Meeting Of Today', () => 0)]);
  const html = await plan();
  expect(html).toContain('Meeting Of Today');
  expect(html).toContain('Late 1<');
  expect(html).toContain('>500+<');
  expect(html.match(/agenda\.cut/g)).toHaveLength(1);
});

it('says so if the shown days have more than it shows', async () => {
  connect(rowsOf(600, 'Busy', () => 1));
  expect((await plan()).match(/agenda\.cut/g)).toHaveLength(1);
});

it('says so if only the last of the shown days has more', async () => {
  connect(rowsOf(600, 'Busy', () => 6));
  expect((await plan()).match(/agenda\.cut/g)).toHaveLength(1);
});

it('does not say that nothing is planned on a day that it did not read', async () => {
  connect([...rowsOf(600, 'Busy', () => 1), ...rowsOf(2, 'Later', () => 3)]);
  const html = await plan();
  // Only today, before the busy day, is known to be empty.
  expect(html.match(/agenda\.nothing/g)).toHaveLength(1);
  expect(html.match(/agenda\.notShown/g)).toHaveLength(5);
});

it('counts at least the follow-ups that it read', async () => {
  connect(rowsOf(600, 'Busy', () => 1));
  expect(await plan()).toContain('agenda.countAtLeast');
  connect(rowsOf(20, 'Busy', () => 1));
  expect(await plan()).not.toContain('agenda.countAtLeast');
});

it('counts the late ones exactly if only those of today are too many', async () => {
  connect([...rowsOf(300, 'Late', () => -3), ...rowsOf(300, 'Today', () => 0)]);
  const html = await plan();
  expect(html).toContain('>300<');
  expect(html).not.toContain('agenda.cut');
});

it('says that there are more late ones than it read, also if a day of today comes before them in the service’s time', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', 'America/New_York');
  const midnight = `${nine(0).slice(0, 10)} 00:00:00`;
  const yesterdayHere = `${nine(0).slice(0, 10)} 03:00:00`;
  const rows = rowsOf(600, 'Late', () => 0).map(({ id, values }) => ({
    id,
    values: { ...values, next_follow_up_time: yesterdayHere },
  }));
  connect([{ id: 'day', values: { name: 'Day', next_follow_up_time: midnight } }, ...rows], 8 * 3_600_000);
  expect(await plan()).toContain('>499+<');
});

it('says nothing if all are shown', async () => {
  connect([...rowsOf(20, 'Late', () => -3), ...rowsOf(20, 'Soon', () => 2)]);
  expect(await plan()).not.toContain('agenda.cut');
});

it('says of a late follow-up of today that it is overdue, in words too', async () => {
  const next_follow_up_time = `${nine(0).slice(0, 10)} 00:00:01`;
  connect([{ id: 'passed', values: { name: 'Passed', next_follow_up_time } }]);
  expect(await plan()).toContain('agenda.overdue');
});

it('the calendar file has every follow-up of its time', async () => {
  connect(rowsOf(1203, 'Planned', (at) => 1 + (at % 60)));
  const { readForFile } = (await import(QUERIES)) as {
    readForFile: (today: string, to: string, person: null) => Promise<{ rows: Row[] }>;
  };
  const { rows } = await readForFile(nine(0).slice(0, 10), nine(90).slice(0, 10), null);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1203);
});

it('shows a late follow-up once, if its day is one of the shown days', async () => {
  connect(rowsOf(3, 'Late', (at) => -1 - 2 * at));
  address.params = { who: 'all', day: nine(-4).slice(0, 10) };
  onTestFinished(() => {
    address.params = { who: 'all' };
  });
  const html = await plan();
  const times = (name: string): number => html.split(`data-follow-up="${name}"`).length - 1;
  expect(['Late-0', 'Late-1', 'Late-2'].map(times)).toEqual([1, 1, 1]);
});

it('counts what is late for longer than it lists', async () => {
  connect(rowsOf(2, 'Forgotten', () => -36));
  const html = await plan();
  expect(html).toContain('>2<');
  expect(html).toContain('today.overdueLong');
  expect(html).not.toContain('agenda.empty');
});

it.each([
  [0, null, 'today.followUpsNeedProfile'],
  [0, 10, 'today.followUpsNotYet'],
  [1, 10, 'today.followUpsPartly'],
  [10, 10, null],
])(
  'does not say that nothing is planned if %s of %s dates are here',
  async (details, detailsExpected, note) => {
    const companies = { resource: 'company', state: 'complete', completeAsOf: 'x', records: 10 };
    told.state = { newestPagesRead: true, resources: [{ ...companies, details, detailsExpected }] };
    onTestFinished(() => void (told.state = null));
    connect([]);
    const none = await plan();
    connect(rowsOf(1, 'Soon', () => 1));
    const some = await plan();
    for (const text of ['agenda.empty', 'agenda.count<']) expect(none.includes(text)).toBe(note === null);
    for (const text of ['agenda.nothing', 'agenda.count<']) expect(some.includes(text)).toBe(note === null);
    for (const html of [none, some]) expect(html).toContain(note ?? 'agenda.count');
  },
);

it('counts none of today as overdue, however many of them have no time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 25, 10, 0) });
  onTestFinished(() => void vi.useRealTimers());
  const wholeDay = (day: string) => (row: Row) => ({
    ...row,
    values: { ...row.values, next_follow_up_time: `${day} 00:00:00` },
  });
  const today = rowsOf(600, 'Today', () => 0).map(wholeDay('2026-11-25'));
  const card = async (): Promise<string> => {
    const { TodayFollowUps } = (await import(TODAY)) as {
      TodayFollowUps: FunctionComponent<{ now: string; person: null }>;
    };
    return drawSettled(TodayFollowUps, { now: '2026-11-25 10:00:00', person: null }, en);
  };
  connect(today);
  expect(await card()).not.toMatch(/\d overdue/);
  connect([...today, ...rowsOf(3, 'Late', () => 0).map(wholeDay('2026-11-24'))]);
  expect(await card()).toContain('3 overdue');
});
