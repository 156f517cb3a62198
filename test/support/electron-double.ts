/**
 * A hand-written double of the Electron APIs that the desktop shell uses, for running the built main bundle
 * under plain Node. Every member is typed against electron.d.ts, so its types cannot drift. A missing member
 * throws when it is used, and `seen.used` lists the used ones. As in Electron, a member that needs a ready
 * app throws before that, a destroyed object throws when it is used, and data that crosses the bridge is
 * cloned.
 * `connectWindow` acts as the renderer behind the preload bridge.
 */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as E from 'electron';
import './double-platform.ts';

const env = process.env;

type Listener = Parameters<E.Session['setPermissionRequestHandler']>[0];
export const seen = {
  used: new Set<string>(),
  privileges: null as E.CustomScheme[] | null,
  handlers: new Map<string, (request: Request) => Response | Promise<Response>>(),
  permissions: {} as {
    request?: Listener;
    check?: Parameters<E.Session['setPermissionCheckHandler']>[0];
    device?: Parameters<E.Session['setDevicePermissionHandler']>[0];
  },
  beforeRequest: null as ((url: string) => boolean) | null,
  windowOptions: null as E.BrowserWindowConstructorOptions | null,
  loaded: [] as string[],
  opened: [] as string[],
  openedPaths: [] as string[],
  exits: [] as number[],
  relaunches: [] as (E.RelaunchOptions | undefined)[],
  errors: [] as string[],
  told: [] as string[],
  sandboxed: false,
  switches: [] as string[],
  appUserModelId: '',
  menu: null as E.MenuItemConstructorOptions[] | null,
  popups: [] as E.MenuItemConstructorOptions[][],
  badges: [] as number[],
  overlays: [] as string[],
  notifications: [] as { title: string; body: string; click(): void; leaveScreen(): void }[],
  clipboard: '',
  focused: 0,
  shown: 0,
  maximized: false,
  bounds: { x: 10, y: 20, width: 1280, height: 820 },
  protocolClient: '',
  about: null as E.AboutPanelOptionsOptions | null,
  saveTo: env.SATCHEL_DOUBLE_SAVE ?? '',
  proposed: '',
  pdf: null as E.PrintToPDFOptions | null,
  trays: [] as DoubleTray[],
  spelling: [] as unknown[],
  displays: [{ x: 0, y: 0, width: 1920, height: 1080 }],
  resolved: [] as string[],
  reloads: 0,
};

let isReady = false;
const untilReady = new Promise<void>((resolve) => {
  setTimeout(() => {
    isReady = true;
    resolve();
  }, 5);
});
const needsReady = (what: string): void => {
  if (!isReady) throw new Error(`${what} cannot be used before the app is ready`);
};
const needsUnready = (what: string): void => {
  if (isReady) throw new Error(`${what} should be called before the app is ready`);
};
/**
 * The members that still work on a destroyed object: those of Node, and the one that says that it is
 * destroyed.
 */
const OF_DESTROYED = new Set<string>(['isDestroyed', ...Object.getOwnPropertyNames(EventEmitter.prototype)]);

/**
 * Wraps a double: an unknown member throws, a used one is listed, and `check` may refuse a member by
 * throwing. The double's own code uses the unwrapped object.
 */
const strict = <T extends object>(
  name: string,
  target: T,
  check: (key: string) => void = () => undefined,
): T =>
  new Proxy(target, {
    get: (object, key) => {
      if (typeof key === 'symbol' || key === 'then') return Reflect.get(object, key, object) as unknown;
      if (!(key in object)) throw new Error(`the double has no ${name}.${key}`);
      check(key);
      const value: unknown = Reflect.get(object, key, object);
      seen.used.add(`${name}.${key}`);
      return typeof value === 'function' ? value.bind(object) : value;
    },
  });

type AppPart = Pick<
  E.App,
  | 'whenReady'
  | 'enableSandbox'
  | 'setAppUserModelId'
  | 'requestSingleInstanceLock'
  | 'getPath'
  | 'setPath'
  | 'getVersion'
  | 'getLocale'
  | 'exit'
  | 'quit'
  | 'relaunch'
  | 'setBadgeCount'
  | 'setAsDefaultProtocolClient'
  | 'setAboutPanelOptions'
  | 'showAboutPanel'
  | 'isPackaged'
