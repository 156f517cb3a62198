/** The day plan: its steps, what it counts as overdue, its calendar file, and reminders that are switched off. */
import { createElement } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { View } from '../../../src/shared/contract/records';
import { dayText } from '../../../src/renderer/format/local-day';
import {
  elements,
  makePage,
  mount,
  named,
  partsIn,
  press,
  settled,
  shownText,
  withRecorded,
  withSaved,
} from '../../support/renderer/mounted';
import { accountState, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
const saved = vi.hoisted(() => [] as string[]);
vi.mock(import('../../../src/renderer/ui/save-file'), async (original) =>
  withSaved(await original(), async (blob) => saved.push(await blob.text())),
);

const part = partsIn('features/agenda');

/** A day that is some days from today, on this computer. */
const day = (days: number): string => {
  const now = new Date();
  return dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};
/** The days of the follow-ups, all of them without a time, by the id of the company. */
let plans: Record<string, string> = {};
let settings: object = {};
let serverOffsetMs = 0;
/** Answers wait for this. */
let disk = Promise.resolve();
let due: (span: { after: number; until: number }) => unknown = () => [];

beforeEach(() => {
  plans = {};
  serverOffsetMs = -new Date().getTimezoneOffset() * 60_000;
  settings = {};
  disk = Promise.resolve();
  due = () => [];
  saved.length = 0;
  windowOver({
    accounts: {
      state: () => accountState({ account: { id: 'a', selfUserId: '1' }, settings }),
    },
    records: {
      page: async ({ view, start, limit }: { view: View; start: number; limit: number }) => {
        await disk;
        const [range] = view.filters as { from?: string; to: string }[];
        const rows = Object.entries(plans)
          .filter(([, planned]) => planned >= (range?.from ?? '') && planned <= (range?.to ?? ''))
          .map(([id, planned]) => ({ id, values: { name: id, next_follow_up_time: `${planned} 00:00:00` } }));
        return { total: rows.length, rows: rows.slice(start, start + limit), revision: 0 };
      },
      lookup: () => [],
    },
    followUps: { localIds: () => ({}), due: (span: never) => due(span) },
    diagnostics: { get: () => ({ serverOffsetMs, offers: [] }) },
  });
  makePage();
});

const open = async (params: Record<string, string> = {}) => {
  const { currentRoute, goTo } = await import('../../../src/renderer/navigation/router');
  goTo('agenda', { who: 'all', ...params });
  await mount(createElement(await part('agenda-screen', 'AgendaScreen')));
  return currentRoute;
};

it.each([
  ['day', 1],
  ['week', 7],
])('a step of a plan by %s is as long as the shown days', async (span, days) => {
  const route = await open({ span });
  press('agenda.later');
  await settled();
  expect(route().params.day).toBe(day(days));
  press('agenda.earlier');
  await settled();
  press('agenda.earlier');
  await settled();
  expect(route().params.day).toBe(day(-days));
});

it('does not say that nothing is planned in a week that is not read yet', async () => {
  plans = { Soon: day(1), Later: day(9) };
  await open();
  await vi.waitFor(() => expect(shownText()).toContain('Soon'));
  const { promise, resolve } = Promise.withResolvers<void>();
  disk = promise;
  press('agenda.later');
  await settled();
  expect(shownText()).not.toMatch(/agenda\.(nothing|empty)/);
  resolve();
  await vi.waitFor(() => expect(shownText()).toContain('Later'));
  expect(shownText()).toContain('agenda.nothing');
});

it('Today does not say that nobody has a follow-up because the user has none', async () => {
  const today = partsIn('features/today');
  const card = await today('today-follow-ups', 'TodayFollowUps');
  const now = `${day(0)} 10:00:00`;
  const { show } = await mount(createElement(card, { now, person: '1' }));
  await vi.waitFor(() => expect(shownText()).toContain('today.noFollowUps'));
  const { promise, resolve } = Promise.withResolvers<void>();
  disk = promise;
  plans = { Soon: day(1) };
  await show(createElement(card, { now, person: null }));
  await settled();
  expect(shownText()).not.toContain('today.noFollowUps');
  resolve();
  await vi.waitFor(() => expect(shownText()).toContain('Soon'));
});

it('counts each overdue follow-up once, also that of the first day that is listed', async () => {
  plans = { 'Thirty days': day(-30), 'Long ago': day(-31), Yesterday: day(-1), Today: day(0) };
  await open();
  await vi.waitFor(() => expect(named('agenda.overdue3')).not.toEqual([]));
});

it('the calendar file contains the follow-ups of today', async () => {
  plans = { Yesterday: day(-1), Today: day(0), Later: day(3) };
  await open();
  await vi.waitFor(() => expect(named('agenda.saveCalendar')[0]).toMatchObject({ disabled: false }));
  press('agenda.saveCalendar');
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]!.match(/UID:follow-up-a-\w+/g)).toEqual(['UID:follow-up-a-Today', 'UID:follow-up-a-Later']);
});

