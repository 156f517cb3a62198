/**
 * Windows reports the end of its session only to windows. While Satchel runs in the tray without a window, a
 * hidden window receives it. `query-session-end` is ignored, because the session may continue.
 */
import { BaseWindow, type BrowserWindow } from 'electron';

export interface SessionEnd {
  /** Listens on the app's window. */
  watch(window: BrowserWindow): void;
  /**
   * The window is closed and the app keeps running: listens on a hidden window. Do not call while the app quits:
   * Electron ends the app only when no window is left.
   */
  watchWithoutWindow(): void;
}

export const createSessionEnd = (platform: NodeJS.Platform, ended: () => void): SessionEnd => {
  let hidden: BaseWindow | null = null;
  return {
    watch: (window) => {
      if (platform !== 'win32') return;
      window.on('session-end', ended);
      hidden?.destroy();
      hidden = null;
    },
    watchWithoutWindow: () => {
      if (platform !== 'win32' || hidden) return;
      hidden = new BaseWindow({ show: false, skipTaskbar: true, title: 'Satchel' });
      hidden.on('session-end', ended);
    },
  };
};
