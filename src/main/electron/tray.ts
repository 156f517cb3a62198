/**
 * The icon in the system's tray, for who wants Satchel to stay when its window is closed. Off until the user
 * asks for it, and only on Windows and Linux: macOS keeps an app without windows in the Dock.
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

/** `waiting`: edits not yet delivered. */
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
  /** Shows or takes away the icon. */
  want(wanted: boolean): void;
  hear(waiting: number): void;
  /** The words have changed. */
  redraw(): void;
  /** The app goes on without a window. */
  isShown(): boolean;
}

export const createTray = (
  platform: NodeJS.Platform,
  words: () => ShellWords,
  actions: TrayActions,
): TrayKeeper => {
  let tray: Tray | null = null;
  let waiting = 0;
  // Linux shows a menu as it was when it was set.
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
    hear: (count) => {
      if (count === waiting) return;
      waiting = count;
      redraw();
    },
    redraw,
    isShown: () => tray !== null,
  };
};
