/** The desktop app: one instance, one window, the core on its worker thread, the token in the OS keychain. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, dialog, Menu, protocol } from 'electron';
import { declareAppScheme } from './electron/app-protocol';
import { localDataFolder } from './electron/data-folder';
import { LINK_SCHEME } from './electron/deep-link';
import { startDesktop, type Desktop } from './electron/desktop';
import { listenForStarts } from './electron/starts';
import { logUnhandledErrors } from './electron/unhandled-errors';
import { fill, shellLanguageOf, wordsOf } from './electron/words';
import { createFileLog } from './node/log';
import { DEFAULT_UNDO_SECONDS, ownArguments, parseStartOptions } from './node/start-options';
import { admitVersion } from './node/version-guard';

// Before any window exists: the task bar groups windows by this name, and every renderer is sandboxed
// whatever its options are.
app.setAppUserModelId('app.satchel.desktop');
app.enableSandbox();
declareAppScheme(protocol);
// The page frees memory while nobody uses the window (renderer/app/collect-at-rest.ts).
app.commandLine.appendSwitch('js-flags', '--expose-gc');

const parsed = parseStartOptions(ownArguments(process.argv.slice(1)));
const chosenFolder = parsed.ok ? parsed.options.data : undefined;
const folder =
  chosenFolder === undefined
    ? localDataFolder(process.platform, process.env, 'Satchel')
    : resolve(chosenFolder);
if (folder !== null) app.setPath('userData', folder);
const dataDirectory = join(app.getPath('userData'), 'data');

let desktop: Desktop | null = null;
const opened = listenForStarts(app, { args: process.argv.slice(1), appImage: process.env.APPIMAGE });

const refuse = (title: string, message: string): void => {
  dialog.showErrorBox(title, message);
  app.exit(1);
};

const run = async (): Promise<void> => {
  await app.whenReady();
  const words = wordsOf(shellLanguageOf(app.getLocale()));
  if (!parsed.ok) return refuse('Satchel', parsed.message);
  mkdirSync(dataDirectory, { recursive: true });
  const newer = admitVersion(join(dataDirectory, 'version.json'), app.getVersion());
  if (newer !== null)
    return refuse(words.newerTitle, fill(words.newerBody, { newer, own: app.getVersion() }));
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  const log = createFileLog(dataDirectory, { name: 'shell' });
  logUnhandledErrors(process, { log, tellUser: () => dialog.showErrorBox(words.bugTitle, words.bugBody) });
  desktop = await startDesktop({
    bundle: import.meta.url,
    dataDirectory,
    log,
    openDemo: parsed.options.demo,
    suggestedBaseUrl: parsed.options.baseUrl ?? null,
    undoSeconds: parsed.options.undoSeconds ?? DEFAULT_UNDO_SECONDS,
  });
  opened(desktop);
};

app.on('window-all-closed', () => {
  if (process.platform !== 'darwin' && desktop?.staysInTray() !== true) app.quit();
});

if (app.requestSingleInstanceLock()) {
  // until the language is known; the default menu has a reload and developer tools
  Menu.setApplicationMenu(null);
  run().catch((error: Error) => refuse('Satchel', error.message));
} else {
  app.quit();
}
