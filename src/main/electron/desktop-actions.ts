/**
 * What the menu and the app's page ask of the shell: the log folder, the report for the support, a PDF of the
 * page, updates, and which features this system has.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, dialog, session, shell } from 'electron';
import type { Log } from '#core/ports/ports';
import { backupOutboxes } from '../node/backup-outboxes';
import type { AppWindow } from './app-window';
import type { createDatabaseKeys } from './database-keys';
import type { DesktopCore } from './desktop-core';
import { openLogFolder } from './open-log-folder';
import { saveReport } from './save-diagnostics';
import { savePdf } from './save-pdf';
import type { SecretStore } from './secret-store';
import type { ShellActions } from './shell-router';
import { spellingLanguages } from './spell-check';
import { canUpdate, createUpdates } from './updates';
import type { ShellWords } from './words';

declare const __SATCHEL_SIGNED__: boolean;

export interface DesktopActions extends Omit<ShellActions, 'commands' | 'savedFile'> {
  /** This copy can update itself. */
  hasUpdates: boolean;
  checkUpdates(): Promise<void>;
}

export interface DesktopActionsOptions {
  dataDirectory: string;
  log: Log;
  words: () => ShellWords;
  core: DesktopCore;
  window: Pick<AppWindow, 'current' | 'show' | 'keepHidden' | 'allowShow'>;
  secretStore: Pick<SecretStore, 'storage'>;
  outboxKeys: ReturnType<typeof createDatabaseKeys>;
}

export const createDesktopActions = (options: DesktopActionsOptions): DesktopActions => {
  const { dataDirectory, log, window } = options;
  const { platform } = process;
  const logFolder = join(dataDirectory, 'logs');
  return {
    openLogFolder: () =>
      openLogFolder({
        folder: logFolder,
        openPath: (folder) => shell.openPath(folder),
        dialog,
        words: options.words(),
        log,
      }),
    saveDiagnostics: () => saveDiagnostics(options, logFolder),
    savePdf: async (name) => {
      const current = window.current();
      if (!current) return 'failed';
      return savePdf(name, {
        window: current,
        dialog,
        folder: documentsFolder(),
        onError: (cause) => log.error('the PDF was not saved', { cause }),
      });
    },
    features: () => ({
      tray: platform !== 'darwin',
      spelling: spellingLanguages(session.defaultSession, platform),
      // macOS shows no notifications of an unsigned program.
      notifications: platform !== 'darwin' || __SATCHEL_SIGNED__,
    }),
    hasUpdates: hasUpdates(),
    checkUpdates: createUpdateCheck(options),
  };
};

const saveDiagnostics = (
  { core, window, words, log, secretStore }: DesktopActionsOptions,
  logFolder: string,
): Promise<boolean> =>
  saveReport({
    dialog,
    window: window.current(),
    folder: documentsFolder(),
    words: words(),
    logError: log.error,
    logFolder,
    facts: {
      version: app.getVersion(),
      platform: process.platform,
      arch: process.arch,
      electron: process.versions.electron,
      chrome: process.versions.chrome,
      node: process.versions.node,
      keychain: secretStore.storage,
    },
    core: async () => {
      const bundle = await core.client()?.diagnostics.bundle();
      return bundle && (JSON.parse(bundle.text) as unknown);
    },
  });

const createUpdateCheck = ({ dataDirectory, core, window, words, log, outboxKeys }: DesktopActionsOptions) =>
  createUpdates({
    app,
    platform: process.platform,
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
    hideWindow: window.keepHidden,
    allowWindow: window.allowShow,
    showWindow: window.show,
    closeCore: () => core.host.close(),
    reopenCore: core.start,
    logError: log.error,
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
