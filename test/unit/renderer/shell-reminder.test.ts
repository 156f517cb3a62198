/** A reminder of the desktop shell, until the window shows it. */
import { expect, it, vi } from 'vitest';

// Files of one worker share their modules. These two have to know each other, so they are loaded anew.
vi.resetModules();
const { forgetAccount } = await import('../../../src/renderer/client/of-account');
const { onShellReminder, putShellReminder } = await import('../../../src/renderer/client/shell-reminder');

const due = (id: string) => ({ id, name: 'Nord', time: '2026-11-28 10:00:00', at: 0 });

it('waits until the part of the window that shows it is loaded, and is shown once', () => {
  const shown: string[] = [];
  const show = (list: readonly { id: string }[]): void => void shown.push(list.map(({ id }) => id).join());
  putShellReminder([due('1')]);
  putShellReminder([due('2')]);
  const end = onShellReminder(show);
  expect(shown).toEqual(['1,2']);
  putShellReminder([due('3')]);
  expect(shown).toEqual(['1,2', '3']);
  end();
  putShellReminder([due('4')]);
  expect(shown).toEqual(['1,2', '3']);
  onShellReminder(show)();
  expect(shown).toEqual(['1,2', '3', '4']);
});

it('is not shown in another account', () => {
  const shown: unknown[] = [];
  putShellReminder([due('1')]);
  forgetAccount();
  onShellReminder((list) => void shown.push(list))();
  expect(shown).toEqual([]);
});