> & { commandLine: Pick<E.CommandLine, 'appendSwitch'> };
class DoubleApp extends EventEmitter implements AppPart {
  readonly isPackaged = env.SATCHEL_DOUBLE_PACKAGED === '1';
  private readonly paths: Record<string, string> = { userData: env.SATCHEL_DOUBLE_DATA ?? '' };
  private readonly version = env.SATCHEL_DOUBLE_VERSION ?? '0.1.0';
  whenReady(): Promise<void> {
    return untilReady;
  }
  /** Page processes get the switches that were set when the app became ready. */
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => {
      needsUnready('app.commandLine.appendSwitch');
      seen.switches.push(`${name}=${value}`);
    },
  };
  enableSandbox(): void {
    needsUnready('app.enableSandbox');
    seen.sandboxed = true;
  }
  setAppUserModelId(id: string): void {
    seen.appUserModelId = id;
  }
  requestSingleInstanceLock(): boolean {
    return true;
  }
  getPath(name: Parameters<E.App['getPath']>[0]): string {
    if (name === env.SATCHEL_DOUBLE_WITHOUT_PATH) throw new Error(`Failed to get '${name}' path`);
    return this.paths[name] ?? join(this.paths.userData ?? '', name);
  }
  setPath(name: string, path: string): void {
    this.paths[name] = path;
  }
  getVersion(): string {
    return this.version;
  }
  getLocale(): string {
    return env.SATCHEL_DOUBLE_LOCALE ?? 'en-GB';
  }
  exit(code = 0): void {
    seen.exits.push(code);
    this.emit('double-exit', code);
  }
  /** Starts the app again when it has ended: once for each call. */
  relaunch(options?: E.RelaunchOptions): void {
    seen.relaunches.push(options);
  }
  quitting = false;
  /**
   * Closes all windows. Electron ends the app when none is left; a window that is made during this keeps it running.
   */
  quit(): void {
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    this.quitting = !prevented;
    if (prevented) return;
    for (const hidden of bareWindows) hidden.destroy();
    for (const window of [...windows]) window.close();
    if (windows.length + bareWindows.size > 0) return;
    for (const event of ['will-quit', 'double-exit']) this.emit(event, 0);
  }
  setBadgeCount(count = 0): boolean {
    seen.badges.push(count);
    return true;
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    seen.protocolClient = scheme;
    return true;
  }
  setAboutPanelOptions(options: E.AboutPanelOptionsOptions): void {
    seen.about = options;
  }
  showAboutPanel(): void {
    seen.shown += 1;
  }
}
const bareApp = new DoubleApp();
export const app = strict('app', bareApp);

const bareIpc = new EventEmitter();
export const ipcMain = strict('ipcMain', bareIpc);

const LANGUAGES = ['fr', 'en-US', 'en-GB', 'de-DE'];
/** Records what a session is told about spell checking, in order. */
const spellingOf = (name: string) =>
  ({
    setSpellCheckerEnabled: (on: boolean) => void seen.spelling.push([name, on]),
    setSpellCheckerLanguages: (languages: string[]) => void seen.spelling.push([name, languages]),
    availableSpellCheckerLanguages: LANGUAGES,
  }) satisfies Pick<
    E.Session,
    'setSpellCheckerEnabled' | 'setSpellCheckerLanguages' | 'availableSpellCheckerLanguages'
  >;
