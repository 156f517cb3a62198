/** The position of the window is written before it is hidden, and not while it is hidden or minimized. */
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPlaceKeeper } from '../../../../src/main/electron/keep-window-place';

const DISPLAY = { x: 0, y: 0, width: 1920, height: 1080 };
const BOUNDS = { x: 60, y: 50, width: 1010, height: 710 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-place-'));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** A window of Linux: one that is hidden (Wayland) or minimized (X11) is no longer maximized. */
class Window extends EventEmitter {
  state: 'shown' | 'minimized' | 'hidden' = 'shown';
  maximized = false;
  isDestroyed = (): boolean => false;
  isVisible = (): boolean => this.state === 'shown';
  isMinimized = (): boolean => this.state === 'minimized';
  isMaximized = (): boolean => this.maximized;
  getNormalBounds = (): typeof BOUNDS => (this.state === 'shown' ? BOUNDS : DISPLAY);
  /** Hides or minimizes the window. */
  leave(state: 'minimized' | 'hidden'): void {
    this.state = state;
    this.maximized = false;
    this.emit('unmaximize');
  }
}

const kept = () => {
  const display = { bounds: DISPLAY, workArea: DISPLAY, scaleFactor: 1 };
  const keeper = createPlaceKeeper(join(folder, 'window.json'), { getAllDisplays: () => [display] as never });
  const window = new Window();
  keeper.watch(window as never);
  return { keeper, window };
};

it('is written half a second after the last change, and at closing', () => {
  const { keeper, window } = kept();
  window.emit('move');
  vi.advanceTimersByTime(499);
  expect(keeper.find()).toBeNull();
  vi.advanceTimersByTime(1);
  expect(keeper.find()).toEqual({ bounds: BOUNDS, maximized: false });
  window.maximized = true;
  window.emit('close');
  expect(keeper.find()).toEqual({ bounds: BOUNDS, maximized: true });
});

it.each(['minimized', 'hidden'] as const)(
  'a maximized window that is %s stays maximized at the next start',
  (state) => {
    const { keeper, window } = kept();
    window.maximized = true;
    window.emit('maximize');
    vi.advanceTimersByTime(500);
    window.leave(state);
    vi.advanceTimersByTime(500);
    expect(keeper.find()).toEqual({ bounds: BOUNDS, maximized: true });
    // Quitting hides it, and then closes it.
    window.leave('hidden');
    window.emit('close');
    expect(keeper.find()).toEqual({ bounds: BOUNDS, maximized: true });
  },
);

it('a change right before the window is hidden is kept', () => {
  const { keeper, window } = kept();
  window.maximized = true;
  window.emit('maximize');
  keeper.keep(window as never);
  window.leave('hidden');
  vi.runAllTimers();
  expect(keeper.find()).toEqual({ bounds: BOUNDS, maximized: true });
});
