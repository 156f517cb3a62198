/** The desktop app: one instance, one window, the core on its worker thread, the token in the OS keychain. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, dialog, Menu, protocol } from 'electron';
import type { RecordLink } from '#shared/contract/shell';
import { declareAppScheme } from './electron/app-protocol';
import { localDataFolder } from './electron/data-folder';
import { LINK_SCHEME, linkIn, parseDeepLink } from './electron/deep-link';
import { startDesktop, type Desktop } from './electron/desktop';
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
/** A link that arrived before the window existed. */
let firstLink = linkIn(process.argv);

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
  let told = false;
  process.on('uncaughtException', (error) => {
    log.error('uncaught in the shell', { error });
    if (!told) dialog.showErrorBox(words.bugTitle, words.bugBody);
    told = true;
  });
  desktop = await startDesktop({
    bundle: import.meta.url,
    dataDirectory,
    log,
    openDemo: parsed.options.demo,
    suggestedBaseUrl: parsed.options.baseUrl ?? null,
    undoSeconds: parsed.options.undoSeconds ?? DEFAULT_UNDO_SECONDS,
  });
  if (firstLink) desktop.openLink(firstLink);
  firstLink = null;
};

/** The app may still be starting: a keychain that asks for a password waits for the user. */
const follow = (link: RecordLink): void => {
  if (desktop) desktop.openLink(link);
  else firstLink = link;
};
let startsAgain = false;
/** The user starts Satchel while it quits: a window would close again at once. `args` are those of the new start. */
const startAgain = (args: string[]): void => {
  const { APPIMAGE: appImage } = process.env;
  // Electron starts as many copies as it is asked for. The program in an AppImage is gone when that has ended.
  if (!startsAgain) app.relaunch({ args, ...(appImage === undefined ? {} : { execPath: appImage }) });
  startsAgain = true;
};
app.on('second-instance', (_event, argv) => {
  if (desktop?.isQuitting() === true) return startAgain(argv.slice(1));
  const link = linkIn(argv);
  if (link) follow(link);
  else desktop?.focus();
});
// macOS delivers links here.
app.on('open-url', (event, url) => {
  event.preventDefault();
  const link = parseDeepLink(url);
  if (link) follow(link);
});
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
