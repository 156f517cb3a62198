/** The follow-ups on Today: a day without a time is not late before it is over. */
import type { FunctionComponent } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { stubWindow } from '../../support/renderer/bridge-to';
import { drawSettled } from '../../support/renderer/draw-settled';
import { makeRig } from '../../support/sync/make-rig';

const rig = makeRig();
const { window } = rig;
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const TODAY: string = '../../../src/renderer/features/today/today-follow-ups';

const plan = async (target: string, next_follow_up_time: string): Promise<void> => {
  const fields = { next_follow_up_time, pool_id: '0' };
  const done = await window().outbox.submit({
    command: { kind: 'company', schema: 1, target, fields, children: [] },
  });
  expect(done.ok).toBe(true);
};

/** Leaves only these follow-ups, each for another company. */
const planOnly = async (times: readonly string[]): Promise<void> => {
  const { rows } = await window().records.page({ view: { resource: 'company' }, start: 0, limit: 200 });
  await window().outbox.pause({ paused: true });
  for (const { id, values } of rows) if (values.next_follow_up_time) await plan(id, '');
  for (const [at, time] of times.entries()) await plan(rows[at]!.id, time);
};

const drawnAt = async (now: string): Promise<string> => {
  stubWindow(rig.fixture.core.router as never);
  const { connectCore } = await import('../../../src/renderer/client/client');
  connectCore();
  const { TodayFollowUps } = (await import(TODAY)) as {
    TodayFollowUps: FunctionComponent<{ now: string; person: string | null }>;
  };
  return drawSettled(TodayFollowUps, { now, person: null });
};

/** 01:00 UTC: the service's wall clock in UTC+8 shows 09:00 on Wednesday. */
const MORNING = Date.UTC(2026, 10, 25, 1, 0, 0);
const SERVICE_NOW = '2026-11-25 09:00:00';
const beginIn = async (place: string): Promise<void> => {
  vi.stubEnv('TZ', place);
  // Before the connection, which learns how far the service's clock is from this one.
  vi.useFakeTimers({ toFake: ['Date'], now: MORNING });
  await rig.connect();
};

it('a follow-up for today without a time is due today, and not counted as overdue', async () => {
  await beginIn('Asia/Shanghai');
  await planOnly(['2026-11-25 00:00:00']);
  const html = await drawnAt(SERVICE_NOW);
  expect(html).toContain('>today<');
  expect(html).not.toContain('today.overdue');
  expect(html).not.toMatch(/ago/);
});

it('a late one beside it is still counted', async () => {
  await beginIn('Asia/Shanghai');
  await planOnly(['2026-11-25 00:00:00', '2026-11-24 00:00:00']);
  const html = await drawnAt(SERVICE_NOW);
  expect(html).toContain('today.overdue');
  expect(html).toContain('>yesterday<');
});

it('what was due earlier today is counted apart, as the day plan shows it apart', async () => {
  await beginIn('Asia/Shanghai');
  await planOnly(['2026-11-25 08:00:00', '2026-11-25 10:00:00']);
  const html = await drawnAt(SERVICE_NOW);
  expect(html).not.toContain('today.overdue');
  expect(html).toContain('today.lateToday');
});

it('what was due earlier today is found also where the day began before that of the service', async () => {
  // 15:00 on Wednesday, which began here at 18:00 of the service's Tuesday.
  await beginIn('Pacific/Kiritimati');
  await planOnly(['2026-11-24 22:30:00']);
  const html = await drawnAt(SERVICE_NOW);
  expect(html).not.toContain('today.overdue');
  expect(html).toContain('today.lateToday');
});

it('what is to come today is shown too, however many overdue ones there are', async () => {
  await beginIn('Asia/Shanghai');
  const late = Array.from({ length: 8 }, (_, at) => `2026-11-1${at} 00:00:00`);
  await planOnly([...late, '2026-11-25 00:00:00', '2026-11-26 00:00:00']);
  const html = await drawnAt(SERVICE_NOW);
  expect(html).toContain('>today<');
  expect(html).toContain('>tomorrow<');
  expect(html.match(/<li/g)).toHaveLength(8);
});

it('a day that has begun for the service, but not here, is tomorrow', async () => {
  // 20:00 on Tuesday.
  await beginIn('America/New_York');
  await planOnly(['2026-11-25 00:00:00']);
  const html = await drawnAt(SERVICE_NOW);
  expect(html).toContain('Nov 25, 2026');
  expect(html).toContain('>tomorrow<');
  expect(html).not.toContain('today.overdue');
});

it('a follow-up that is late for more than thirty days is counted as overdue too', async () => {
  await beginIn('Asia/Shanghai');
  await planOnly(['2026-10-20 09:00:00']);
  const html = await drawnAt(SERVICE_NOW);
  expect(html).toContain('today.overdue<');
  expect(html).toContain('today.overdueLong');
  expect(html).not.toContain('today.noFollowUps');
});

it('what was missed today is on the card, however many older ones there are', async () => {
  await beginIn('Asia/Shanghai');
  const older = Array.from({ length: 5 }, (_, at) => `2026-11-1${at} 10:00:00`);
  const ahead = Array.from({ length: 3 }, () => '2026-11-26 10:00:00');
  await planOnly([...older, '2026-11-25 08:00:00', ...ahead]);
  const lines = (await drawnAt(SERVICE_NOW)).split('<li').slice(1);
  expect(lines).toHaveLength(8);
  expect(lines.filter((line) => /1 hour ago/.test(line))).toHaveLength(1);
  expect(lines[0]).toMatch(/Nov 10|days ago/);
});

const days = (day: string): string[] => Array.from({ length: 8 }, () => `${day} 00:00:00`);

it('what was due earlier today is on the card, however many of today have no time', async () => {
  await beginIn('Asia/Shanghai');
  await planOnly([...days('2026-11-25'), '2026-11-25 08:00:00']);
  const html = await drawnAt(SERVICE_NOW);
  expect(html).toContain('today.lateToday');
  expect(html.indexOf('1 hour ago')).toBeGreaterThan(0);
  expect(html.indexOf('1 hour ago')).toBeLessThan(html.indexOf('>today<'));
  expect(html.match(/<li/g)).toHaveLength(8);
});

it('what is due this evening is before the days of tomorrow, which have begun for the service', async () => {
  // 20:00 on Tuesday.
  await beginIn('America/New_York');
  await planOnly([...days('2026-11-25'), '2026-11-25 11:00:00']);
  const html = await drawnAt(SERVICE_NOW);
  expect(html.indexOf('in 2 hours')).toBeGreaterThan(0);
  expect(html.indexOf('in 2 hours')).toBeLessThan(html.indexOf('>tomorrow<'));
  expect(html.match(/<li/g)).toHaveLength(8);
});
