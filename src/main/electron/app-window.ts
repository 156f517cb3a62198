/**
 * The app's window: made when it is needed, shown, and replaced by a page with an explanation if the core
 * does not run or the app's page keeps crashing (`stopped-page.ts`).
 */
import { app, clipboard, dialog, Menu, type BrowserWindow } from 'electron';
import type { Log } from '#core/ports/ports';
import type { RestartLimit } from '../node/restart-limit';
import { contextMenuTemplate } from './context-menu';
import { endHungLoads } from './end-hung-load';
import type { PlaceKeeper } from './keep-window-place';
import { APP_ORIGIN } from './security';
import { showWhenReady } from './show-when-ready';
import { onStoppedPageLinks, showStopped, type StoppedFacts } from './stopped-page';
import { createMainWindow, type MainWindow } from './window';
import type { ShellWords } from './words';

export interface AppWindow {
  /** The open window; null if there is none. */
  current(): BrowserWindow | null;
  /** Shows the window, and makes it if there is none. Does nothing while the app quits, or while it is kept hidden. */
  show(): void;
  /** Hides the window; returns false if there is none. */
  hide(): boolean;
  /** Hides the window like `hide`. Until `allowShow`, no click shows it or opens another one. */
  keepHidden(): boolean;
  allowShow(): void;
  /** Shows the app. The window may already exist and show the reason for a delay. */
  showApp(): void;
  /** Why the app's page is not shown; null if it is. */
  stopped(): StoppedFacts | null;
  /** Shows the explanation instead of the app, now or when the window is made. */
  stop(facts: StoppedFacts): void;
  /** The reason is over; the window shows the app at the next load. */
  endStop(): void;
  /** Loads the app's page again. */
  reload(): void;
}

export interface AppWindowOptions {
  preloadFile: string;
  place: PlaceKeeper;
  restartLimit: RestartLimit;
  words: () => ShellWords;
  log: Log;
  /** The window is hidden then, and what is typed into it could not be saved any more. */
  isQuitting: () => boolean;
  /** The user asks on the page with the explanation to start again. */
  restart: () => Promise<void>;
  openLogFolder: () => Promise<unknown>;
  onMade: (window: BrowserWindow) => void;
  onShown: () => void;
  onClosed: () => void;
}

export const createAppWindow = (options: AppWindowOptions): AppWindow => {
  const { words, log } = options;
  const logErrors = errorLogger(log);
  let window: BrowserWindow | null = null;
  let reveal: MainWindow['reveal'] = () => undefined;
  let stopped: StoppedFacts | null = null;
  let isKeptHidden = false;
  const mayShow = (): boolean => !options.isQuitting() && !isKeptHidden;

  const load = (target: BrowserWindow | null): void =>
    logErrors('the page was not loaded', target?.loadURL(`${APP_ORIGIN}/`));

  const stop = (facts: StoppedFacts): void => {
    stopped = facts;
    if (window) showStopped(window);
  };

  /**
   * Reloads the page, or shows a page that explains the repeated crash, so that the window is not empty. While Satchel
   * quits, the window is hidden, and a new page or a dialog would only delay the end.
   */
  const onPageCrash = (crashed: BrowserWindow, reason: string): void => {
    if (options.isQuitting()) return;
    if (options.restartLimit.allows()) return crashed.webContents.reload();
    const { pageStoppedTitle: title, pageStoppedBody: body, ok } = words();
    if (stopped === null) return stop({ title, body, detail: reason, coreRuns: true });
    // Even that page crashed.
    const shown = dialog.showMessageBox(crashed, {
      type: 'error',
      message: title,
      detail: body,
      buttons: [ok],
    });
    logErrors('the user was not told that the window stopped', shown);
  };

  const showContextMenu = (made: BrowserWindow, params: Electron.ContextMenuParams): void => {
    const template = contextMenuTemplate(params, words(), {
      copyText: (text) => void clipboard.writeText(text),
      replaceWord: (word) => made.webContents.replaceMisspelling(word),
      learnWord: (word) => void made.webContents.session.addWordToSpellCheckerDictionary(word),
    });
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window: made });
  };

  const make = (): BrowserWindow => {
    const { window: made, reveal: revealMade } = createMainWindow({
      preloadFile: options.preloadFile,
      developer: !app.isPackaged,
      place: options.place,
    });
    made.on('closed', () => {
      window = null;
      // The next window loads the page again.
      if (stopped?.coreRuns === true) stopped = null;
      options.onClosed();
    });
    made.on('show', options.onShown);
    showWhenReady(made, () => {
      if (mayShow()) revealMade();
    });
    reveal = revealMade;
    options.onMade(made);
    onStoppedPageLinks(made, {
      restart: () => logErrors('the core was not started again', options.restart()),
      openLogFolder: () => logErrors('the log folder was not opened', options.openLogFolder()),
    });
    made.webContents.on('context-menu', (_event, params) => showContextMenu(made, params));
    endHungLoads(made.webContents, () => log.error('the page did not load in time; its process was ended'));
    made.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      log.error('the window stopped', { reason, exitCode });
      if (reason !== 'clean-exit') onPageCrash(made, reason);
    });
    return made;
  };

  const show = (): void => {
    if (!mayShow()) return;
    if (window) {
      if (window.isMinimized()) window.restore();
      reveal();
      window.focus();
      return;
    }
    window = make();
    if (stopped) showStopped(window);
    else load(window);
  };

  const hide = (): boolean => {
    if (window) options.place.keep(window);
    window?.hide();
    return window !== null;
  };

  return {
    current: () => window,
    show,
    hide,
    keepHidden: () => {
      isKeptHidden = true;
      return hide();
    },
    allowShow: () => {
      isKeptHidden = false;
    },
    showApp: () => {
      if (window && !stopped) load(window);
      else show();
    },
    stopped: () => stopped,
    stop,
    endStop: () => {
      stopped = null;
    },
    reload: () => load(window),
  };
};

/** Runs tasks in the background; their errors only go to the log. */
export const errorLogger =
  (log: Log) =>
  (what: string, task: Promise<unknown> | undefined): void => {
    task?.catch((error: unknown) => log.warn(what, { error: String(error) }));
  };
