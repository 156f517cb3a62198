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
const draw = async (leaving: string, waiting: number, needsUser: number): Promise<string> => {
  windowOver({}, { location: { hash: '' }, addEventListener: () => undefined });
  told.summary = { waiting, needsUser };
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
