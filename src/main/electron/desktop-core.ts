/**
 * The core of the desktop app: its process, its start and restart, and the shell's own connection to it. While
 * the core does not run, the window explains why.
 */
import { app, session } from 'electron';
import type { Log } from '#core/ports/ports';
import { CoreHost } from '../node/core-host';
import type { RestartLimit } from '../node/restart-limit';
import type { AppWindow } from './app-window';
import { watchCore, type CoreClientOfShell, type CoreWatchOptions } from './core-watch';
import type { createDatabaseKeys } from './database-keys';
import type { SecretStore } from './secret-store';
import { readSession, readThroughSession } from './system-read';
import type { ShellWords } from './words';

export interface DesktopCore {
  host: CoreHost;
  /** Starts the core. If that fails, the window explains it. Never rejects. */
  start(): Promise<void>;
  /** Starts the core again, or only the app's page if the core runs. */
  restart(): Promise<void>;
  /** Connects the shell to the core, if it is not connected. */
  connect(): void;
  /** Null while the core does not run. */
  client(): CoreClientOfShell | null;
}

export interface CoreStart {
  dataDirectory: string;
  openDemo: boolean;
  suggestedBaseUrl: string | null;
  undoSeconds: number;
}

export interface DesktopCoreOptions extends Omit<CoreWatchOptions, 'host' | 'onError'> {
  start: CoreStart;
  workerFile: URL;
  secretStore: SecretStore;
  cacheKeys: ReturnType<typeof createDatabaseKeys>;
  outboxKeys: ReturnType<typeof createDatabaseKeys>;
  restartLimit: RestartLimit;
  /** A function, because the window is created after the core: it needs the core's `restart`. */
  window: () => AppWindow;
  words: () => ShellWords;
  log: Log;
}

export const createDesktopCore = (options: DesktopCoreOptions): DesktopCore => {
  const { window, words, log } = options;
  let isFirstStart = true;
  const host = createHost(options, () => isFirstStart);
  let watched: ReturnType<typeof watchCore> | null = null;
  const client = (): CoreClientOfShell | null => watched?.client() ?? null;

  const connect = (): void => {
    // An existing connection reconnects by itself.
    if (client() !== null) return;
    watched = watchCore({
      host,
      onOutbox: options.onOutbox,
      onApp: options.onApp,
      onError: (error) => log.warn('the shell did not follow the core', { error: String(error) }),
    });
  };

  const start = async (): Promise<void> => {
    try {
      await host.start();
      window().endStop();
    } catch (error) {
      log.error('the core did not start', { error });
      window().stop({
        title: words().startFailedTitle,
        body: words().startFailedBody,
        detail: error instanceof Error ? error.message : '',
      });
    } finally {
      isFirstStart = false;
    }
  };

  return {
    host,
    start,
    restart: async () => {
      if (window().stopped()?.coreRuns === true) window().endStop();
      else await start();
      if (window().stopped() !== null) return;
      connect();
      window().reload();
    },
    connect,
    client,
  };
};

const createHost = (options: DesktopCoreOptions, isFirstStart: () => boolean): CoreHost => {
  const { start, secretStore, restartLimit, window, words, log } = options;
  return new CoreHost({
    workerFile: options.workerFile,
    secrets: secretStore,
    databaseKeys: options.cacheKeys,
    outboxKeys: options.outboxKeys,
    onEncrypting: () => {
      // Later there may be no window because the user closed it: nobody waits, and no message says when it is done.
      if (!isFirstStart() || window().current()) return;
      const { encryptingTitle: title, encryptingBody: body } = words();
      window().stop({ title, body, detail: '', passes: true });
      window().show();
    },
    data: {
      dataDirectory: start.dataDirectory,
      shell: 'electron',
      platform: process.platform,
      version: app.getVersion(),
      secretStorage: secretStore.storage,
      openDemo: start.openDemo,
      suggestedBaseUrl: start.suggestedBaseUrl,
      undoSeconds: start.undoSeconds,
    },
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    readThroughShell: (request) => readThroughSession(readSession(session), request),
    onCrash: (message) => {
      log.error('the core stopped', { message });
      if (restartLimit.allows()) return 'restart';
      window().stop({ title: words().stoppedTitle, body: words().stoppedBody, detail: message });
      // Show the window even if the app runs in the tray, because nothing is sent any more.
      window().show();
      return 'stop';
    },
  });
};
