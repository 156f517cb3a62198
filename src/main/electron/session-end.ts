/**
 * Windows tells the end of its session to windows alone. While Satchel stays in the tray without one, a
 * window that nobody sees hears it. (A vote on `query-session-end` is left to others: the session may go on,
 * and then so must Satchel.)
 */
import { BaseWindow, type BrowserWindow } from 'electron';

export interface SessionEnd {
  /** The app's window is there. */
  hear(window: BrowserWindow): void;
  /** It is gone, and the app goes on. */
  hearWithoutWindow(): void;
}

export const createSessionEnd = (platform: NodeJS.Platform, ended: () => void): SessionEnd => {
  let hidden: BaseWindow | null = null;
  return {
    hear: (window) => {
      if (platform !== 'win32') return;
      window.on('session-end', ended);
      hidden?.destroy();
      hidden = null;
    },
    hearWithoutWindow: () => {
      if (platform !== 'win32' || hidden) return;
      hidden = new BaseWindow({ show: false, skipTaskbar: true, title: 'Satchel' });
      hidden.on('session-end', ended);
    },
  };
};
