/**
 * Updates. Each check, download and installation needs the user's request; none happens on quit. A copy of
 * the outboxes is made and verified first. Unsigned and portable copies, copies that an administrator
 * installed, and copies without a feed have no updater.
 */
import type { App, Dialog, MessageBoxOptions } from 'electron';
import { PAGE_SAVES_MS } from './quit';
import { fill, type ShellWords } from './words';

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null>;
  downloadUpdate(): Promise<unknown>;
  /**
   * Starts the installation. It ends with the app quitting, with an `error`, or with neither. Never throws.
   */
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** Installers of Windows and Linux make the app quit at once, or not at all. */
export const QUIT_WITHIN_MS = 15_000;
/** macOS first copies the whole download from electron-updater and checks its signature. */
export const QUIT_WITHIN_MACOS_MS = 180_000;

export interface UpdateFacts {
  signed: boolean;
  packaged: boolean;
  /** The package has an update feed. */
  hasFeed: boolean;
  /** Our Windows installer puts an uninstaller beside the program; a copy from the zip has none. */
  hasUninstaller: boolean;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** The path of this program. */
  file: string;
}

/** Returns true if this copy can update itself: it is signed and was installed by our own installer. */
export const canUpdate = ({
  signed,
  packaged,
  hasFeed,
  hasUninstaller,
  platform,
  env,
  file,
}: UpdateFacts): boolean => {
  if (!signed || !packaged || !hasFeed || env.PORTABLE_EXECUTABLE_DIR !== undefined) return false;
  if (platform === 'win32' && (!hasUninstaller || isForAllUsers(file, env))) return false;
  return platform === 'win32' || platform === 'darwin' || env.APPIMAGE !== undefined;
};

/**
 * Returns true if an administrator's package installed this copy. Our own installer is per user, and would
 * install a second copy.
 */
const isForAllUsers = (file: string, env: NodeJS.ProcessEnv): boolean =>
  [env.ProgramFiles, env['ProgramFiles(x86)'], env.ProgramW6432].some(
    (folder) =>
      folder !== undefined && folder !== '' && file.toLowerCase().startsWith(`${folder.toLowerCase()}\\`),
  );

export interface UpdateSurroundings {
  app: Pick<App, 'getVersion' | 'once' | 'removeListener'>;
  platform: NodeJS.Platform;
  dialog: Pick<Dialog, 'showMessageBox'>;
  load(): Promise<Updater>;
  words(): ShellWords;
  /** Rejects when the copies cannot be made. */
  backup(): Promise<void>;
  /** Hides the window and keeps it hidden, whatever the user clicks. Returns false if there is no window. */
  hideWindow(): boolean;
  /** The window may be shown again. */
  allowWindow(): void;
  showWindow(): void;
  /** Waits for the current write and closes the databases. */
  closeCore(): Promise<void>;
  /** Opens the databases again, as at the start. */
  reopenCore(): Promise<void>;
  logError(message: string, facts: Record<string, unknown>): void;
}

/** Returns the action of "Check for updates"; it runs one check at a time. */
export const createUpdates = ({
  app,
  platform,
  dialog,
  load,
  words,
  backup,
  hideWindow,
  allowWindow,
  showWindow,
  closeCore,
  reopenCore,
  logError,
}: UpdateSurroundings): (() => Promise<void>) => {
  let busy = false;
  const tell = (message: string, detail = ''): Promise<unknown> =>
    dialog.showMessageBox({ type: 'info', message, detail, buttons: [words().ok] });
  const ask = async (message: string, detail: string, yes: string): Promise<boolean> => {
    const options: MessageBoxOptions = {
      type: 'question',
      message,
      detail,
      buttons: [yes, words().later],
      defaultId: 0,
      cancelId: 1,
    };
    return (await dialog.showMessageBox(options)).response === 0;
  };
  const run = async (): Promise<void> => {
    const updater = await load();
    Object.assign(updater, {
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      allowPrerelease: false,
    });
    const found = await updater.checkForUpdates();
    if (!found?.isUpdateAvailable)
      return void (await tell(words().upToDate, fill(words().versionLine, { version: app.getVersion() })));
    const { version } = found.updateInfo;
    if (!(await ask(fill(words().updateFound, { version }), words().updateFoundDetail, words().download)))
      return;
    await updater.downloadUpdate();
    if (!(await ask(fill(words().updateReady, { version }), words().updateReadyDetail, words().install)))
      return;
    await backup();
    // On Windows and Linux the installer runs while the app quits, so everything is closed first. Squirrel
    // (macOS) waits until the app has quit.
    const hindrance =
      platform === 'darwin'
        ? await install(updater, QUIT_WITHIN_MACOS_MS)
        : await installWhileClosed(updater);
    if (hindrance === null) return;
    await tell(
      words().updateNotInstalled,
      fill(words().updateNotInstalledDetail, { version: app.getVersion() }),
    );
  };
  /** As `install`. If the app does not quit, core and window are open again. */
  const installWhileClosed = async (updater: Updater): Promise<Error | null> => {
    let quits = false;
    // As at quitting: its page saves the drafts, and nobody types into a form that can no longer be saved.
    const hides = hideWindow();
    try {
      if (hides) await new Promise((resolve) => setTimeout(resolve, PAGE_SAVES_MS));
      await closeCore();
      const hindrance = await install(updater, QUIT_WITHIN_MS);
      quits = hindrance === null;
      if (!quits) await reopenCore();
      return hindrance;
    } finally {
      if (!quits) {
        allowWindow();
        if (hides) showWindow();
      }
    }
  };
  /** Returns null when the app begins to quit; otherwise the reason why it does not, which is logged. */
  const install = (updater: Updater, withinMs: number): Promise<Error | null> =>
    new Promise((resolve) => {
      const finish = (outcome: Error | null): void => {
        if (outcome !== null) logError('update not installed', { error: outcome });
        clearTimeout(timer);
        app.removeListener('before-quit', quits);
        updater.removeListener('error', finish);
        resolve(outcome);
      };
      const quits = (): void => finish(null);
      const timer = setTimeout(
        () => finish(new Error(`the app did not begin to quit within ${withinMs} ms`)),
        withinMs,
      );
      app.once('before-quit', quits);
      updater.on('error', finish);
      try {
        updater.quitAndInstall(false, true);
      } catch (error) {
        finish(error instanceof Error ? error : new Error(String(error)));
      }
    });
  return async () => {
    if (busy) return;
    busy = true;
    try {
      await run();
    } catch (error) {
      logError('update failed', { error });
      await tell(words().updateFailed, words().updateFailedDetail);
    } finally {
      busy = false;
    }
  };
};