const bareSession = Object.assign(new EventEmitter(), {
  setPermissionRequestHandler: (handler) => void (seen.permissions.request = handler),
  setPermissionCheckHandler: (handler) => void (seen.permissions.check = handler),
  setDevicePermissionHandler: (handler) => void (seen.permissions.device = handler),
  resolveProxy: (url: string) => {
    seen.resolved.push(url);
    return Promise.resolve(env.SATCHEL_DOUBLE_PROXY ?? 'DIRECT');
  },
  addWordToSpellCheckerDictionary: () => true,
  ...spellingOf('default'),
  webRequest: {
    onBeforeRequest: ((
      listener: (
        details: E.OnBeforeRequestListenerDetails,
        callback: (response: E.CallbackResponse) => void,
      ) => void,
    ) => {
      seen.beforeRequest = (url) => {
        let cancelled = false;
        listener({ url } as E.OnBeforeRequestListenerDetails, ({ cancel }) => {
          cancelled = cancel === true;
        });
        return cancelled;
      };
    }) as E.WebRequest['onBeforeRequest'],
  },
} satisfies Pick<
  E.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'resolveProxy'
  | 'addWordToSpellCheckerDictionary'
> & { webRequest: Pick<E.WebRequest, 'onBeforeRequest'> });
const bareSessions = {
  defaultSession: strict('Session', bareSession),
  // Uses the real network without a proxy: how Chromium uses a proxy is not tested here.
  fromPartition: (name: string) =>
    ({
      fetch: (url: string, init?: RequestInit) => fetch(url, init),
      ...spellingOf(name),
    }) as unknown as E.Session,
};
export const session = strict('session', bareSessions, () => needsReady('session'));

type OpenHandler = Parameters<E.WebContents['setWindowOpenHandler']>[0];
let nextContentsId = 1;
type ContentsPart = Pick<
  E.WebContents,
  | 'id'
  | 'setWindowOpenHandler'
  | 'send'
  | 'isDestroyed'
  | 'reload'
  | 'getURL'
  | 'replaceMisspelling'
  | 'printToPDF'
