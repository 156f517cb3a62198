/**
 * The tray icon, for users who want Satchel to keep running when its window is closed. Off by default, and
 * only on Windows and Linux: macOS keeps an app without windows in the Dock.
 */
import { Menu, nativeImage, Tray } from 'electron';
import { needAttention, toSendAndCheck } from '#shared/domain/left-to-send';
import { TRAY_ICON } from './tray-icon';
import { type TrayActions, type TrayCounts, trayTemplate } from './tray-menu';
import type { ShellWords } from './words';

export interface TrayKeeper {
  /** Shows or hides the icon. */
  want(wanted: boolean): void;
  setCounts(counts: TrayCounts): void;
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
  let counts: TrayCounts = { waiting: 0, needsUser: 0, replaced: 0, counts: {} };
  // Linux does not update a menu after it was set.
  const redraw = (): void =>
    tray?.setContextMenu(Menu.buildFromTemplate(trayTemplate(words(), counts, actions)));
  return {
    want: (wanted) => {
      if (platform === 'darwin' || wanted === (tray !== null)) return;
      tray?.destroy();
      tray = wanted ? new Tray(nativeImage.createFromDataURL(TRAY_ICON)) : null;
      tray?.setToolTip('Satchel');
      tray?.on('click', actions.open);
      redraw();
    },
    setCounts: (next) => {
      const shown = (of: TrayCounts): string => JSON.stringify([needAttention(of), toSendAndCheck(of)]);
      const isSame = shown(next) === shown(counts);
      counts = next;
      if (!isSame) redraw();
    },
    redraw,
    isShown: () => tray !== null,
  };
};
