/** What the user reads about unsent items before signing out or opening another account. */
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { en } from '../../support/catalogues';
import { drawSettled } from '../../support/renderer/draw-settled';
import { told, withTold } from '../../support/renderer/told-by-core';
import { windowOver } from '../../support/renderer/window-over';

vi.mock(import('../../../src/renderer/client/events'), async (original) => withTold(await original()));

// A variable, because these tests are compiled without JSX.
const REMINDER: string = '../../../src/renderer/features/outbox/unsent-reminder';
const draw = async (
  leaving: string,
  waiting: number,
  needsUser: number,
  { drafts = 0, ...more }: { held?: number; blocked?: number; paused?: boolean; drafts?: number } = {},
): Promise<string> => {
  const stored = Array.from({ length: drafts }, (_, at) => ({ id: `draft:${at}` }));
  windowOver(
    { outbox: { drafts: () => stored } },
    { location: { hash: '' }, addEventListener: () => undefined },
  );
  told.summary = { waiting, needsUser, held: 0, blocked: 0, paused: false, ...more };
  const { UnsentReminder } = (await import(REMINDER)) as { UnsentReminder: FunctionComponent<object> };
  return (await drawSettled(UnsentReminder, { leaving }, en)).replaceAll(/<style.*?<\/style>/gs, '');
};

it.each([
  ['signOut', 'when you sign in again'],
  ['switch', 'when you open this account again'],
])('%s: promises to send only the items that do not need attention', async (leaving, back) => {
  expect(await draw(leaving, 3, 0)).toContain(`They stay on this computer and will be sent ${back}.`);
  const some = await draw(leaving, 3, 1);
  expect(some).toContain('3 items have not been sent');
  expect(some).toContain(
    `2 of them will be sent ${back}. 1 needs attention before it can be sent. All of them`,
  );
  const none = await draw(leaving, 2, 2);
  expect(none).toContain('2 need attention before they can be sent. All of them stay on this computer.');
  expect(none).not.toContain('will be sent');
  expect(await draw(leaving, 0, 0)).not.toContain('sent');
});

it('promises nothing for items that the user has put on hold, or while sending is paused', async () => {
  const held = await draw('signOut', 5, 1, { held: 2 });
  expect(held).toContain('2 of them will be sent when you sign in again. 2 wait until you send them.');
  const all = await draw('signOut', 2, 0, { held: 2 });
  expect(all).toContain('2 wait until you send them. All of them stay on this computer.');
  expect(all).not.toContain('will be sent');
  const paused = await draw('switch', 3, 1, { held: 1, paused: true });
  expect(paused).toContain('2 are not sent while sending is paused. 1 needs attention');
  expect(paused).not.toContain('will be sent');
});

it('promises nothing for items that depend on an item that needs attention', async () => {
  const behind = await draw('signOut', 4, 1, { blocked: 2 });
  expect(behind).toContain(
    '1 of them will be sent when you sign in again. 1 needs attention before it can be sent. ' +
      '2 will be sent after the items that they depend on. All of them stay',
  );
});

it('counts drafts too: nobody sends them, and they stay', async () => {
  const alone = await draw('signOut', 0, 0, { drafts: 2 });
  expect(alone).toContain(
    '2 drafts have not been saved as items. All of them stay on this computer. To be safe, save a copy first.',
  );
  expect(alone).toContain('Save a copy of the outbox');
  expect(alone).not.toContain('not been sent');
  const beside = await draw('signOut', 3, 0, { drafts: 1 });
  expect(beside).toContain('They stay on this computer and will be sent when you sign in again.');
  expect(beside).toContain('1 draft stays on this computer too.');
  expect(await draw('switch', 3, 1)).not.toContain('draft');
});