>;
export class DoubleContents extends EventEmitter implements ContentsPart {
  readonly id = nextContentsId++;
  readonly session = bareSessions.defaultSession;
  destroyed = false;
  openHandler: OpenHandler | null = null;
  readonly hearers = new Set<(channel: string, frame: unknown) => void>();
  url = '';
  replaced = '';
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
  send(channel: string, frame?: unknown): void {
    const copy: unknown = structuredClone(frame);
    for (const hear of this.hearers) hear(channel, copy);
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  reload(): void {
    seen.reloads += 1;
    this.showNewPage();
  }
  /** A new page replaces the previous one, with the events in Electron's order. */
  showNewPage(): void {
    this.emit('did-start-loading');
    this.emit('did-navigate', {}, this.url, 200, 'OK');
    this.emit('dom-ready', {});
    this.emit('did-stop-loading');
  }
  /** The page changes its hash. Electron reports loading here too. */
  navigateInPage(): void {
    this.emit('did-start-loading');
    this.emit('did-navigate-in-page', {}, this.url, true, 1, 1);
    this.emit('did-stop-loading');
  }
  /**
   * The page follows a link. Electron emits `will-navigate` only if `will-frame-navigate` was not prevented.
   */
  followLink(url: string): boolean {
    let prevented = false;
    const event = { url, isMainFrame: true, preventDefault: () => (prevented = true) };
    for (const name of ['will-frame-navigate', 'will-navigate']) if (!prevented) this.emit(name, event);
    return !prevented;
  }
  getURL(): string {
    return this.url;
  }
  printToPDF(options: E.PrintToPDFOptions): Promise<Buffer> {
    seen.pdf = options;
    return Promise.resolve(Buffer.from('%PDF-1.7 of the double'));
  }
  replaceMisspelling(text: string): void {
    this.replaced = text;
  }
}

const windows: DoubleWindow[] = [];
export const currentWindow = (): DoubleWindow => {
  const [window] = windows;
  if (!window) throw new Error('no window');
  return window;
};
export const windowCount = (): number => windows.length;

type WindowPart = Pick<
  E.BrowserWindow,
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'isVisible'
  | 'isMinimized'
  | 'restore'
  | 'isFocused'
  | 'isMaximized'
  | 'maximize'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'setOverlayIcon'
>;
export class DoubleWindow extends EventEmitter implements WindowPart {
  readonly webContents: DoubleContents;
  readonly bareContents = new DoubleContents();
  visible = false;
  minimized = false;
  focusedNow = false;
  destroyed = false;
  constructor(options: E.BrowserWindowConstructorOptions) {
    super();
    needsReady('BrowserWindow');
    seen.windowOptions = options;
    seen.bounds = {
      ...seen.bounds,
      ...Object.fromEntries(
        Object.entries(options).filter(([key]) => ['x', 'y', 'width', 'height'].includes(key)),
      ),
    };
    const refuse = (key: string): void => {
      if (this.destroyed && !OF_DESTROYED.has(key)) throw new TypeError('Object has been destroyed');
    };
    this.webContents = strict('WebContents', this.bareContents, refuse);
    bareApp.emit('web-contents-created', {}, this.webContents);
    windows.push(this);
    return strict('BrowserWindow', this, refuse);
  }
  loadURL(url: string): Promise<void> {
    seen.loaded.push(url);
    this.bareContents.url = url;
    this.bareContents.showNewPage();
    setImmediate(() => this.emit('ready-to-show'));
    return Promise.resolve();
  }
  show(): void {
    seen.shown += 1;
    this.visible = true;
    this.emit('show', {});
  }
  hide(): void {
    this.visible = false;
    this.focusedNow = false;
    this.emit('hide', {});
  }
  focus(): void {
    seen.focused += 1;
  }
  isVisible = (): boolean => this.visible && !this.minimized;
  isMinimized(): boolean {
    return this.minimized;
  }
  restore(): void {
    this.minimized = false;
  }
  isFocused(): boolean {
    return this.focusedNow;
  }
  isMaximized(): boolean {
    return seen.maximized;
  }
  /** Shows the window too, without the event. */
  maximize(): void {
    seen.maximized = true;
    this.visible = true;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  getNormalBounds(): E.Rectangle {
    return seen.bounds;
  }
  setOverlayIcon(icon: E.NativeImage | null, description: string): void {
    seen.overlays.push(icon === null ? '' : description);
  }
  /** Closes the window as the user does: it is destroyed. */
  close(): void {
    this.emit('close', {});
    windows.splice(windows.indexOf(this), 1);
    this.destroyed = true;
    this.bareContents.destroyed = true;
    this.bareContents.emit('destroyed');
    this.emit('closed');
    if (windows.length + bareWindows.size === 0 && !bareApp.quitting) bareApp.emit('window-all-closed');
  }
}
export const BrowserWindow = DoubleWindow;

const bareWindows = new Set<DoubleBaseWindow>();
export class DoubleBaseWindow extends EventEmitter implements Pick<E.BaseWindow, 'destroy'> {
  constructor(options: E.BaseWindowConstructorOptions) {
    super();
    needsReady('BaseWindow');
    if (options.show !== false) throw new Error('nobody is to see it');
    bareWindows.add(this);
    seen.used.add('BaseWindow');
  }
  destroy(): void {
    bareWindows.delete(this);
  }
}
export const BaseWindow = DoubleBaseWindow;
export const hiddenWindowCount = (): number => bareWindows.size;

/**
 * Windows ends the session: every window gets `session-end`, no `before-quit` follows, and the process ends
 * (-1) when the listeners return, unless it has begun to quit (0).
 */
export const endSession = (): void => {
  for (const window of [...windows, ...bareWindows])
    window.emit('session-end', { preventDefault: () => undefined, reasons: ['shutdown'] });
  if (!bareApp.quitting) bareApp.emit('double-exit', -1);
};

/** Linux or macOS shuts down. Returns whether the system waits for the app. */
export const shutDown = (): boolean => {
  let prevented = false;
  fire(powerMonitor, 'shutdown', { preventDefault: () => (prevented = true) });
  return prevented && (process.platform !== 'linux' || power.delaysShutdown);
};

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (list) => {
    needsUnready('protocol.registerSchemesAsPrivileged');
    seen.privileges = list;
  },
  handle: (scheme, handler) => {
    needsReady('protocol.handle');
    seen.handlers.set(scheme, handler);
  },
} satisfies Pick<E.Protocol, 'registerSchemesAsPrivileged' | 'handle'>);

