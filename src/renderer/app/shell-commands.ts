/**
 * Runs the commands of the desktop shell: menu entries, deep links, clicks on notifications, reminders. A
 * command opens a view or shows a message; the contract has no command that changes or sends anything. A
 * browser window has no shell, so only the "online" event is used there.
 */
import type { ShellCommand } from '#shared/contract/shell';
import { core } from '../client/client';
import { shell } from '../client/shell';
import { putShellReminder } from '../client/shell-reminder';
import { openOnScreen } from '../records/panel-state';
import { MOD_KEY } from '../ui/layout';
import { goTo } from '../navigation/router';
import { placeOf } from '../navigation/places';

const RETRY_MS = 1000;

/** True if the menu handles the shared shortcuts: macOS always sends them to the menu. */
export const menuHasKeys = shell !== null && MOD_KEY === '⌘';

/** Runs one command. */
export const carryOut = (command: ShellCommand): void => {
  switch (command.type) {
    case 'record':
      openOnScreen(placeOf(command.resource), { resource: command.resource, id: command.id });
      return;
    case 'screen':
      if (command.tab !== undefined) goTo(command.screen, { tab: command.tab });
      else goTo(command.screen, command.anew === true ? {} : undefined);
      return;
    case 'palette':
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
      return;
    case 'reminder':
      putShellReminder(command.due);
      return;
  }
};

const listen = async (client: NonNullable<typeof shell>): Promise<never> => {
  for (;;) {
    try {
      for await (const command of await client.commands()) carryOut(command);
    } catch {
      /* The loop below reconnects. */
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
};

/** Listens to the shell, as long as the page exists. */
export const onShellCommands = (): void => {
  // The system's "online" event proves nothing. It makes the core check, and the answer decides what the
  // status bar shows.
  window.addEventListener('online', () => void core.sync.start().catch(() => undefined));
  if (shell) void listen(shell);
};
