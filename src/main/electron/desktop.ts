/**
 * Assembles the desktop app when Electron is ready: session and protocol, keychain, core, window, menu,
 * alerts. Each part knows only what it gets here.
 */
import { isObject } from '#shared/domain/is-object';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  app,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  type BrowserWindow,
  type Session,
} from 'electron';
import type { Log } from '#core/ports/ports';
import { DESKTOP_KEY, type DesktopChoices, readDesktopChoices } from '#shared/contract/desktop-choices';
import { remindersWanted } from '#shared/domain/reminders';
import type { RecordLink, ShellCommand } from '#shared/contract/shell';
import { backupOutboxes } from '../node/backup-outboxes';
import { CoreHost } from '../node/core-host';
import { createRestartLimit } from '../node/restart-limit';
import { serveAppScheme } from './app-protocol';
import { createCommandQueue } from './command-queue';
import { contextMenuTemplate } from './context-menu';
import { watchCore } from './core-watch';
import { forwardFrames } from './frames';
import { createPlaceKeeper } from './keep-window-place';
import { createDatabaseKeys } from './database-keys';
import { createSecretStore } from './secret-store';
import { endHungLoads } from './end-hung-load';
import { menuTemplate } from './menu';
import { hearPower } from './power-hints';
import { quitAfterClose } from './quit';
import { createSessionEnd } from './session-end';
import { writeDiagnostics } from './save-diagnostics';
import { savePdf } from './save-pdf';
import { APP_ORIGIN, confineSession, confineWindows } from './security';
import { serveShell } from './shell-line';
import { createShellRouter } from './shell-router';
import { checkSpelling, spellingLanguages } from './spell-check';
import { startReminders } from './reminders';
import { createAlerts } from './show-alerts';
import { READ_PARTITION, readThroughSession } from './system-read';
import { hearStoppedPage, showStopped, STOPPED_PATH, stoppedPage, type StoppedFacts } from './stopped-page';
import { canUpdate, createUpdates } from './updates';
import { createTray } from './tray';
import { createMainWindow } from './window';
import { languageOf, wordsOf, type ShellLanguage } from './words';

declare const __SATCHEL_SIGNED__: boolean;

export interface DesktopOptions {
  /** The URL of the entry file; the other built files are beside it. */ bundle: string;
  dataDirectory: string;
  log: Log;
  openDemo: boolean;
  suggestedBaseUrl: string | null;
  undoSeconds: number;
}
export interface Desktop {
  focus(): void;
  openLink(link: RecordLink): void;
  /** Returns true if the user wants Satchel to keep running without a window. */ staysInTray(): boolean;
}

