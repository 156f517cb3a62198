/**
 * The entry of the app's copy that the tests start. It adds what a test cannot reach otherwise, and then runs
 * the built app unchanged:
 *   `workers`, `notifications` and `trays` on `globalThis.satchelTest`, so that a test can crash the core's
 *   thread and click what the app showed to the user;
 *   the asynchronous calls of `safeStorage`, made from the synchronous ones, in an Electron that has only
 *   those.
 */
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';
import { Notification, safeStorage, Tray } from 'electron';

const seen = { workers: [], notifications: [], trays: [] };
globalThis.satchelTest = seen;

const RealWorker = workerThreads.Worker;
workerThreads.Worker = class extends RealWorker {
  constructor(...args) {
    super(...args);
    seen.workers.push(this);
  }
};
syncBuiltinESMExports();

const showNotification = Notification.prototype.show;
Notification.prototype.show = function show() {
  seen.notifications.push(this);
  return showNotification.call(this);
};
const setTrayMenu = Tray.prototype.setContextMenu;
Tray.prototype.setContextMenu = function setContextMenu(menu) {
  if (!seen.trays.some(({ tray }) => tray === this)) seen.trays.push({ tray: this, menu });
  for (const one of seen.trays) if (one.tray === this) one.menu = menu;
  return setTrayMenu.call(this, menu);
};

// Electron's error names the call; the app reads the rest of the message, so the name is changed.
const asked = async (call) => {
  try {
    return call();
  } catch (error) {
    const message = error.message.replace(/safeStorage\.(\w+)String\b/, 'safeStorage.$1StringAsync');
    throw new Error(message, { cause: error });
  }
};
if (safeStorage.encryptStringAsync === undefined)
  Object.assign(safeStorage, {
    isAsyncEncryptionAvailable: async () => safeStorage.isEncryptionAvailable(),
    encryptStringAsync: (text) => asked(() => safeStorage.encryptString(text)),
    decryptStringAsync: (sealed) =>
      asked(() => ({ result: safeStorage.decryptString(sealed), shouldReEncrypt: false })),
  });

await import('./out/main/index.js');
