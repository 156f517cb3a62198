/** The lines of the palette: which one is active while the user types, and what a line opens. */
import { createElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SearchHit } from '../../../src/shared/contract/records';
import {
  elements,
  fire,
  makePage,
  mount,
  named,
  partsIn,
  settled,
  withRecorded,
} from '../../support/renderer/mounted';
import { accountState, windowOver } from '../../support/renderer/window-over';

vi.mock(import('react/jsx-dev-runtime'), async (original) => withRecorded(await original()));

const FIELD = 'palette.placeholder';

const VIEWS = { 'views.a': { order: [{ id: 'v1', name: 'By amount', params: { s: 'amount' } }] } };
let search: (asked: { text: string; resources?: string[] }) => unknown = () => [];
beforeEach(() => {
  search = () => [];
});

const open = async (isDark = false) => {
  windowOver({
    accounts: {
      state: () => accountState({ account: { id: 'a', demo: false }, settings: VIEWS }),
    },
    records: { search: (asked: never) => search(asked), lookup: () => [] },
    diagnostics: { get: () => ({ serverOffsetMs: 0, offers: [] }) },
  });
  makePage();
  Object.assign(window, { matchMedia: () => ({ matches: isDark, addEventListener: () => undefined }) });
  const { currentRoute, goTo } = await import('../../../src/renderer/navigation/router');
  goTo('today', {});
  const onClose = vi.fn<() => void>();
  await mount(createElement(await partsIn('features/palette')('palette', 'Palette'), { onClose }));
  return { onClose, route: currentRoute };
};
const type = async (text: string): Promise<void> => {
  fire(FIELD, 'onChange', { currentTarget: { value: text } });
  await settled();
};
const key = async (name: string): Promise<void> => {
  fire(FIELD, 'onKeyDown', { key: name, nativeEvent: {}, preventDefault: () => undefined });
  await settled();
};
const isLine = (one: { role?: unknown }): boolean => one.role === 'option';
const active = () => elements().filter((one) => isLine(one) && one['aria-selected'] === true);

it('a line that is pressed opens itself, not the active line', async () => {
  const { route, onClose } = await open();
  expect(active()).not.toEqual(named('screen.help').filter(isLine));
  fire('screen.help', 'onClick');
  expect(onClose).toHaveBeenCalledOnce();
  expect(route().screen).toBe('help');
});

it('the first line is active again when the user types on after an arrow', async () => {
  await open();
  for (let at = 0; at < 3; at += 1) await key('ArrowDown');
  expect(active().map((one) => one['data-index'])).toEqual([3]);
  await type('orders');
  expect(elements().filter(isLine).length).toBeGreaterThan(1);
  expect(active().map((one) => one['data-index'])).toEqual([0]);
});

it('Enter opens nothing if the user types on before the search has answered', async () => {
  const hit = { resource: 'company', id: '7', title: 'Nord', subtitle: '' } as SearchHit;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const asked = new Set<string>();
  search = async ({ text }) => {
    asked.add(text);
    await answered;
    return [hit];
  };
  const { route, onClose } = await open();
  await type('no');
  await key('Enter');
  await type('nor');
  answer();
  await vi.waitFor(() => expect(asked).toContain('nor'));
  await new Promise((done) => setTimeout(done, 100));
  expect(onClose).not.toHaveBeenCalled();
  expect(route().screen).toBe('today');
});

it('a saved view opens as this view, so that it can be changed and its tab is selected', async () => {
  const { route } = await open();
  await type('By amount');
  await key('Enter');
  await vi.waitFor(() => expect(route()).toEqual({ screen: 'orders', params: { s: 'amount', v: 'v1' } }));
});

it.each([
  [true, 'palette.light'],
  [false, 'palette.dark'],
])('offers the other look if the theme is that of the system (dark: %s)', async (isDark, label) => {
  await open(isDark);
  expect(named(label)).not.toEqual([]);
});

it('lists a document that has the id of a customer', async () => {
  const hit = (resource: string, title: string) => ({ resource, id: '7', title, subtitle: '' });
  search = ({ resources }) => [hit('company', 'Nord'), ...(resources ? [] : [hit('order', 'SO Nord')])];
  await open();
  // No screen and no command has this text.
  await type('zzq');
  await vi.waitFor(() => expect(elements().filter(isLine)).toHaveLength(2));
});