export const startDesktop = async ({
  bundle,
  dataDirectory,
  log,
  openDemo,
  suggestedBaseUrl,
  undoSeconds,
}: DesktopOptions): Promise<Desktop> => {
  const { platform } = process;
  const beside = (path: string): URL => new URL(path, bundle);
  const logFolder = join(dataDirectory, 'logs');
  let language: ShellLanguage = languageOf(app.getLocale());
  let account: string | null = null;
  let stopped: StoppedFacts | null = null;
  let window: BrowserWindow | null = null;
  const words = () => wordsOf(language);
  const commands = createCommandQueue();
  const limit = createRestartLimit();
  const place = createPlaceKeeper(join(dataDirectory, 'window.json'), screen);

  confineSession(session.defaultSession);
  checkSpelling(session.defaultSession, platform, []);
  confineWindows(app, shell);
  serveAppScheme(protocol, fileURLToPath(beside('../renderer')), {
    [STOPPED_PATH]: () =>
      stoppedPage(stopped ?? { title: words().stoppedTitle, body: words().stoppedBody, detail: '' }, words()),
  });

  const reads = (): Session => {
    const made = session.fromPartition(READ_PARTITION, { cache: false });
    checkSpelling(made, platform, []);
    return made;
  };
  const secretStore = await createSecretStore(safeStorage, join(dataDirectory, 'secrets.json'), platform);
  const outboxKeys = createDatabaseKeys(safeStorage, dataDirectory, 'outbox');
  const host = new CoreHost({
    workerFile: beside('./core-worker.js'),
    secrets: secretStore,
    databaseKeys: createDatabaseKeys(safeStorage, dataDirectory),
    outboxKeys,
    onEncrypting: () => {
      if (window) return;
      stopped = { title: words().encryptingTitle, body: words().encryptingBody, detail: '', passes: true };
      show();
    },
    data: {
      dataDirectory,
      shell: 'electron',
      platform,
      version: app.getVersion(),
      secretStorage: secretStore.storage,
      openDemo,
      suggestedBaseUrl,
      undoSeconds,
    },
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    readThroughShell: (request) => readThroughSession(reads(), request),
    onCrash: (message) => {
      log.error('the core stopped', { message });
      if (limit.allows()) return 'restart';
      stop({ title: words().stoppedTitle, body: words().stoppedBody, detail: message });
      return 'stop';
    },
  });

  const sessionEnd = createSessionEnd(platform, quitAfterClose(app, powerMonitor, host).sessionEnds);

  const stop = (facts: StoppedFacts): void => {
    stopped = facts;
    if (window) showStopped(window);
  };
  /** Reloads the page, or shows a page that explains the repeated crash, so that the window is not empty. */
  const pageStopped = (of: BrowserWindow, reason: string): void => {
    if (limit.allows()) return of.webContents.reload();
    const { pageStoppedTitle: title, pageStoppedBody: body, ok } = words();
    if (stopped === null) return stop({ title, body, detail: reason, coreRuns: true });
    // Even that page crashed.
    const told = dialog.showMessageBox(of, { type: 'error', message: title, detail: body, buttons: [ok] });
    heard('the user was not told that the window stopped', told);
  };
  const openLogFolder = async (): Promise<boolean> => (await shell.openPath(logFolder)) === '';
  /** Runs a task that nobody waits for; its errors only go to the log. */
  const heard = (what: string, task: Promise<unknown> | undefined): void => {
    task?.catch((error: unknown) => log.warn(what, { error: String(error) }));
  };
  const start = async (): Promise<void> => {
    try {
      await host.start();
      stopped = null;
    } catch (error) {
      log.error('the core did not start', { error });
      stop({
        title: words().startFailedTitle,
        body: words().startFailedBody,
        detail: error instanceof Error ? error.message : '',
      });
    }
  };
  const restart = async (): Promise<void> => {
    if (stopped?.coreRuns === true) stopped = null;
    else await start();
    // An existing connection was already told to reconnect.
    if (stopped === null && core.client() === null) watch();
    if (stopped === null) heard('the page was not loaded', window?.loadURL(`${APP_ORIGIN}/`));
  };

  const show = (): void => {
    if (window) {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      return;
    }
    const made = createMainWindow({
      preloadFile: fileURLToPath(beside('../preload/index.cjs')),
      developer: !app.isPackaged,
      place,
    });
    window = made;
    made.on('closed', () => {
      window = null;
      // The next window loads the page again.
      if (stopped?.coreRuns === true) stopped = null;
      if (tray.isShown()) sessionEnd.hearWithoutWindow();
    });
    made.on('show', () => alerts.windowShown());
    sessionEnd.hear(made);
    hearStoppedPage(made, {
      restart: () => heard('the core was not started again', restart()),
      openLogFolder: () => heard('the log folder was not opened', openLogFolder()),
    });
    made.webContents.on('context-menu', (_event, params) => {
      const template = contextMenuTemplate(params, words(), {
        copyText: (text) => void clipboard.writeText(text),
        replaceWord: (word) => made.webContents.replaceMisspelling(word),
        learnWord: (word) => void made.webContents.session.addWordToSpellCheckerDictionary(word),
      });
      if (template.length > 0) Menu.buildFromTemplate(template).popup({ window: made });
    });
    endHungLoads(made.webContents, () => log.error('the page stood still while it loaded'));
    made.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      log.error('the window stopped', { reason, exitCode });
      if (reason !== 'clean-exit') pageStopped(made, reason);
    });
    if (stopped) showStopped(made);
    else heard('the page was not loaded', made.loadURL(`${APP_ORIGIN}/`));
  };
  /** The window may already exist and show the reason for the delay. */
  const showApp = (): void => {
    if (window && !stopped) heard('the page was not loaded', window.loadURL(`${APP_ORIGIN}/`));
    else show();
  };
  const open = (command: ShellCommand): void => {
    commands.push(command);
    show();
  };

  /**
   * The proposed folder for files. Electron throws if the system has none; then the save dialog chooses one.
   */
  const documents = (): string => {
    try {
      return app.getPath('documents');
    } catch {
      return '';
    }
  };
  const saveDiagnostics = async (): Promise<boolean> => {
    const options = {
      defaultPath: join(documents(), 'satchel-report.json'),
      filters: [{ name: 'JSON', extensions: ['json'] }],
    };
    const { canceled, filePath } = await (window
      ? dialog.showSaveDialog(window, options)
      : dialog.showSaveDialog(options));
    if (canceled || filePath === '') return false;
    const facts = {
      version: app.getVersion(),
      platform,
      arch: process.arch,
      electron: process.versions.electron,
      chrome: process.versions.chrome,
      node: process.versions.node,
      keychain: secretStore.storage,
    };
    const written = writeDiagnostics(filePath, {
      logFolder,
      facts,
      core: async () => {
        const diagnostics = core.client()?.diagnostics;
        return diagnostics && { ...(await diagnostics.get()), storage: await diagnostics.storage() };
      },
    });
    try {
      await written;
      return true;
    } catch (error) {
      log.error('the report was not saved', { error });
      await dialog.showMessageBox({
        type: 'error',
        message: words().reportFailed,
        detail: words().reportFailedDetail,
        buttons: [words().ok],
      });
      return false;
    }
  };
  const updates = canUpdate({
    signed: __SATCHEL_SIGNED__,
    packaged: app.isPackaged,
    hasFeed: existsSync(join(process.resourcesPath ?? '', 'app-update.yml')),
    hasUninstaller: existsSync(join(dirname(process.execPath), 'Uninstall Satchel.exe')),
    platform,
    env: process.env,
    file: process.execPath,
  });
  const checkUpdates = createUpdates({
    app,
    platform,
    dialog,
    words,
    load: async () => (await import('electron-updater')).default.autoUpdater,
    backup: async () =>
      void (await backupOutboxes({
        dataDirectory,
        version: app.getVersion(),
        now: Date.now(),
        keyOf: outboxKeys.get,
      })),
    closeCore: () => host.close(),
    reopenCore: start,
    logError: log.error,
  });
  const drawMenu = (): void => {
    const template = menuTemplate(
      { words: words(), platform, version: app.getVersion(), developer: !app.isPackaged, updates },
      {
        command: open,
        openLogFolder: () => heard('the log folder was not opened', openLogFolder()),
        saveDiagnostics: () => heard('the report was not saved', saveDiagnostics()),
        checkUpdates: () => heard('updates were not looked for', checkUpdates()),
        about: () => app.showAboutPanel(),
      },
    );
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };

  const alerts = createAlerts({ app, platform, window: () => window, words, open });
  const tray = createTray(platform, words, {
    open: () => show(),
    openOutbox: () => open({ type: 'screen', screen: 'outbox' }),
    quit: () => app.quit(),
    syncNow: () =>
      void core
        .client()
        ?.sync.start()
        .catch(() => undefined),
  });
  let spelling = '';
  const adopt = (choices: DesktopChoices): void => {
    tray.want(choices.tray);
    if (choices.spelling.join() === spelling) return;
    spelling = choices.spelling.join();
    checkSpelling(session.defaultSession, platform, choices.spelling);
  };
  let reminders = false;
  let core: ReturnType<typeof watchCore>;
  const watch = (): void => {
    core = watchCore({
      host,
      onOutbox: (summary) => {
        alerts.hear(account, summary);
        tray.hear(summary.waiting);
      },
      onApp: (state) => {
        account = state.account?.id ?? null;
        reminders = remindersWanted(state.settings);
        adopt(readDesktopChoices(state.settings[DESKTOP_KEY]));
        const { ui } = state.settings;
        const chosen = languageOf((isObject(ui) ? ui.language : null) ?? app.getLocale());
        if (chosen === language) return;
        language = chosen;
        drawMenu();
        tray.redraw();
      },
    });
  };

  await start();
  forwardFrames(ipcMain, host);
  serveShell(
    ipcMain,
    createShellRouter({
      commands,
      openLogFolder,
      saveDiagnostics,
      features: () => ({
        tray: platform !== 'darwin',
        spelling: spellingLanguages(session.defaultSession, platform),
        // macOS shows no notifications of an unsigned program.
        notifications: platform !== 'darwin' || __SATCHEL_SIGNED__,
      }),
      savePdf: async (name) =>
        window
          ? savePdf(name, {
              window,
              dialog,
              folder: documents(),
              onError: (cause) => log.error('the PDF was not saved', { cause: String(cause) }),
            })
          : 'failed',
    }),
  );
  watch();
  startReminders({
    due: (span) => core.client()?.followUps.due(span),
    wanted: () => reminders,
    remind: alerts.remind,
    now: Date.now,
    every: (intervalMs, body) => void setInterval(body, intervalMs),
  });
  hearPower(
    powerMonitor,
    () =>
      void core
        .client()
        ?.sync.start()
        .catch(() => undefined),
  );
  app.setAboutPanelOptions({
    applicationName: 'Satchel',
    applicationVersion: app.getVersion(),
    copyright: 'Copyright © 2026 Satchel',
  });
  drawMenu();
  app.on('activate', show);
  showApp();
  return {
    focus: show,
    openLink: (link) => open({ type: 'record', ...link }),
    staysInTray: () => tray.isShown(),
  };
};
