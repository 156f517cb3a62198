/**
 * Assembles the desktop app when Electron is ready: session and protocol, keychain, core, window, menu,
 * alerts. Each part knows only what it gets here.
 */
import { isObject } from '#shared/domain/is-object';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  app,
  ipcMain,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
} from 'electron';
import type { Log } from '#core/ports/ports';
import type { AppState } from '#shared/contract/accounts';
import { DESKTOP_KEY, type DesktopChoices, readDesktopChoices } from '#shared/contract/desktop-choices';
import { remindersWanted } from '#shared/domain/reminders';
import type { RecordLink, ShellCommand } from '#shared/contract/shell';
import { createRestartLimit } from '../node/restart-limit';
import { serveAppScheme } from './app-protocol';
import { createAppWindow, errorLogger, type AppWindow } from './app-window';
import { createCommandQueue } from './command-queue';
import { createDatabaseKeys } from './database-keys';
import { createDesktopActions, type DesktopActions } from './desktop-actions';
import { createDesktopCore, type DesktopCore } from './desktop-core';
import { forwardFrames } from './frames';
import { createPlaceKeeper } from './keep-window-place';
import { createKeyring } from './keyring';
import { menuTemplate } from './menu';
import { onPowerHints } from './power-hints';
import { quitAfterClose } from './quit';
import { startReminders, stayAwakeBy } from './reminders';
import { createSecretStore } from './secret-store';
import { createSavedFiles, type SavedFiles } from './saved-files';
import { confineSession, confineWindows } from './security';
import { createSessionEnd } from './session-end';
import { serveShell } from './shell-line';
import { createShellRouter } from './shell-router';
import { createAlerts } from './show-alerts';
import { checkSpelling, keepSpellingOff } from './spell-check';
import { STOPPED_PATH, stoppedPage, type StoppedFacts } from './stopped-page';
import { createTray, type TrayKeeper } from './tray';
import { shellLanguageOf, wordsOf, type ShellLanguage, type ShellWords } from './words';

export interface DesktopOptions {
  /** The URL of the entry file; the other built files are beside it. */
  bundle: string;
  dataDirectory: string;
  log: Log;
  openDemo: boolean;
  suggestedBaseUrl: string | null;
  undoSeconds: number;
}
export interface Desktop {
  focus(): void;
  openLink(link: RecordLink): void;
  /** Returns true if the user wants Satchel to keep running without a window. */
  staysInTray(): boolean;
}

export const startDesktop = async (options: DesktopOptions): Promise<Desktop> => {
  const { bundle, dataDirectory, log } = options;
  const { platform } = process;
  const language = createLanguage();
  const { words } = language;
  const commands = createCommandQueue();
  const savedFiles = createSavedFiles((delayMs, body) => void setTimeout(body, delayMs));
  confineApp(bundle, words, { stopped: () => window.stopped(), onOwnFile: savedFiles.begins });

  const keyring = createKeyring(safeStorage, platform);
  const secretStore = await createSecretStore(keyring, join(dataDirectory, 'secrets.json'));
  const outboxKeys = createDatabaseKeys(keyring, dataDirectory, 'outbox');
  const core = createDesktopCore({
    start: options,
    workerFile: new URL('./core-worker.js', bundle),
    secretStore,
    cacheKeys: createDatabaseKeys(keyring, dataDirectory),
    outboxKeys,
    // The page has its own: crashes of one must not stop the other.
    restartLimit: createRestartLimit(),
    window: () => window,
    words,
    log,
    onOutbox: (summary) => {
      alerts.onOutbox(settings.account(), summary);
      tray.setCounts(summary);
    },
    onApp: (state) => settings.apply(state),
  });
  const quitting = quitAfterClose(app, powerMonitor, { host: core.host, hideWindow: () => window.hide() });
  const sessionEnd = createSessionEnd(platform, quitting.sessionEnds);
  const window: AppWindow = createAppWindow({
    preloadFile: fileURLToPath(new URL('../preload/index.cjs', bundle)),
    place: createPlaceKeeper(join(dataDirectory, 'window.json'), screen),
    restartLimit: createRestartLimit(),
    words,
    log,
    isQuitting: quitting.hasBegun,
    restart: () => core.restart(),
    openLogFolder: () => actions.openLogFolder(),
    onMade: sessionEnd.watch,
    onShown: () => alerts.windowShown(),
    onClosed: () => {
      if (tray.isShown() && !quitting.hasBegun()) sessionEnd.watchWithoutWindow();
    },
  });
  const open = (command: ShellCommand): void => {
    commands.push(command);
    window.show();
  };

  const actions = createDesktopActions({
    dataDirectory,
    log,
    words,
    core,
    window,
    secretStore,
    outboxKeys,
  });
  const drawMenu = (): void => setMenu({ words: words(), actions, open, log });
  const alerts = createAlerts({
    app,
    platform,
    window: window.current,
    words,
    open,
    tell: commands.push,
  });
  const tray = createTray(platform, words, {
    open: window.show,
    openOutbox: () => open({ type: 'screen', screen: 'outbox' }),
    quit: () => app.quit(),
    syncNow: () => syncNow(core),
  });
  const settings = createAppSettings(language, tray, drawMenu);

  await core.start();
  forwardFrames(ipcMain, core.host);
  serveShell(ipcMain, createShellRouter({ commands, savedFile: savedFiles.outcome, ...actions }));
  core.connect();
  startReminders({
    due: (span) => core.client()?.followUps.due(span),
    wanted: settings.isReminding,
    remind: alerts.remind,
    now: Date.now,
    every: (intervalMs, body) => void setInterval(body, intervalMs),
    ...(platform === 'darwin' ? { stayAwake: stayAwakeBy(powerSaveBlocker) } : {}),
  });
  onPowerHints(powerMonitor, () => syncNow(core));
  app.setAboutPanelOptions({
    applicationName: 'Satchel',
    applicationVersion: app.getVersion(),
    copyright: 'Copyright © 2026 Satchel',
  });
  drawMenu();
  window.showApp();
  return {
    focus: window.show,
    openLink: (link) => open({ type: 'record', ...link }),
    staysInTray: () => tray.isShown(),
  };
};

