/** The menu of the tray icon. */
import type { MenuItemConstructorOptions } from 'electron';
import type { OutboxSummary } from '#shared/contract/outbox';
import { leftToSend } from '#shared/domain/left-to-send';
import { fill, type ShellWords } from './words';

export interface TrayActions {
  open(): void;
  openOutbox(): void;
  syncNow(): void;
  quit(): void;
}

/** The edits that are not delivered. */
export type TrayCounts = Pick<OutboxSummary, 'waiting' | 'needsUser'>;

/** Items that need attention are counted apart, because Satchel does not send them by itself. */
export const trayTemplate = (
  words: ShellWords,
  counts: TrayCounts,
  { open, openOutbox, syncNow, quit }: TrayActions,
): MenuItemConstructorOptions[] => [
  { id: 'open', label: words.trayOpen, click: open },
  { id: 'sync', label: words.traySync, click: syncNow },
  {
    id: 'waiting',
    label: fill(words.trayWaiting, { count: leftToSend(counts) }),
    enabled: leftToSend(counts) > 0,
    click: openOutbox,
  },
  ...(counts.needsUser > 0
    ? [
        {
          id: 'needs-user',
          label: fill(words.trayNeedsUser, { count: counts.needsUser }),
          click: openOutbox,
        },
      ]
    : []),
  { type: 'separator' },
  { id: 'quit', label: words.quit, click: quit },
];
