/**
 * What the desktop shell asks of the screens: menu entries, deep links, clicks on notifications. Each opens a
 * view; the contract has no command that changes or sends. In a browser window there is no shell, and only
 * the network hint remains.
 */
import type { ShellCommand } from '#shared/contract/shell';
import { core } from '../client/client';
import { shell } from '../client/shell';
import { openOnScreen } from '../records/panel-state';
import { MOD_KEY } from '../ui/layout';
import { goTo } from '../navigation/router';
import { placeOf } from '../navigation/places';

const RETRY_MS = 1000;

/** The keys that the page and the menu share are the menu's: macOS gives it them whatever it is told. */
export const menuHasKeys = shell !== null && MOD_KEY === '⌘';

const carryOut = (command: ShellCommand): void => {
  switch (command.type) {
    case 'record':
      openOnScreen(placeOf(command.resource), { resource: command.resource, id: command.id });
      return;
    case 'screen':
      goTo(command.screen, command.tab === undefined ? undefined : { tab: command.tab });
      return;
    case 'palette':
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
      return;
  }
};

const listen = async (client: NonNullable<typeof shell>): Promise<never> => {
  for (;;) {
    try {
      for await (const command of await client.commands()) carryOut(command);
    } catch {
      /* The line is made again below. */
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
};

/** Starts hearing, for as long as the page lives. */
export const hearShell = (): void => {
  // The system's "online" proves nothing: it asks the core to look, and the answer decides what the status
  // bar says.
  window.addEventListener('online', () => void core.sync.start().catch(() => undefined));
  if (shell) void listen(shell);
};
