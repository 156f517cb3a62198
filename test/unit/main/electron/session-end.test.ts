/** The end of a session of Windows is reported to a window, also while the app has none of its own. */
import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';

const made: (EventEmitter & { destroyed: boolean })[] = [];
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return {
    BaseWindow: class extends Emitter {
      destroyed = false;
      constructor() {
        super();
        made.push(this);
      }
      destroy(): void {
        this.destroyed = true;
      }
    },
  };
});

// Another file of this worker may have loaded the module with its own double of Electron.
vi.resetModules();
const { createSessionEnd } = await import('../../../../src/main/electron/session-end');

beforeEach(() => void (made.length = 0));

it('is heard in the tray, and the hidden window for it is gone when the app has a window again', () => {
  const ended = vi.fn<() => void>();
  const watch = createSessionEnd('win32', ended);
  watch.watchWithoutWindow();
  watch.watchWithoutWindow();
  expect(made).toHaveLength(1);
  made[0]!.emit('session-end');
  expect(ended).toHaveBeenCalledTimes(1);
  const window = new EventEmitter();
  watch.watch(window as never);
  // A window that stays keeps the app running after the last one that the user sees is closed.
  expect(made[0]!.destroyed).toBe(true);
  window.emit('session-end');
  expect(ended).toHaveBeenCalledTimes(2);
  // That window is closed too: another hidden one listens.
  watch.watchWithoutWindow();
  expect(made).toHaveLength(2);
  made[1]!.emit('session-end');
  expect(ended).toHaveBeenCalledTimes(3);
});

it('needs no window on other systems', () => {
  const watch = createSessionEnd('linux', () => undefined);
  watch.watchWithoutWindow();
  watch.watch(new EventEmitter() as never);
  expect(made).toEqual([]);
});
