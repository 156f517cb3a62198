import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  PAGE_SAVES_MS,
  QUIT_GRACE_MS,
  quitAfterClose,
  SESSION_END_GRACE_MS,
} from '../../../../src/main/electron/quit';

describe('quitting', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const made = ({
    closeMs = 10,
    hasWindow = false,
  }: { closeMs?: number | null; hasWindow?: boolean } = {}) => {
    const steps: string[] = [];
    const app = Object.assign(new EventEmitter(), {
      quit: () => {
        let prevented = false;
        app.emit('before-quit', { preventDefault: () => (prevented = true) });
        steps.push(prevented ? 'waits' : 'gone');
      },
    });
    const powerMonitor = new EventEmitter();
    const host = {
      close: async (graceMs?: number) => {
        steps.push(`close ${graceMs}`);
        if (closeMs === null) return;
        await new Promise((resolve) => {
          setTimeout(resolve, closeMs);
        });
      },
      closeBlocking: (graceMs: number) => {
        steps.push(`block ${graceMs}`);
        return true;
      },
    };
    const hideWindow = () => {
      if (hasWindow) steps.push('hide');
      return hasWindow;
    };
    const quitting = quitAfterClose(app as never, powerMonitor as never, { host, hideWindow });
    return { app, powerMonitor, quitting, steps };
  };

  it('waits for the core, however often quitting is requested', async () => {
    const { app, steps } = made();
    app.quit();
    app.quit();
    await vi.runAllTimersAsync();
    expect(steps).toEqual([`close ${QUIT_GRACE_MS}`, 'waits', 'waits', 'gone']);
  });
  it('quits in a later turn than the event, also if there is nothing to wait for', async () => {
    const { app, steps } = made({ closeMs: null });
    app.quit();
    // Electron runs these tasks of a listener before it notes that quitting was prevented, also if the app has asked
    // to quit again by then.
    for (let n = 0; n < 20; n += 1) await Promise.resolve();
    expect(steps).toEqual([`close ${QUIT_GRACE_MS}`, 'waits']);
    await vi.runAllTimersAsync();
    expect(steps).toEqual([`close ${QUIT_GRACE_MS}`, 'waits', 'gone']);
  });
  it('hides the window before it closes the core, so that the page saves what was just typed', async () => {
    const { app, steps } = made({ hasWindow: true });
    app.quit();
    expect(steps).toEqual(['hide', 'waits']);
    await vi.advanceTimersByTimeAsync(PAGE_SAVES_MS - 1);
    expect(steps).toEqual(['hide', 'waits']);
    await vi.runAllTimersAsync();
    expect(steps).toEqual(['hide', 'waits', `close ${QUIT_GRACE_MS - PAGE_SAVES_MS}`, 'gone']);
  });
  it('does not close the core again if the session ends while the page saves', async () => {
    const { app, quitting, steps } = made({ hasWindow: true });
    app.quit();
    quitting.sessionEnds();
    await vi.runAllTimersAsync();
    expect(steps).toEqual(['hide', 'waits', `block ${SESSION_END_GRACE_MS}`, 'gone']);
  });
  it('has begun from the first request, before the core is closed', () => {
    const { app, quitting } = made();
    expect(quitting.hasBegun()).toBe(false);
    app.quit();
    expect(quitting.hasBegun()).toBe(true);
  });
  it('delays a shutdown of Linux or macOS, for less time than the system allows', async () => {
    const { powerMonitor, steps } = made();
    const preventDefault = vi.fn<() => void>();
    powerMonitor.emit('shutdown', { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
    await vi.runAllTimersAsync();
    expect(steps).toEqual([`close ${SESSION_END_GRACE_MS}`, 'waits', 'gone']);
    expect(SESSION_END_GRACE_MS).toBeLessThan(5000);
  });
  it('at the end of a Windows session, has closed everything and is quitting when the listener returns, also if it was quitting before', async () => {
    const { app, quitting, steps } = made();
    quitting.sessionEnds();
    expect(steps).toEqual([`block ${SESSION_END_GRACE_MS}`, 'gone']);
    quitting.sessionEnds();
    expect(steps.filter((step) => step.startsWith('block'))).toHaveLength(1);
    const later = made();
    later.app.quit();
    later.quitting.sessionEnds();
    expect(later.steps).toEqual([`close ${QUIT_GRACE_MS}`, 'waits', `block ${SESSION_END_GRACE_MS}`, 'gone']);
    expect(app.listenerCount('before-quit')).toBe(1);
  });
});
