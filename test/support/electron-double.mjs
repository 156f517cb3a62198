// A hand-written double of the few Electron APIs the desktop shell uses, for running the built main bundle under plain Node.
// What the shell sets is recorded in `seen`; `connectWindow` plays the renderer behind the preload bridge.
import { EventEmitter } from 'node:events';
import { join } from 'node:path';

export const seen = { privileges: null, handlers: new Map(), permissions: {}, windowOptions: null, loaded: [], opened: [], exits: [], errors: [], sandboxed: false };

class App extends EventEmitter {
  paths = { userData: process.env.SATCHEL_DOUBLE_DATA };
  whenReady() { return Promise.resolve(); }
  enableSandbox() { seen.sandboxed = true; }
  setAppUserModelId(id) { seen.appUserModelId = id; }
  requestSingleInstanceLock() { return process.env.SATCHEL_DOUBLE_SECOND !== '1'; }
  getPath(name) { return this.paths[name] ?? join(this.paths.userData, name); }
  setPath(name, path) { this.paths[name] = path; }
  getVersion() { return '0.1.0'; }
  exit(code) { seen.exits.push(code); this.emit('double-exit', code); }
  quit() {
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    if (!prevented) this.emit('double-exit', 0);
  }
}
export const app = new App();

const ipc = new EventEmitter();
export const ipcMain = ipc;

let nextContentsId = 1;
class Contents extends EventEmitter {
  id = nextContentsId++;
  listeners_ = new Set();
  openHandler = null;
  setWindowOpenHandler(handler) { this.openHandler = handler; }
  send(channel, frame) { for (const listener of this.listeners_) listener(channel, frame); }
  isDestroyed() { return false; }
  reload() { this.emit('did-start-loading'); seen.reloads = (seen.reloads ?? 0) + 1; }
}

const windows = [];
export class BrowserWindow extends EventEmitter {
  static getAllWindows() { return windows; }
  constructor(options) {
    super();
    seen.windowOptions = options;
    this.webContents = new Contents();
    app.emit('web-contents-created', {}, this.webContents);
    windows.push(this);
  }
  loadURL(url) { seen.loaded.push(url); setImmediate(() => this.emit('ready-to-show')); return Promise.resolve(); }
  show() { seen.shown = true; }
  focus() { seen.focused = true; }
  isMinimized() { return false; }
  restore() {}
}

export const protocol = {
  registerSchemesAsPrivileged: (list) => (seen.privileges = list),
  handle: (scheme, handler) => seen.handlers.set(scheme, handler),
};
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler) => (seen.permissions.request = handler),
    setPermissionCheckHandler: (handler) => (seen.permissions.check = handler),
    setDevicePermissionHandler: (handler) => (seen.permissions.device = handler),
  },
};
export const shell = { openExternal: (url) => { seen.opened.push(url); return Promise.resolve(); } };
export const dialog = { showErrorBox: (title, text) => seen.errors.push(`${title}: ${text}`) };
export const nativeTheme = { shouldUseDarkColors: false };
export const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: (text) => Promise.resolve(Buffer.from(text.split('').toReversed().join(''))),
  decryptStringAsync: (data) => Promise.resolve({ result: data.toString().split('').toReversed().join(''), shouldReEncrypt: false }),
};

/** A port for oRPC's client that goes the way a real window's frames go; `url` is the sender frame's. */
export const connectWindow = (url = 'satchel-app://app/') => {
  const { webContents } = windows[0];
  const listeners = new Set();
  webContents.listeners_.add((_channel, frame) => { for (const listener of listeners) listener({ data: frame }); });
  return {
    addEventListener: (type, listener) => type === 'message' && listeners.add(listener),
    postMessage: (frame) => ipc.emit('satchel:frame', { sender: webContents, senderFrame: { url, parent: null } }, frame),
  };
};
