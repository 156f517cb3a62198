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
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
} from 'electron';
import type { Log } from '#core/ports/ports';
import { DESKTOP_KEY, type DesktopChoices, readDesktopChoices } from '#shared/contract/desktop-choices';
import { remindersWanted } from '#shared/domain/reminders';
import type { RecordLink, ShellCommand } from '#shared/contract/shell';
import { backupOutboxes } from '../node/backup-outboxes';
import { CoreHost } from '../node/core-host';
import { createRestartLimit } from '../node/restart-limit';
import { serveAppScheme } from './app-protocol';
import { createAppWindow, errorLogger, type AppWindow } from './app-window';
import { createCommandQueue } from './command-queue';
import { watchCore } from './core-watch';
import { createDatabaseKeys } from './database-keys';
import { forwardFrames } from './frames';
import { createPlaceKeeper } from './keep-window-place';
import { menuTemplate } from './menu';
import { onPowerHints } from './power-hints';
import { quitAfterClose } from './quit';
import { startReminders } from './reminders';
import { saveReport } from './save-diagnostics';
import { savePdf } from './save-pdf';
import { createSecretStore, type SecretStore } from './secret-store';
import { confineSession, confineWindows } from './security';
import { createSessionEnd } from './session-end';
import { serveShell } from './shell-line';
import { createShellRouter } from './shell-router';
import { createAlerts } from './show-alerts';
import { checkSpelling, spellingLanguages } from './spell-check';
import { STOPPED_PATH, stoppedPage } from './stopped-page';
import { readSession, readThroughSession } from './system-read';
import { createTray } from './tray';
import { canUpdate, createUpdates } from './updates';
import { shellLanguageOf, wordsOf, type ShellLanguage, type ShellWords } from './words';

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

