/**
 * The waits of the pull. Each waiter gets its own turn of the event loop, in order of arrival. If several
 * answers arrive together, they are written in different turns, and messages of the windows are handled in
 * between.
 */
import type { Timers } from '../../ports/ports';

export interface Turns {
  take(): Promise<void>;
  /** Resolves after `ms`, or when the turns are opened. */
  sleep(ms: number): Promise<void>;
  /** Releases all waiters and sleepers at once, for closing. */
  open(): void;
}

export const createTurns = (timers: Timers): Turns => {
  const waiting: (() => void)[] = [];
  const sleepers = new Set<() => void>();
  let [ticking, opened] = [false, false];
  const tick = (): void => {
    waiting.shift()?.();
    ticking = waiting.length > 0;
    if (ticking) timers.after(0, tick);
  };
  return {
    take: () =>
      new Promise((resolve) => {
        if (opened) {
          resolve();
          return;
        }
        waiting.push(resolve);
        if (!ticking) {
          ticking = true;
          timers.after(0, tick);
        }
      }),
    sleep: (ms) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(wake);
          cancel();
          resolve();
        };
        const cancel = timers.after(ms, wake);
        sleepers.add(wake);
      }),
    open: () => {
      opened = true;
      for (const resolve of waiting.splice(0)) resolve();
      for (const wake of sleepers) wake();
    },
  };
};