/** Confines the session and all windows to the app's own pages, and serves these pages. */
const confineApp = (
  bundle: string,
  words: () => ShellWords,
  { stopped, onOwnFile }: { stopped: () => StoppedFacts | null; onOwnFile: SavedFiles['begins'] },
): void => {
  keepSpellingOff(app, process.platform);
  confineSession(session.defaultSession, onOwnFile);
  checkSpelling(session.defaultSession, process.platform, []);
  confineWindows(app, shell);
  serveAppScheme(protocol, fileURLToPath(new URL('../renderer', bundle)), {
    [STOPPED_PATH]: () => {
      const facts = { title: words().stoppedTitle, body: words().stoppedBody, detail: '' };
      return stoppedPage(stopped() ?? facts, words());
    },
  });
};

interface Language {
  words(): ShellWords;
  /** Applies the user's choice, or the system's language without one. Returns true if the language changed. */
  choose(chosen: unknown): boolean;
}

const createLanguage = (): Language => {
  let language: ShellLanguage = shellLanguageOf(app.getLocale());
  return {
    words: () => wordsOf(language),
    choose: (chosen) => {
      const next = shellLanguageOf(chosen ?? app.getLocale());
      if (next === language) return false;
      language = next;
      return true;
    },
  };
};

interface MenuParts {
  words: ShellWords;
  actions: DesktopActions;
  open: (command: ShellCommand) => void;
  log: Log;
}

const setMenu = ({ words, actions, open, log }: MenuParts): void => {
  const logErrors = errorLogger(log);
  const facts = {
    words,
    platform: process.platform,
    version: app.getVersion(),
    developer: !app.isPackaged,
    updates: actions.hasUpdates,
  };
  const template = menuTemplate(facts, {
    command: open,
    openLogFolder: () => logErrors('the log folder was not opened', actions.openLogFolder()),
    saveDiagnostics: () => logErrors('the report was not saved', actions.saveDiagnostics()),
    checkUpdates: () => logErrors('updates were not looked for', actions.checkUpdates()),
    about: () => app.showAboutPanel(),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
};

interface AppSettings {
  /** Applies the account and the settings of the app's state to the shell. */
  apply(state: AppState): void;
  /** The id of the open account. */
  account(): string | null;
  isReminding(): boolean;
}

const createAppSettings = (language: Language, tray: TrayKeeper, drawMenu: () => void): AppSettings => {
  let account: string | null = null;
  let isReminding = false;
  let spelling = '';

  const applyChoices = (choices: DesktopChoices): void => {
    tray.want(choices.tray);
    if (choices.spelling.join() === spelling) return;
    spelling = choices.spelling.join();
    checkSpelling(session.defaultSession, process.platform, choices.spelling);
  };

  return {
    apply: (state) => {
      account = state.account?.id ?? null;
      isReminding = remindersWanted(state.settings);
      applyChoices(readDesktopChoices(state.settings[DESKTOP_KEY]));
      const { ui } = state.settings;
      if (!language.choose(isObject(ui) ? ui.language : null)) return;
      drawMenu();
      tray.redraw();
    },
    account: () => account,
    isReminding: () => isReminding,
  };
};

const syncNow = (core: DesktopCore): void =>
  void core
    .client()
    ?.sync.start()
    .catch(() => undefined);
