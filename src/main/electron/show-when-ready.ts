/**
 * Shows a new window when its page has content.
 *
 * Electron's `ready-to-show` says so, but it needs a frame of a hidden window, and some systems draw none: Wayland
 * since Electron 38, and Windows with some versions (docs/shell-events.md). The window would never appear. So it is
 * also shown some time after its page was loaded.
 */
import type { BrowserWindow } from 'electron';

/** Where the event works, it comes before this time is over. */
export const SHOW_AFTER_LOAD_MS = 1_500;

/**
 * Calls `show` once, unless the window is closed before. It does not rely on the window's `show` event: macOS also
 * emits that when another window no longer covers this one.
 */
export const showWhenReady = (
  window: Pick<BrowserWindow, 'once'> & { webContents: Pick<BrowserWindow['webContents'], 'on'> },
  show: () => void,
): void => {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const showOnce = (): void => {
    if (isOver) return;
    end();
    show();
  };
  window.once('ready-to-show', showOnce);
  window.once('closed', end);
  // Electron also emits it for a load that failed, and when only the hash changes.
  window.webContents.on('did-stop-loading', () => {
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(showOnce, SHOW_AFTER_LOAD_MS);
  });
};
