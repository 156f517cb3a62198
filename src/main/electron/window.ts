/** The one window: sandboxed, isolated, without Node, shown when it has something to show. */
import { BrowserWindow, nativeTheme } from 'electron';
import { APP_ORIGIN } from './security';

export const createMainWindow = (preloadFile: string): BrowserWindow => {
  const window = new BrowserWindow({
    width: 1280, height: 820, minWidth: 760, minHeight: 520, show: false, title: 'Satchel',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16171a' : '#fbfaf8',
    webPreferences: {
      preload: preloadFile, sandbox: true, contextIsolation: true, nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false,
      webSecurity: true, allowRunningInsecureContent: false, webviewTag: false, navigateOnDragDrop: false, spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL(`${APP_ORIGIN}/`);
  return window;
};
