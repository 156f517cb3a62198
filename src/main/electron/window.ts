/** The only window: sandboxed, isolated, without Node, at its last position. */
import { BrowserWindow, nativeTheme, type BrowserWindowConstructorOptions } from 'electron';
import type { PlaceKeeper } from './keep-window-place';

const DEFAULT_SIZE = { width: 1280, height: 820 };

export interface WindowOptions {
  preloadFile: string;
  developer: boolean;
  place: PlaceKeeper;
}

export const windowOptions = ({
  preloadFile,
  developer,
  place,
}: WindowOptions): BrowserWindowConstructorOptions => ({
  ...DEFAULT_SIZE,
  ...place.find()?.bounds,
  minWidth: 760,
  minHeight: 520,
  show: false,
  title: 'Satchel',
  backgroundColor: nativeTheme.shouldUseDarkColors ? '#16171a' : '#fbfaf8',
  webPreferences: {
    preload: preloadFile,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    devTools: developer,
    // The session decides which languages are checked (spell-check.ts).
    spellcheck: true,
  },
});

export const createMainWindow = (options: WindowOptions): BrowserWindow => {
  const window = new BrowserWindow(windowOptions(options));
  if (options.place.find()?.maximized === true) window.maximize();
  options.place.watch(window);
  return window;
};