export const startDesktop = async (options: DesktopOptions): Promise<Desktop> => {
  const { bundle, dataDirectory, log } = options;
  const { platform } = process;
  const beside = (path: string): URL => new URL(path, bundle);
  const logFolder = join(dataDirectory, 'logs');
  const logErrors = errorLogger(log);
  let language: ShellLanguage = shellLanguageOf(app.getLocale());
  let account: string | null = null;
  let isReminding = false;
  const words = (): ShellWords => wordsOf(language);
  const commands = createCommandQueue();
  const restartLimit = createRestartLimit();
  const openLogFolder = async (): Promise<boolean> => (await shell.openPath(logFolder)) === '';

  confineSession(session.defaultSession);
  checkSpelling(session.defaultSession, platform, []);
  confineWindows(app, shell);
  serveAppScheme(protocol, fileURLToPath(beside('../renderer')), {
    [STOPPED_PATH]: () => {
      const facts = { title: words().stoppedTitle, body: words().stoppedBody, detail: '' };
      return stoppedPage(window.stopped() ?? facts, words());
    },
  });

  const secretStore = await createSecretStore(safeStorage, join(dataDirectory, 'secrets.json'), platform);
  const outboxKeys = createDatabaseKeys(safeStorage, dataDirectory, 'outbox');
  const host = createHost({
    options,
    workerFile: beside('./core-worker.js'),
    secretStore,
    outboxKeys,
    onEncrypting: () => {
      if (window.current()) return;
      window.stop({ title: words().encryptingTitle, body: words().encryptingBody, detail: '', passes: true });
      window.show();
    },
    onCrash: (message) => {
      log.error('the core stopped', { message });
      if (restartLimit.allows()) return 'restart';
      window.stop({ title: words().stoppedTitle, body: words().stoppedBody, detail: message });
      return 'stop';
    },
  });
  const sessionEnd = createSessionEnd(platform, quitAfterClose(app, powerMonitor, host).sessionEnds);

  const start = async (): Promise<void> => {
    try {
      await host.start();
      window.endStop();
    } catch (error) {
      log.error('the core did not start', { error });
      window.stop({
        title: words().startFailedTitle,
        body: words().startFailedBody,
        detail: error instanceof Error ? error.message : '',
      });
    }
  };
  const restart = async (): Promise<void> => {
    if (window.stopped()?.coreRuns === true) window.endStop();
    else await start();
    if (window.stopped() !== null) return;
    // An existing connection was already told to reconnect.
    if (core.client() === null) watch();
    window.reload();
  };

  const window: AppWindow = createAppWindow({
    preloadFile: fileURLToPath(beside('../preload/index.cjs')),
    place: createPlaceKeeper(join(dataDirectory, 'window.json'), screen),
    restartLimit,
    words,
    log,
    restart,
    openLogFolder,
    onMade: sessionEnd.watch,
    onShown: () => alerts.windowShown(),
    onClosed: () => {
      if (tray.isShown()) sessionEnd.watchWithoutWindow();
    },
  });
  const open = (command: ShellCommand): void => {
    commands.push(command);
    window.show();
  };

  const saveDiagnostics = (): Promise<boolean> =>
    saveReport({
      dialog,
      window: window.current(),
      folder: documentsFolder(),
      words: words(),
      logError: log.error,
      logFolder,
      facts: {
        version: app.getVersion(),
        platform,
        arch: process.arch,
        electron: process.versions.electron,
        chrome: process.versions.chrome,
        node: process.versions.node,
        keychain: secretStore.storage,
      },
      core: async () => {
        const diagnostics = core.client()?.diagnostics;
        return diagnostics && { ...(await diagnostics.get()), storage: await diagnostics.storage() };
      },
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
  const updates = hasUpdates();
  const drawMenu = (): void => {
    const template = menuTemplate(
      { words: words(), platform, version: app.getVersion(), developer: !app.isPackaged, updates },
      {
        command: open,
        openLogFolder: () => logErrors('the log folder was not opened', openLogFolder()),
        saveDiagnostics: () => logErrors('the report was not saved', saveDiagnostics()),
        checkUpdates: () => logErrors('updates were not looked for', checkUpdates()),
        about: () => app.showAboutPanel(),
      },
    );
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };

  const syncNow = (): void =>
    void core
      .client()
      ?.sync.start()
      .catch(() => undefined);
  const alerts = createAlerts({ app, platform, window: window.current, words, open });
  const tray = createTray(platform, words, {
    open: window.show,
    openOutbox: () => open({ type: 'screen', screen: 'outbox' }),
    quit: () => app.quit(),
    syncNow,
  });
  let spelling = '';
  const applyChoices = (choices: DesktopChoices): void => {
    tray.want(choices.tray);
    if (choices.spelling.join() === spelling) return;
    spelling = choices.spelling.join();
    checkSpelling(session.defaultSession, platform, choices.spelling);
  };
  let core: ReturnType<typeof watchCore>;
  const watch = (): void => {
    core = watchCore({
      host,
      onOutbox: (summary) => {
        alerts.onOutbox(account, summary);
        tray.setWaiting(summary.waiting);
      },
      onApp: (state) => {
        account = state.account?.id ?? null;
        isReminding = remindersWanted(state.settings);
        applyChoices(readDesktopChoices(state.settings[DESKTOP_KEY]));
        const { ui } = state.settings;
        const chosen = shellLanguageOf((isObject(ui) ? ui.language : null) ?? app.getLocale());
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
      savePdf: async (name) => {
        const current = window.current();
        if (!current) return 'failed';
        return savePdf(name, {
          window: current,
          dialog,
          folder: documentsFolder(),
          onError: (cause) => log.error('the PDF was not saved', { cause: String(cause) }),
        });
      },
    }),
  );
  watch();
  startReminders({
    due: (span) => core.client()?.followUps.due(span),
    wanted: () => isReminding,
    remind: alerts.remind,
    now: Date.now,
    every: (intervalMs, body) => void setInterval(body, intervalMs),
  });
  onPowerHints(powerMonitor, syncNow);
  app.setAboutPanelOptions({
    applicationName: 'Satchel',
    applicationVersion: app.getVersion(),
    copyright: 'Copyright © 2026 Satchel',
  });
  drawMenu();
  app.on('activate', window.show);
  window.showApp();
  return {
    focus: window.show,
    openLink: (link) => open({ type: 'record', ...link }),
    staysInTray: () => tray.isShown(),
  };
};

interface HostParts {
  options: DesktopOptions;
  workerFile: URL;
  secretStore: SecretStore;
  outboxKeys: ReturnType<typeof createDatabaseKeys>;
  onEncrypting: () => void;
  onCrash: (message: string) => 'restart' | 'stop';
}

const createHost = ({ options, workerFile, secretStore, outboxKeys, onEncrypting, onCrash }: HostParts) =>
  new CoreHost({
    workerFile,
    secrets: secretStore,
    databaseKeys: createDatabaseKeys(safeStorage, options.dataDirectory),
    outboxKeys,
    onEncrypting,
    data: {
      dataDirectory: options.dataDirectory,
      shell: 'electron',
      platform: process.platform,
      version: app.getVersion(),
      secretStorage: secretStore.storage,
      openDemo: options.openDemo,
      suggestedBaseUrl: options.suggestedBaseUrl,
      undoSeconds: options.undoSeconds,
    },
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    readThroughShell: (request) => readThroughSession(readSession(session), request),
    onCrash,
  });

const hasUpdates = (): boolean =>
  canUpdate({
    signed: __SATCHEL_SIGNED__,
    packaged: app.isPackaged,
    hasFeed: existsSync(join(process.resourcesPath ?? '', 'app-update.yml')),
    hasUninstaller: existsSync(join(dirname(process.execPath), 'Uninstall Satchel.exe')),
    platform: process.platform,
    env: process.env,
    file: process.execPath,
  });

/** The proposed folder for files. Electron throws if the system has none; then the save dialog chooses one. */
const documentsFolder = (): string => {
  try {
    return app.getPath('documents');
  } catch {
    return '';
  }
};
