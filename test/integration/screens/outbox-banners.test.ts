/** The banners above the outbox. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));

// A variable, because these tests are compiled without JSX.
const BANNERS: string = '../../../src/renderer/features/outbox/outbox-banners';

it('does not promise that refused items are sent after a sign-in', async () => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  told.summary = { needsUser: 2, waiting: 5, needsSignIn: true, paused: false, holds: {}, quietUntil: 0 };
  const { OutboxBanners } = (await import(BANNERS)) as { OutboxBanners: FunctionComponent<object> };
  const html = await drawSettled(OutboxBanners, { items: [{ id: 'i', state: 'queued' }] }, en);
  expect(html).toContain('3 items will send after you sign in.');
});

it('asks for the sign-in as soon as the connection needs it, before an item was refused for it', async () => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  told.summary = { waiting: 1, needsSignIn: false, paused: false, holds: {}, quietUntil: 0 };
  told.state = { connectivity: 'sign-in' };
  const { OutboxBanners } = (await import(BANNERS)) as { OutboxBanners: FunctionComponent<object> };
  const html = await drawSettled(OutboxBanners, { items: [{ id: 'i', state: 'queued' }] }, en);
  expect(html).toContain('1 item will send after you sign in.');
});

it('shows the reason that holds a kind back whose first item is not among the shown ones', async () => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  told.summary = { waiting: 101, holds: { receipt: 'review' }, firstHeld: { receipt: 'local:101' } };
  told.state = { connectivity: 'online' };
  const { OutboxBanners } = (await import(BANNERS)) as { OutboxBanners: FunctionComponent<object> };
  const items = Array.from({ length: 100 }, (_, at) => ({ id: `i${at}`, kind: 'company', state: 'queued' }));
  const html = await drawSettled(OutboxBanners, { items }, en);
  expect(html).toContain(en.outbox.banner.review.receipt);
});
