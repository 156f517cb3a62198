/**
 * The tray icon, for users who want Satchel to keep running when its window is closed. Off by default, and
 * only on Windows and Linux: macOS keeps an app without windows in the Dock.
 */
import { Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron';
import { TRAY_ICON } from './tray-icon';
import { fill, type ShellWords } from './words';

export interface TrayActions {
  open(): void;
  openOutbox(): void;
  syncNow(): void;
  quit(): void;
}

/** `waiting` is the number of edits that are not delivered. */
export const trayTemplate = (
  words: ShellWords,
  waiting: number,
  { open, openOutbox, syncNow, quit }: TrayActions,
): MenuItemConstructorOptions[] => [
  { id: 'open', label: words.trayOpen, click: open },
  { id: 'sync', label: words.traySync, click: syncNow },
  {
    id: 'waiting',
    label: fill(words.trayWaiting, { count: waiting }),
    enabled: waiting > 0,
    click: openOutbox,
  },
  { type: 'separator' },
  { id: 'quit', label: words.quit, click: quit },
];

export interface TrayKeeper {
  /** Shows or hides the icon. */
  want(wanted: boolean): void;
  setWaiting(waiting: number): void;
  /** Redraws the menu after a change of language. */
  redraw(): void;
  /** Returns true if the icon is shown, so the app may run without a window. */
  isShown(): boolean;
}

export const createTray = (
  platform: NodeJS.Platform,
  words: () => ShellWords,
  actions: TrayActions,
): TrayKeeper => {
  let tray: Tray | null = null;
  let waiting = 0;
  // Linux does not update a menu after it was set.
  const redraw = (): void =>
    tray?.setContextMenu(Menu.buildFromTemplate(trayTemplate(words(), waiting, actions)));
  return {
    want: (wanted) => {
      if (platform === 'darwin' || wanted === (tray !== null)) return;
      tray?.destroy();
      tray = wanted ? new Tray(nativeImage.createFromDataURL(TRAY_ICON)) : null;
      tray?.setToolTip('Satchel');
      tray?.on('click', actions.open);
      redraw();
    },
    setWaiting: (count) => {
      if (count === waiting) return;
      waiting = count;
      redraw();
    },
    redraw,
    isShown: () => tray !== null,
  };
};
