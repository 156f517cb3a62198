/** The banners above the outbox. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import type { OutboxSummary } from '../../../src/shared/contract/outbox';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { windowOver } from '../../support/renderer/window-over';

const told: { summary: Partial<OutboxSummary> } = vi.hoisted(() => {
  vi.stubGlobal('window', { location: { hash: '' }, addEventListener: () => undefined });
  return { summary: {} };
});
// What the core tells by events is not there when a screen is drawn without a browser.
vi.mock(import('../../../src/renderer/client/events'), async (original) => {
  const events = await original();
  return {
    ...events,
    useOutboxSummary: Object.assign(
      (select: (held: never) => unknown) => select({ summary: told.summary } as never),
      events.useOutboxSummary,
    ) as never,
  };
});

// A variable, because these tests are compiled without JSX.
const BANNERS: string = '../../../src/renderer/features/outbox/outbox-banners';

it('does not promise that refused items are sent after a sign-in', async () => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  told.summary = { needsUser: 2, waiting: 5, needsSignIn: true, paused: false, holds: {}, quietUntil: 0 };
  const { OutboxBanners } = (await import(BANNERS)) as { OutboxBanners: FunctionComponent<object> };
  const html = await drawSettled(OutboxBanners, { items: [{ id: 'i', state: 'queued' }] }, en);
  expect(html).toContain('3 items will send after you sign in.');
});
