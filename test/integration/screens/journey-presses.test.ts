/** Presses and keys that take records along on a journey, and the download of what is missing. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TravelPin } from '../../../src/shared/contract/travel';
import type { FullView } from '../../../src/renderer/records/list-view';
import { en } from '../../support/catalogues';
import {
  makePage,
  mount,
  named,
  type Page,
  partsIn,
  press,
  settled,
  withGivenTexts,
  withRecorded,
} from '../../support/renderer/mounted';
import { TRAVEL_STATE } from '../../support/renderer/travel-state';
import { accountState, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));
vi.mock(import('../../../src/renderer/i18n/i18n'), async (original) => withGivenTexts(await original()));

const VIEW = { resource: 'order', filters: [], sort: [], search: '', removed: false } as unknown as FullView;

/** The calls that change the journey, in their order. */
let calls: unknown[] = [];
let pinned: string[] = [];
let running: { done: number; total: number } | null = null;
let savedPin = Promise.resolve();
let page: Page;

const NORTH = { id: 'v1', name: 'Northern customers', params: { q: 'north' } };

beforeEach(() => {
  calls = [];
  pinned = [];
  running = null;
  savedPin = Promise.resolve();
  windowOver({
    travel: {
      pins: () => pinned,
      state: () => ({ ...TRAVEL_STATE, running }),
      pin: async ({ pins }: { pins: TravelPin[] }) => {
        await savedPin;
        calls.push(['pin', ...pins.map(({ id }) => id)]);
        return { done: true };
      },
      unpin: ({ keys }: { keys: string[] }) => {
        calls.push(['unpin', ...keys]);
        return { done: true };
      },
      prepare: () => {
        calls.push(['prepare']);
        return {};
      },
      stop: () => {
        calls.push(['stop']);
        return {};
      },
    },
    accounts: {
      state: () =>
        accountState({
          account: { id: 'a', selfUserId: null, auth: 'signed-in' },
          settings: { 'views.a': { company: [NORTH] } },
        }),
    },
    records: {
      columns: () => [{ key: 'name', kind: 'text', sort: 'text' }],
      lookup: () => [],
      page: ({ start, limit }: { start: number; limit: number }) => ({
        rows: ['1', '2', '3'].map((id) => ({ id, values: {} })).slice(start, start + limit),
        total: 3,
        revision: 0,
      }),
    },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
  });
  page = makePage();
});

it('P right after J takes along the record that J opens', async () => {
  const { usePanel, openFromList } = await import('../../../src/renderer/records/panel-state');
  const { walkList } = await import('../../../src/renderer/records/walk-list');
  const { useTakeAlongKey } = await import('../../../src/renderer/features/travel/use-take-along');
  const { readOpen } = await import('../../../src/renderer/records/panel-state');
  const { currentRoute, useRoute } = await import('../../../src/renderer/navigation/router');
  const Keys = (): null => {
    const open = readOpen(useRoute().params);
    useTakeAlongKey(() => (open ? [{ kind: 'record', resource: 'order', id: open.id }] : []));
    return null;
  };
  openFromList(VIEW, { resource: 'order', id: '1' }, 0);
  await mount(createElement(Keys));
  walkList(1, (next) => openFromList(next.view, { resource: 'order', id: next.id }, next.index));
  page.happen('keydown', { key: 'p' });
  await vi.waitFor(() => expect(calls).toEqual([['pin', '2']]));
  expect(currentRoute().params.open).toBe('order~2');
  expect(usePanel.getState().cursor?.id).toBe('2');
});

it('takes all selected records along if some of them are there already, and removes them only if all are', async () => {
  const { useTakeAlong } = await import('../../../src/renderer/features/travel/use-take-along');
  let toggle: (pins: readonly TravelPin[]) => void = () => undefined;
  const Rows = (): null => {
    toggle = useTakeAlong().toggle;
    return null;
  };
  const pins = ['1', '2'].map((id) => ({ kind: 'record', resource: 'order', id }) as const);
  pinned = ['order~1'];
  const { queries } = await mount(createElement(Rows));
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  toggle(pins);
  await vi.waitFor(() => expect(calls).toEqual([['pin', '1', '2']]));
  pinned = ['order~1', 'order~2'];
  await queries.invalidateQueries();
  await settled();
  toggle(pins);
  await vi.waitFor(() => expect(calls.at(-1)).toEqual(['unpin', 'order~1', 'order~2']));
});

const screen = async () =>
  mount(createElement(await partsIn('features/travel')('travel-screen', 'TravelScreen')), en);

it('a download begins when the changed lists are taken along as they are now', async () => {
  let take = (): void => undefined;
  savedPin = new Promise((resolve) => (take = resolve));
  await screen();
  await vi.waitFor(() => expect(named(en.travel.update)).not.toEqual([]));
  await settled();
  press(en.travel.update);
  await settled();
  expect(calls).toEqual([]);
  take();
  await vi.waitFor(() => expect(calls).toEqual([['pin', 'v1'], ['prepare']]));
});

it('says how much is downloaded of how much, and the second press of a double click does not stop it', async () => {
  running = { done: 3, total: 40 };
  await screen();
  await vi.waitFor(() => expect(named('Downloading: 3 of 40')).not.toEqual([]));
  press(en.travel.stop, 2);
  await settled();
  expect(calls).toEqual([]);
  press(en.travel.stop);
  await vi.waitFor(() => expect(calls).toEqual([['stop']]));
});
