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

export interface MainWindow {
  window: BrowserWindow;
  /** Shows the window; the first time maximized if it was. */
  reveal(): void;
}

/** Makes the hidden window. `maximize()` shows a hidden window at once, so it waits for the first `reveal`. */
export const createMainWindow = (options: WindowOptions): MainWindow => {
  const window = new BrowserWindow(windowOptions(options));
  let isToMaximize = options.place.find()?.maximized === true;
  options.place.watch(window);
  return {
    window,
    reveal: () => {
      if (isToMaximize) window.maximize();
      isToMaximize = false;
      window.show();
    },
  };
};