it('stops looking for due follow-ups when reminders are switched off', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  due = () => {
    asked += 1;
    return [];
  };
  const { queries } = await mount(createElement(await part('reminder-toasts', 'ReminderToasts')));
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(asked).toBe(1));
  settings = { reminders: false };
  await queries.invalidateQueries();
  await settled();
  vi.advanceTimersByTime(30_000);
  await settled();
  expect(asked).toBe(1);
});

it.each([
  [['Nord'], 'customers'],
  [['Nord', 'Süd'], 'agenda'],
])('a reminder of %j leads to what it is about', async (companies, screen) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  due = () => companies.map((name) => ({ id: name, name, time: '2026-11-28 10:00:00', at: Date.now() }));
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  const { currentRoute, goTo } = await import('../../../src/renderer/navigation/router');
  useToasts.setState({ reminder: null });
  goTo('today', {});
  await mount(createElement(await part('reminder-toasts', 'ReminderToasts')));
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(useToasts.getState().reminder).not.toBeNull());
  useToasts.getState().reminder!.action!.run();
  expect(currentRoute().screen).toBe(screen);
});

it('a reminder that comes while one is shown counts the follow-ups of both', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const start = Date.now();
  const plans = [5_000, 15_000].map((after, at) => ({
    id: `${at}`,
    name: 'Nord',
    time: `${at}`,
    at: start + after,
  }));
  due = ({ after, until }) => plans.filter(({ at }) => at > after && at <= until);
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  useToasts.setState({ reminder: null });
  await mount(createElement(await part('reminder-toasts', 'ReminderToasts')));
  for (const text of ['agenda.due', 'agenda.dueMany']) {
    vi.advanceTimersByTime(10_000);
    await settled();
    await vi.waitFor(() => expect(useToasts.getState().reminder?.text).toBe(text));
  }
});

it('reminds in a browser of what came due while the computer slept, also if the first check after it fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const at = Date.now() + 30 * 60_000;
  let [asked, fails] = [0, false];
  due = ({ after, until }) => {
    asked += 1;
    if (fails) throw new Error('the connection was lost');
    return at > after && at <= until ? [{ id: '1', name: 'Nord', time: 't', at }] : [];
  };
  const { useToasts } = await import('../../../src/renderer/forms/windows/toast-state');
  useToasts.setState({ reminder: null });
  await mount(createElement(await part('reminder-toasts', 'ReminderToasts')));
  const check = async (): Promise<void> => {
    const before = asked;
    vi.advanceTimersByTime(10_000);
    await vi.waitFor(() => expect(asked).toBe(before + 1));
    await settled();
  };
  await check();
  vi.setSystemTime(Date.now() + 90 * 60_000);
  fails = true;
  await check();
  fails = false;
  await check();
  await vi.waitFor(() => expect(useToasts.getState().reminder?.text).toBe('agenda.due'));
});

it('the hint of a follow-up has its time on this computer', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  serverOffsetMs = 8 * 3_600_000;
  const followUp = {
    id: '1',
    name: 'Nord',
    day: '2026-11-25',
    time: '21:00',
    serverTime: '2026-11-26 10:00:00',
    late: false,
  };
  await mount(createElement(await part('agenda-entry', 'AgendaLine'), { followUp }));
  const when = () => elements().find((one) => one['data-late'] !== undefined)?.title;
  await vi.waitFor(() => expect(when()).toMatch(/25.*21:00/));
});
