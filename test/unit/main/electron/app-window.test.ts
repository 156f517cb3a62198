/** When the window is shown. Electron's window is replaced by one that records what it is told. */
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SHOW_AFTER_LOAD_MS } from '../../../../src/main/electron/show-when-ready';
import { wordsOf } from '../../../../src/main/electron/words';

// Another file of this worker may have loaded the module with its own double of Electron.
vi.resetModules();
const { createAppWindow } = await import('../../../../src/main/electron/app-window');

const { windows, minimized } = vi.hoisted(() => ({
  windows: [] as {
    steps: string[];
    emit(name: string): unknown;
    webContents: { emit(name: string, ...facts: unknown[]): unknown };
  }[],
  minimized: { is: false },
}));
vi.mock('electron', () => ({
  app: { isPackaged: true },
  clipboard: {},
  dialog: {},
  Menu: {},
  nativeTheme: { shouldUseDarkColors: false },
  BrowserWindow: class extends EventEmitter {
    readonly steps: string[] = [];
    readonly webContents = Object.assign(new EventEmitter(), {
      reload: (): void => void this.steps.push('reload'),
    });
    constructor() {
      super();
      windows.push(this);
    }
    loadURL(url: string): Promise<void> {
      this.steps.push(url);
      return Promise.resolve();
    }
    show(): void {
      this.steps.push('show');
    }
    maximize(): void {
      this.steps.push('maximize');
    }
    hide(): void {
      this.steps.push('hide');
    }
    focus(): void {
      this.steps.push('focus');
    }
    isMinimized(): boolean {
      return minimized.is;
    }
    restore(): void {
      this.steps.push('restore');
    }
  },
}));
beforeEach(() => {
  windows.splice(0);
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const made = (maximized = false) => {
  const state = { quits: false };
  const window = createAppWindow({
    preloadFile: '/preload.cjs',
    place: {
      find: () => ({ bounds: { x: 0, y: 0, width: 1000, height: 700 }, maximized }),
      watch: () => undefined,
      keep: () => windows[0]?.steps.push('keep its place'),
    },
    restartLimit: { allows: () => true },
    words: () => wordsOf('en'),
    log: { error: () => undefined, warn: () => undefined, info: () => undefined },
    isQuitting: () => state.quits,
    restart: async () => undefined,
    openLogFolder: async () => undefined,
    onMade: () => undefined,
    onShown: () => undefined,
    onClosed: () => undefined,
  });
  return { state, window };
};

it('the window is shown when it has content, and comes to the front at a click', () => {
  const { window } = made();
  window.showApp();
  windows[0]?.emit('ready-to-show');
  window.show();
  expect(windows[0]?.steps).toEqual(['satchel-app://app/', 'show', 'show', 'focus']);
});

it('the window is shown 1.5 s after its page was loaded, also without the event that it has content', () => {
  const { window } = made();
  window.showApp();
  windows[0]?.webContents.emit('did-stop-loading');
  vi.advanceTimersByTime(SHOW_AFTER_LOAD_MS - 1);
  expect(windows[0]?.steps).toEqual(['satchel-app://app/']);
  vi.advanceTimersByTime(1);
  expect(windows[0]?.steps).toEqual(['satchel-app://app/', 'show']);
  // On Wayland the event may come only now. A change of the hash is a load too.
  windows[0]?.emit('ready-to-show');
  windows[0]?.webContents.emit('did-stop-loading');
  vi.runAllTimers();
  expect(windows[0]?.steps).toEqual(['satchel-app://app/', 'show']);
});

it.each(['ready-to-show', 'closed'])('the window is not shown again after %s', (event) => {
  const { window } = made();
  window.showApp();
  windows[0]?.webContents.emit('did-stop-loading');
  windows[0]?.emit(event);
  const before = [...(windows[0]?.steps ?? [])];
  vi.runAllTimers();
  expect(windows[0]?.steps).toEqual(before);
});

it('a minimized window comes to the front at a click on a notification', () => {
  const { window } = made();
  window.showApp();
  minimized.is = true;
  window.show();
  minimized.is = false;
  expect(windows[0]?.steps).toEqual(['satchel-app://app/', 'restore', 'show', 'focus']);
});

it('a window that is kept hidden during an installation is not shown by a click, and none is made', () => {
  const { window } = made();
  window.showApp();
  expect(window.keepHidden()).toBe(true);
  // A click on the tray icon, a link, and the first content of the page.
  window.show();
  windows[0]?.emit('ready-to-show');
  expect(windows[0]?.steps).toEqual(['satchel-app://app/', 'keep its place', 'hide']);
  windows[0]?.emit('closed');
  window.show();
  expect(windows).toHaveLength(1);
  expect(window.keepHidden()).toBe(false);
  window.allowShow();
  window.show();
  expect(windows).toHaveLength(2);
});

it('the window that is hidden for quitting stays hidden: what is typed into it could not be saved', () => {
  const { state, window } = made();
  window.showApp();
  state.quits = true;
  window.hide();
  // The first content, a loaded page, a click on the tray icon, on a notification or in the menu.
  windows[0]?.webContents.emit('did-stop-loading');
  vi.runAllTimers();
  windows[0]?.emit('ready-to-show');
  window.show();
  expect(windows[0]?.steps).toEqual(['satchel-app://app/', 'keep its place', 'hide']);
});

it('no window is made while Satchel quits', () => {
  const { state, window } = made();
  state.quits = true;
  window.show();
  expect(windows).toHaveLength(0);
});

it.each([
  ['of a page that kept crashing is over in the next window, which loads the page again', true],
  ['of a core that stopped stays in the next window', false],
])('the explanation %s', (_, coreRuns) => {
  const { window } = made();
  window.showApp();
  window.stop({ title: 'Stopped', body: '', detail: '', coreRuns });
  windows[0]?.emit('closed');
  expect(window.current()).toBeNull();
  window.show();
  expect(windows[1]?.steps).toEqual([coreRuns ? 'satchel-app://app/' : 'satchel-app://app/stopped']);
});

it('a window that was maximized is not shown before it has content: maximize() shows a hidden window', () => {
  const { window } = made(true);
  window.showApp();
  expect(windows[0]?.steps).toEqual(['satchel-app://app/']);
  windows[0]?.emit('ready-to-show');
  expect(windows[0]?.steps).toEqual(['satchel-app://app/', 'maximize', 'show']);
  // The user may have made it smaller since.
  window.show();
  expect(windows[0]?.steps.slice(3)).toEqual(['show', 'focus']);
});

it('a window that was maximized is maximized once, also if a click shows it before it has content', () => {
  const { window } = made(true);
  window.showApp();
  window.show();
  windows[0]?.emit('ready-to-show');
  expect(windows[0]?.steps.filter((step) => step !== 'focus')).toEqual([
    'satchel-app://app/',
    'maximize',
    'show',
    'show',
  ]);
});

it('a page that crashes is loaded again, but not while Satchel quits', () => {
  const { state, window } = made();
  window.showApp();
  const crash = (): unknown =>
    windows[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  crash();
  expect(windows[0]?.steps).toEqual(['satchel-app://app/', 'reload']);
  state.quits = true;
  crash();
  expect(windows[0]?.steps).toEqual(['satchel-app://app/', 'reload']);
});
