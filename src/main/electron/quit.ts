/**
 * Quitting waits for the write in hand: the core ends its rounds, hears the last answers, closes its
 * databases. Bounded, so that a sleeping network never keeps the computer from shutting down; what had no
 * answer by then is in doubt, and settled later.
 *
 * The end of a session is told differently by each system:
 *   Linux    powerMonitor `shutdown`: the system waits only for who prevents it, and no longer than logind's five seconds.
 *   macOS    the same event, also at logout: prevented, `terminate:` is taken for answered and the app quits by itself.
 *   Windows  `session-end` of a window alone; the process is gone as soon as its listener returns, without `before-quit`.
 */
import type { App, Event, PowerMonitor } from 'electron';
import type { CoreHost } from '../node/core-host';

export const QUIT_GRACE_MS = 5000;
/**
 * logind and Windows both give an app five seconds. The core waits up to four for the last answers; then it
 * closes, and we leave.
 */
export const SESSION_END_GRACE_MS = 4600;

export interface Quitting {
  /**
   * For Windows' `session-end`: returns once the core is closed, or after the bound, and has begun to quit.
   */
  sessionEnds(): void;
}

export const quitAfterClose = (
  app: Pick<App, 'on' | 'quit'>,
  powerMonitor: Pick<PowerMonitor, 'on'>,
  host: Pick<CoreHost, 'close' | 'closeBlocking'>,
): Quitting => {
  let state: 'open' | 'closing' | 'closed' = 'open';
  let graceMs = QUIT_GRACE_MS;
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    void host
      .close(graceMs)
      .catch(() => undefined)
      .finally(() => {
        state = 'closed';
        app.quit();
      });
  });
  // Electron asks Linux for the delay at a listener of `shutdown`, unless that is the first listener of any event.
  powerMonitor.on('resume', () => undefined);
  // electron.d.ts leaves out the event that the documentation names.
  powerMonitor.on('shutdown', ((event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    graceMs = SESSION_END_GRACE_MS;
    app.quit();
  }) as () => void);
  return {
    sessionEnds: () => {
      if (state !== 'closed') host.closeBlocking(SESSION_END_GRACE_MS);
      state = 'closed';
      app.quit();
    },
  };
};
