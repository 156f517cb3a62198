/** The desktop app: one instance, one window, the core on its worker thread, the token in the OS keychain. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, ipcMain, protocol, safeStorage, session, shell } from 'electron';
import { declareAppScheme, serveAppScheme } from './electron/app-protocol';
import { forwardFrames } from './electron/frames';
import { createKeychain } from './electron/keychain';
import { confineWindows, denyPermissions } from './electron/security';
import { createMainWindow } from './electron/window';
import { CoreHost } from './node/core-host';
import { parseStartOptions } from './node/start-options';

const MAX_RESTARTS = 5;

app.setAppUserModelId('app.satchel.desktop');
app.enableSandbox();
declareAppScheme(protocol);

// Chromium and the driver of the tests add switches of their own; only ours are read.
const OWN_SWITCH = /^--(?:web|no-open|demo|port|data|base-url)(?:=|$)/;
const ownArguments = (args: readonly string[]): string[] =>
  args.filter((arg, index) => OWN_SWITCH.test(arg) || (!arg.startsWith('-') && /^--(?:port|data|base-url)$/.test(args[index - 1] ?? '')));

const parsed = parseStartOptions(ownArguments(process.argv.slice(1)));
const options = parsed.ok ? parsed.options : null;
if (options?.data) app.setPath('userData', resolve(options.data));

/** The worker and the native module stand beside the archive in a package, so that plain Node can load them. */
const unpacked = (file: URL): URL => new URL(file.href.replace('/app.asar/', '/app.asar.unpacked/'));

const run = async (): Promise<void> => {
  await app.whenReady();
  if (!parsed.ok) {
    dialog.showErrorBox('Satchel', parsed.message);
    app.exit(1);
    return;
  }
  denyPermissions(session.defaultSession);
  confineWindows(app, shell);
  serveAppScheme(protocol, fileURLToPath(new URL('../renderer', import.meta.url)));

  const dataDirectory = join(app.getPath('userData'), 'data');
  mkdirSync(dataDirectory, { recursive: true });
  const keychain = await createKeychain(safeStorage, join(dataDirectory, 'secrets.json'), process.platform);
  const host = new CoreHost({
    workerFile: unpacked(new URL('./core-worker.js', import.meta.url)),
    data: {
      dataDirectory, shell: 'electron', platform: process.platform, version: app.getVersion(), secretStorage: keychain.storage,
      openDemo: parsed.options.demo, suggestedBaseUrl: parsed.options.baseUrl ?? null,
    },
    secrets: keychain,
    onCrash: (message, restarts) => {
      if (restarts <= MAX_RESTARTS) return true;
      dialog.showErrorBox('Satchel', `Satchel's data process stopped too often (${message}). Nothing you saved is lost. Please start Satchel again.`);
      app.exit(1);
      return false;
    },
  });
  await host.start();
  forwardFrames(ipcMain, host);
  quitAfterClose(host);

  const preloadFile = fileURLToPath(new URL('../preload/index.cjs', import.meta.url));
  const open = (): void => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) createMainWindow(preloadFile);
    else {
      if (window.isMinimized()) window.restore();
      window.focus();
    }
  };
  app.on('activate', open);
  app.on('second-instance', open);
  open();
};

/** Quit waits for the write in hand. */
const quitAfterClose = (host: CoreHost): void => {
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void host.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
};

app.on('window-all-closed', () => {
  if (process.platform !== 'darwin') app.quit();
});

if (app.requestSingleInstanceLock()) {
  run().catch((error: Error) => {
    dialog.showErrorBox('Satchel could not open its data', error.message);
    app.exit(1);
  });
} else {
  app.quit();
}
