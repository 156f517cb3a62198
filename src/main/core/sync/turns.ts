/**
 * Gives each waiter its own turn of the event loop, in order of arrival, so that messages of the windows are
 * handled in between. Without it, lanes whose answers arrive together would write back to back.
 */
import type { Timers } from '../ports/ports';

export interface Turns {
  take(): Promise<void>;
  /** Releases all waiters at once, for closing. */
  open(): void;
}

export const createTurns = (timers: Timers): Turns => {
  const waiting: (() => void)[] = [];
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
    open: () => {
      opened = true;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
};
