/** What the window says on every screen: the status bar, and the outbox in the rail. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../../src/renderer/i18n/en';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'today' as const, params: {} }),
}));

const ACCOUNT = { id: 'a', name: 'Acme', demo: false, selfName: null };
const draw = async (file: string, name: string): Promise<string> => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  // A variable, because these tests are compiled without JSX.
  const path: string = `../../../src/renderer/app/${file}`;
  const parts = (await import(path)) as Record<string, FunctionComponent<object>>;
  return drawSettled(parts[name]!, { account: ACCOUNT, onSearch: () => undefined }, en);
};

it('does not say that the first copy is at 100 % before it is', async () => {
  told.summary = { needsUser: 0, waiting: 0, paused: false };
  told.state = {
    connectivity: 'online',
    since: 0,
    lastAnswerAt: null,
    newestPagesRead: true,
    freshAsOf: null,
    resources: [{ resource: 'order', state: 'loading', expected: 10_000, records: 9_999 }],
  };
  expect(await draw('status-bar', 'StatusBar')).toContain('First copy: 99%');
});

it('says of the number at the outbox what it is made of', async () => {
  told.summary = { needsUser: 2, waiting: 5, paused: false };
  told.state = { resources: [] };
  const html = await draw('rail', 'Rail');
  expect(html).toContain('>5</span>');
  expect(html).toContain('title="2 need attention · 3 to send"');
  expect(await draw('status-bar', 'StatusBar')).toContain('>2 need attention · 3 to send<');
  told.summary = { needsUser: 2, waiting: 2, paused: true };
  expect(await draw('rail', 'Rail')).toContain('title="2 need attention"');
  expect(await draw('status-bar', 'StatusBar')).toContain('>2 need attention · Sending is paused<');
  told.summary = { needsUser: 0, waiting: 0, paused: true };
  expect(await draw('status-bar', 'StatusBar')).toContain('>Nothing to send · Sending is paused<');
});

it('does not say that all is sent while an item of the outbox cannot be read', async () => {
  told.summary = { needsUser: 0, waiting: 0, unreadable: 1, paused: false };
  told.state = { resources: [] };
  const html = await draw('status-bar', 'StatusBar');
  expect(html).not.toContain('Nothing to send');
  expect(html).toContain('>1 item can’t be read<');
  told.summary = { needsUser: 0, waiting: 3, unreadable: 2, paused: false };
  expect(await draw('status-bar', 'StatusBar')).toContain('>3 to send · 2 items can’t be read<');
});