export const shell = strict('shell', {
  openExternal: (url) => {
    seen.opened.push(url);
    return Promise.resolve();
  },
  openPath: (path) => {
    seen.openedPaths.push(path);
    return Promise.resolve('');
  },
} satisfies Pick<E.Shell, 'openExternal' | 'openPath'>);

export const dialog = strict('dialog', {
  showErrorBox: (title: string, text: string) => void seen.errors.push(`${title}: ${text}`),
  showMessageBox: ((options: E.MessageBoxOptions) => {
    seen.told.push(`${options.type}: ${options.message}`);
    return Promise.resolve({ response: 1, checkboxChecked: false });
  }) as E.Dialog['showMessageBox'],
  showSaveDialog: ((...args: unknown[]) => {
    seen.proposed = (args.at(-1) as E.SaveDialogOptions).defaultPath ?? '';
    return Promise.resolve({ canceled: seen.saveTo === '', filePath: seen.saveTo });
  }) as E.Dialog['showSaveDialog'],
} satisfies Pick<E.Dialog, 'showErrorBox' | 'showMessageBox' | 'showSaveDialog'>);

export const Menu = strict('Menu', {
  setApplicationMenu: (menu: E.Menu | null) =>
    void (seen.menu = menu as unknown as E.MenuItemConstructorOptions[] | null),
  buildFromTemplate: (template: E.MenuItemConstructorOptions[]) =>
    Object.assign(template, { popup: () => void seen.popups.push(template) }) as unknown as E.Menu,
} satisfies Pick<typeof E.Menu, 'setApplicationMenu' | 'buildFromTemplate'>);

/** Collects unreferenced objects, as V8 does sooner or later. */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};
/** A collected notification loses its click handler, so the double keeps no reference to it. */
export class Notification extends EventEmitter implements Pick<E.Notification, 'show' | 'close'> {
  static isSupported(): boolean {
    seen.used.add('Notification.isSupported');
    return true;
  }
  private readonly options: E.NotificationConstructorOptions;
  constructor(options: E.NotificationConstructorOptions = {}) {
    super();
    needsReady('Notification');
    this.options = options;
  }
  close(): void {
    seen.used.add('Notification.close');
  }
  show(): void {
    seen.used.add('Notification.show');
    const self = new WeakRef(this);
    seen.notifications.push({
      title: this.options.title ?? '',
      body: this.options.body ?? '',
      click: () => void self.deref()?.emit('click', {}),
      leaveScreen: () => void self.deref()?.emit('close', {}),
    });
    if (env.SATCHEL_DOUBLE_NOTIFICATIONS === 'fail') this.emit('failed', {}, 'the system shows none');
  }
}

export const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false } satisfies Pick<
  E.NativeTheme,
  'shouldUseDarkColors'
>);
export const nativeImage = strict('nativeImage', {
  createFromBitmap: (buffer, options) => ({ buffer, options }) as unknown as E.NativeImage,
  createFromDataURL: (url) => ({ url }) as unknown as E.NativeImage,
} satisfies Pick<typeof E.nativeImage, 'createFromBitmap' | 'createFromDataURL'>);
export class DoubleTray
  extends EventEmitter
  implements Pick<E.Tray, 'setToolTip' | 'setContextMenu' | 'destroy'>
{
  readonly icon: string;
  menu: E.MenuItemConstructorOptions[] = [];
  toolTip = '';
  gone = false;
  constructor(image: E.NativeImage | string) {
    super();
    needsReady('Tray');
    this.icon = (image as unknown as { url: string }).url;
    seen.trays.push(this);
    seen.used.add('Tray');
  }
  setToolTip(text: string): void {
    this.toolTip = text;
  }
  setContextMenu(menu: E.Menu | null): void {
    this.menu = menu as unknown as E.MenuItemConstructorOptions[];
  }
  destroy(): void {
    this.gone = true;
  }
}
export const Tray = DoubleTray;
export const clipboard = strict('clipboard', {
  writeText: (text: string) => {
    seen.clipboard = text;
    return Promise.resolve();
  },
} satisfies Pick<E.Clipboard, 'writeText'>);
/**
 * On Linux, Electron asks the system to delay a shutdown when `shutdown` gets a listener. But it only sees
 * listeners that are added after the first listener of any event, because that first one starts the check.
 */
