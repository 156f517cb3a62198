/** What Today says before everything is read: nothing that the rest of it would refute. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../../src/renderer/i18n/en';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));

// Variables, because these tests are compiled without JSX.
const OUTBOX: string = '../../../src/renderer/features/today/today-outbox';
const NUMBERS: string = '../../../src/renderer/features/today/today-numbers';
const FOLLOW_UPS: string = '../../../src/renderer/features/today/today-follow-ups';

/** How many records of each kind were created on which days. */
let days: object[] = [];

const draw = async (file: string, name: string, properties: object, texts?: typeof en): Promise<string> => {
  const cards = (await import(file)) as Record<string, FunctionComponent<object>>;
  return drawSettled(cards[name]!, properties, texts);
};
const connect = (list: () => unknown): void => {
  windowOver(
    {
      outbox: { list },
      records: { page: () => ({ total: 0, rows: [] }), lookup: () => [] },
      timeline: { days: () => days },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
};

it('does not say that all changes are sent while there are some and the items are not read', async () => {
  connect(() => {
    throw new Error('cannot be read');
  });
  told.summary = { needsUser: 0, waiting: 3, paused: false, needsSignIn: false };
  const html = await draw(OUTBOX, 'TodayOutbox', {});
  expect(html).not.toContain('today.outboxClear');
  expect(html).toContain('today.waits');
});

it('says that all changes are sent if none is left', async () => {
  connect(() => []);
  told.summary = { needsUser: 0, waiting: 0, paused: false, needsSignIn: false };
  expect(await draw(OUTBOX, 'TodayOutbox', {})).toContain('today.outboxClear');
});

it('does not say that all changes are sent while an item cannot be read', async () => {
  connect(() => []);
  told.summary = { needsUser: 0, waiting: 0, unreadable: 1 };
  const html = await draw(OUTBOX, 'TodayOutbox', {}, en);
  expect(html).not.toContain('Nothing to send');
  expect(html).toContain('1 item can’t be read');
  told.summary = { needsUser: 1, waiting: 3, counts: {}, unreadable: 1 };
  expect(await draw(OUTBOX, 'TodayOutbox', {}, en)).toContain(
    '1 item needs attention · 2 items to send · 1 item can’t be read',
  );
});

it('does not count an item that needs attention again among those to send', async () => {
  connect(() => []);
  told.summary = { needsUser: 2, waiting: 5, paused: false, needsSignIn: false };
  const some = await draw(OUTBOX, 'TodayOutbox', {}, en);
  expect(some).toContain('2 items need attention · 3 items to send');
  told.summary = { needsUser: 2, waiting: 2, paused: false, needsSignIn: false };
  const all = await draw(OUTBOX, 'TodayOutbox', {}, en);
  expect(all).toContain('2 items need attention');
  expect(all).not.toContain('to send');
});

it('counts all items that it does not list, also those that it did not read', async () => {
  // As many queued items as one answer has.
  const queued = Array.from({ length: 100 }, (_, at) => ({
    id: `q${at}`,
    kind: 'company',
    state: 'queued',
    updatedAt: 0,
    party: null,
    subject: 'Acme',
    command: { kind: 'company', target: null, fields: {}, children: [] },
  }));
  connect((({ states }: { states: string[] }) => (states.includes('queued') ? queued : [])) as never);
  told.summary = { needsUser: 0, waiting: 250, paused: false, needsSignIn: false };
  const html = await draw(OUTBOX, 'TodayOutbox', {}, en);
  expect(html).toContain('250 items to send');
  expect(html).toContain('246 more');
  // Delivered items to check are listed too.
  told.summary = { needsUser: 0, waiting: 250, replaced: 2, paused: false, needsSignIn: false };
  expect(await draw(OUTBOX, 'TodayOutbox', {}, en)).toContain('248 more');
});

it.each([
  ['has none', { details: 0, detailsExpected: null }, 'today.followUpsNeedProfile'],
  ['has not been asked for any yet', { details: 0, detailsExpected: 10 }, 'today.followUpsNotYet'],
  ['has given some', { details: 1, detailsExpected: 10 }, 'today.followUpsPartly'],
  ['stopped to give them', { details: 4, detailsExpected: null }, 'today.followUpsNeedProfile'],
  ['refuses each of them', { details: 0, detailsExpected: 0 }, 'today.followUpsNeedProfile'],
  ['refuses one of them', { details: 9, detailsExpected: 9 }, 'today.noFollowUps'],
  ['gives no companies', { details: 0, detailsExpected: null, state: 'no-permission' }, 'list.noPermission'],
  ['has not given all companies', { details: 10, detailsExpected: 10, completeAsOf: null }, 'Partly'],
  ['has given all', { details: 10, detailsExpected: 10 }, 'today.noFollowUps'],
  ['has no companies', { records: 0, details: 0, detailsExpected: null, completeAsOf: 'x' }, 'noFollowUps'],
])('says why there are no follow-ups if the CRM %s', async (_what, counts, text) => {
  connect(() => []);
  told.state = {
    newestPagesRead: true,
    resources: [{ resource: 'company', records: 10, ...counts }],
  };
  const html = await draw(FOLLOW_UPS, 'TodayFollowUps', { now: '2026-11-25 09:00:00', person: null });
  expect(html).toContain(text);
  expect(html.includes('noFollowUps')).toBe(text.includes('noFollowUps'));
});

it.each([
  ['loading', null],
  ['failed', null],
  ['complete', '2026-11-25 09:00:00'],
])('counts no orders as 0 while their list is %s', async (state, completeAsOf) => {
  connect(() => []);
  const kinds = ['trail', 'quotation', 'order', 'company'];
  const others = { state: 'complete', completeAsOf: '2026-11-25 09:00:00' };
  told.state = {
    resources: kinds.map((resource) => ({
      resource,
      ...others,
      ...(resource === 'order' ? { state, completeAsOf } : {}),
    })),
  };
  const isKnown = completeAsOf !== null;
  const drawn = async (count: number): Promise<string> => {
    const counted = [{ day: '2026-11-24', count, early: 0 }];
    days = kinds.map((kind) => ({ kind, days: kind === 'order' && count > 0 ? counted : [] }));
    const html = await draw(NUMBERS, 'TodayNumbers', { now: '2026-11-25 09:00:00', person: null }, en);
    return html.slice(html.indexOf('>Orders<'), html.indexOf('>New companies<'));
  };
  const none = await drawn(0);
  expect(none.includes('Unknown')).toBe(!isKnown);
  expect(none.includes('0 by this time last week')).toBe(isKnown);
  const some = await drawn(3);
  expect(some).toContain('>3<');
  expect(some.includes('0 in all of last week')).toBe(isKnown);
  for (const html of [none, some]) expect(html.includes('not fully downloaded yet')).toBe(!isKnown);
});
