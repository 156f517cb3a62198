/** The menu of the tray icon. */
import type { MenuItemConstructorOptions } from 'electron';
import type { OutboxSummary } from '#shared/contract/outbox';
import { needAttention, toSendAndCheck } from '#shared/domain/left-to-send';
import { fill, type ShellWords } from './words';

export interface TrayActions {
  open(): void;
  openOutbox(): void;
  syncNow(): void;
  quit(): void;
}

/** The edits that are not delivered, and delivered ones that the user has to check. */
export type TrayCounts = Pick<OutboxSummary, 'waiting' | 'needsUser' | 'replaced' | 'counts'>;

/**
 * The counts of the status bar. Items that need attention are counted apart, because Satchel does not send them by
 * itself; so are items that were sent and are being checked.
 */
export const trayTemplate = (
  words: ShellWords,
  counts: TrayCounts,
  { open, openOutbox, syncNow, quit }: TrayActions,
): MenuItemConstructorOptions[] => {
  const { toSend, checking } = toSendAndCheck(counts);
  const toOutbox = (id: string, text: string, count: number): MenuItemConstructorOptions[] =>
    count > 0 ? [{ id, label: fill(text, { count }), click: openOutbox }] : [];
  return [
    { id: 'open', label: words.trayOpen, click: open },
    { id: 'sync', label: words.traySync, click: syncNow },
    {
      id: 'waiting',
      label: fill(words.trayWaiting, { count: toSend }),
      enabled: toSend > 0,
      click: openOutbox,
    },
    ...toOutbox('checking', words.trayChecking, checking),
    ...toOutbox('needs-user', words.trayNeedsUser, needAttention(counts)),
    { type: 'separator' },
    { id: 'quit', label: words.quit, click: quit },
  ];
};