const power = Object.assign(new EventEmitter(), { delaysShutdown: false });
power.once('newListener', () => {
  power.on('newListener', (event: string) => (power.delaysShutdown ||= event === 'shutdown'));
});
export const powerMonitor = strict('powerMonitor', power);
const bareBlocker: Pick<E.PowerSaveBlocker, 'start' | 'stop'> = { start: () => 1, stop: () => true };
export const powerSaveBlocker = strict('powerSaveBlocker', bareBlocker);
export const screen = strict(
  'screen',
  {
    getAllDisplays: () =>
      seen.displays.map((bounds) => ({ bounds, workArea: bounds, scaleFactor: 1 }) as E.Display),
  } satisfies Pick<E.Screen, 'getAllDisplays'>,
  () => needsReady('screen'),
);

const reversed = (text: string): string => [...text].toReversed().join('');
/** The keychain of this computer: what one keychain encrypted, another cannot decrypt. */
const keychainMark = env.SATCHEL_DOUBLE_KEYCHAIN ? `#${env.SATCHEL_DOUBLE_KEYCHAIN}` : '';
const sealedBy = (text: string): string => /#\w*$/.exec(text)?.[0] ?? '';
/**
 * The key that encrypted, in the notation of Linux: `v11` is the key of a keyring, and `v10` is built into
 * Chromium. Chromium uses `v10` if no keyring answers, and still reports that encryption is available.
 */
const keyVersion = env.SATCHEL_DOUBLE_KEYRING === 'none' ? 'v10' : 'v11';
export const safeStorage = strict(
  'safeStorage',
  {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(keyVersion + reversed(text) + keychainMark)),
    // Electron's exact messages: only by them can "temporarily unavailable" be distinguished from "encrypted
    // by another key".
    decryptStringAsync: (data) => {
      if (env.SATCHEL_DOUBLE_LOCKED && existsSync(env.SATCHEL_DOUBLE_LOCKED))
        return Promise.reject(
          new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.'),
        );
      const text = data.toString();
      if (!text.startsWith(keyVersion) || sealedBy(text) !== keychainMark)
        return Promise.reject(
          new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.'),
        );
      return Promise.resolve({
        result: reversed(text.slice(keyVersion.length, text.length - keychainMark.length)),
        shouldReEncrypt: false,
      });
    },
  } satisfies Pick<E.SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>,
  () => needsReady('safeStorage'),
);

/** Sends a frame from a window to main, as a page at `url` does. */
export const sendToMain = (
  channel: string,
  frame: unknown,
  sender: { url?: string; parent?: unknown } = {},
): void => {
  const { webContents } = currentWindow();
  if (bareIpc.listenerCount(channel) === 0) throw new Error(`nobody hears ${channel}`);
  bareIpc.emit(
    channel,
    {
      sender: webContents,
      senderFrame: { url: sender.url ?? 'satchel-app://app/', parent: sender.parent ?? null },
    },
    structuredClone(frame),
  );
};

/** A port for oRPC's client that sends frames the way a real window does. */
export const connectWindow = (
  options: { url?: string; parent?: unknown; channel?: string } = {},
): MessagePort => {
  const { channel = 'satchel:frame', ...sender } = options;
  return {
    addEventListener: (type: string, listener: (event: { data: unknown }) => void) => {
      if (type === 'message')
        currentWindow().bareContents.hearers.add((on, data) => {
          if (on === channel) listener({ data });
        });
    },
    postMessage: (frame: unknown) => sendToMain(channel, frame, sender),
  } as unknown as MessagePort;
};

/** Emits an event of Electron to the shell. Throws if nothing listens, because the test is wrong then. */
export const fire = (from: EventEmitter, event: string, ...args: unknown[]): void => {
  if (!from.emit(event, ...args)) throw new Error(`nobody hears ${event}`);
};
