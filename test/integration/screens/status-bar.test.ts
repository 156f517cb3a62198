/** What the window says on every screen: the status bar, and the outbox in the rail. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import type { OutboxSummary } from '../../../src/shared/contract/outbox';
import type { SyncState } from '../../../src/shared/contract/sync';
import { en } from '../../../src/renderer/i18n/en';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

const told: { summary: Partial<OutboxSummary>; state: unknown } = vi.hoisted(() => {
  vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined });
  return { summary: {}, state: null };
});
// What the core tells by events is not there when a screen is drawn without a browser.
vi.mock(import('../../../src/renderer/client/events'), async (original) => {
  const events = await original();
  const withState = <T extends object>(store: T, state: () => unknown): T =>
    Object.assign((select: (held: never) => unknown) => select(state() as never), store) as never;
  return {
    ...events,
    useOutboxSummary: withState(events.useOutboxSummary, () => ({ summary: told.summary })),
    useSync: withState(events.useSync, () => ({ state: told.state as SyncState })),
  };
});
vi.mock(import('../../../src/renderer/navigation/router'), async (original) => ({
  ...(await original()),
  useRoute: () => ({ screen: 'today' as const, params: {} }),
}));

const ACCOUNT = { id: 'a', name: 'Acme', demo: false, selfName: null };
const draw = async (file: string, name: string): Promise<string> => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  const parts = (await import(`../../../src/renderer/app/${file}`)) as Record<
    string,
    FunctionComponent<object>
  >;
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
  told.summary = { needsUser: 2, waiting: 2, paused: false };
  expect(await draw('rail', 'Rail')).toContain('title="2 need attention"');
});
