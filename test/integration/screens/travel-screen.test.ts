/** The travel screen, drawn once from the answers of a core. */
import type { FunctionComponent } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Account } from '../../../src/shared/contract/accounts';
import { RESOURCE_INFO } from '../../../src/shared/domain/resources';
import { en } from '../../../src/renderer/i18n/en';
import { enTravel } from '../../../src/renderer/i18n/en-travel';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { TRAVEL_STATE } from '../../support/renderer/travel-state';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
// The address can be subscribed to only in a browser.
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'travel' as const, params: {} }),
}));

// A variable, because these tests are compiled without JSX.
const TRAVEL: string = '../../../src/renderer/features/travel/travel-screen';

/** The account's sign-in, as the core reports it. */
let auth: Account['auth'] = 'signed-in';
beforeEach(() => {
  auth = 'signed-in';
  told.summary = {};
  told.state = null;
});

/** Draws the screen with one saved view of companies, which has these filters. */
const screen = async (filters: object[], state: () => unknown, texts?: object): Promise<string> => {
  const view = { id: 'v1', name: 'Northern customers', params: { f: JSON.stringify(filters) } };
  windowOver(
    {
      accounts: {
        state: () => ({
          account: { id: 'a', selfUserId: null, auth },
          settings: { 'views.a': { company: [view] } },
          accounts: [],
          notices: [],
        }),
      },
      records: {
        columns: () => [
          { key: 'name', kind: 'text', sort: 'text' },
          { key: RESOURCE_INFO.company.defaultSort.field, kind: 'date', sort: 'time' },
        ],
        lookup: () => [],
      },
      travel: { state, pins: () => ['list~v1'] },
      diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
    },
    { location: { hash: '#/travel' }, addEventListener: () => undefined },
  );
  const { TravelScreen } = (await import(TRAVEL)) as { TravelScreen: FunctionComponent };
  return drawSettled(TravelScreen, {}, texts);
};

it('a saved view is offered without filters by fields that the CRM no longer has, as its list shows it', async () => {
  expect(await screen([{ field: 'gone', op: 'notEmpty' }], () => TRAVEL_STATE)).not.toContain(
    'travel.changed',
  );
  expect(await screen([{ field: 'name', op: 'contains', text: 'North' }], () => TRAVEL_STATE)).toContain(
    'travel.changed',
  );
});

it('a list is not called complete while not all of its records are here', async () => {
  expect(await screen([], () => TRAVEL_STATE)).toContain('travel.pinComplete');
  const [pin] = TRAVEL_STATE.pins;
  const lists = { resource: 'order', part: 'records', count: 300, why: 'copying' } as const;
  const html = await screen([], () => ({
    ...TRAVEL_STATE,
    pins: [{ ...pin!, missing: null }],
    missing: [lists],
  }));
  expect(html).toContain('travel.pinLists');
  expect(html).not.toContain('travel.pinComplete');
});

it.each([
  ['not on this computer', null, false],
  ['deleted in the CRM', 0, true],
])(
  'a record of which nothing is left here, %s, has a sentence in place of its id',
  async (_, missing, isGone) => {
    const id = '38201996';
    const pin = { key: `order~${id}`, kind: 'record', resource: 'order', id, title: id, isGone };
    const state = { ...TRAVEL_STATE, pins: [{ ...pin, subjects: 0, records: 0, missing }], counts: [] };
    const html = await screen([], () => state, { ...en, resourceOne: { order: 'Order' }, travel: enTravel });
    const words = html.replaceAll(/<[^>]+>/g, '|');
    expect(words).toContain(`|Order that is no longer on this computer (ID ${id})|`);
    expect(words).not.toContain(`|${id}|`);
    expect(html).toContain(`Remove from Travel: Order that is no longer on this computer (ID ${id})`);
    // Nothing opens there.
    expect(html).not.toMatch(/<button[^>]*>Order that/);
  },
);

it('a record that is not on this computer is called neither complete nor deleted', async () => {
  const pin = { key: 'order~1', kind: 'record', resource: 'order', id: '1', title: '1', isGone: false };
  const left = { resource: 'order', part: 'records', why: 'left-out' } as const;
  const html = await screen([], () => ({
    ...TRAVEL_STATE,
    pins: [{ ...pin, subjects: 0, records: 0, missing: null }],
    counts: [],
    absent: [left],
  }));
  expect(html).toContain('travel.pinNotHere');
  expect(html).not.toContain('travel.pinComplete');
  expect(html).not.toContain('travel.pinRecords');
  expect(html).toContain('travel.notReady.notHere');
});

it('"Before you leave" names what needs attention and what is still to be sent', async () => {
  const texts = { ...en, travel: { ...en.travel, ...enTravel } };
  told.summary = { needsUser: 1, waiting: 3 };
  const both = await screen([], () => TRAVEL_STATE, texts);
  expect(both).toContain('1 item needs attention before it can be sent');
  expect(both).toContain('2 items still to send');
  told.summary = { needsUser: 1, waiting: 1 };
  const one = await screen([], () => TRAVEL_STATE, texts);
  expect(one).toContain('1 item needs attention before it can be sent');
  expect(one).not.toContain('still to send');
  expect(one).not.toContain('Nothing to send');
  told.summary = { needsUser: 0, waiting: 0 };
  expect(await screen([], () => TRAVEL_STATE, texts)).toContain('Nothing to send');
});

it('"Signed in" is not said of a sign-in that has expired, also without a connection', async () => {
  expect(await screen([], () => TRAVEL_STATE)).toContain('travel.signedIn');
  auth = 'expired';
  told.state = { connectivity: 'offline' };
  const html = await screen([], () => TRAVEL_STATE);
  expect(html).not.toContain('travel.signedIn');
  expect(html).toContain('travel.signIn');
});

it('"Nothing to send" is not said while an item of the outbox cannot be read', async () => {
  told.summary = { needsUser: 0, waiting: 0, unreadable: 1 };
  const texts = { ...en, travel: { ...en.travel, ...enTravel } };
  const html = await screen([], () => TRAVEL_STATE, texts);
  expect(html).not.toContain('Nothing to send');
  expect(html).toContain('1 item can’t be read');
});
