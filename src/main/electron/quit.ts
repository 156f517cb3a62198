/**
 * Quitting hides the window first: its page then saves the drafts of its forms, and nobody types into a form that
 * can no longer be saved. An account that closes takes no more calls.
 *
 * Then it waits until the core has ended its rounds, received the last answers and closed its databases. The
 * wait is limited, so that a slow network never blocks the shutdown of the computer. A push without an answer
 * by then is in doubt and is settled later.
 *
 * Each system reports the end of a session differently:
 *   Linux    powerMonitor `shutdown`: the system waits only if the event is prevented, at most logind's five seconds.
 *   macOS    the same event, also at logout: if it is prevented, macOS stops waiting and the app quits by itself.
 *   Windows  only `session-end` of a window; the process ends as soon as its listener returns, unless that has begun
 *            to quit. There is no `before-quit` of the system's own.
 */
import type { App, Event, PowerMonitor } from 'electron';
import type { CoreHost } from '../node/core-host';

/** A hidden page saves its drafts at once; that takes some milliseconds. */
export const PAGE_SAVES_MS = 250;
export const QUIT_GRACE_MS = 5000;
/**
 * logind and Windows give an app five seconds. The core waits up to four for the last answers; then it
 * closes, and the app quits.
 */
export const SESSION_END_GRACE_MS = 4600;

export interface Quitting {
  /**
   * For `session-end` of Windows: starts to quit, and returns when the core is closed or the time is over.
   */
  sessionEnds(): void;
  /** Returns true from the moment when the app begins to quit. */
  hasBegun(): boolean;
}

export interface QuitParts {
  host: Pick<CoreHost, 'close' | 'closeBlocking'>;
  /** Returns false if there is no window. */
  hideWindow(): boolean;
}

export const quitAfterClose = (
  app: Pick<App, 'on' | 'quit'>,
  powerMonitor: Pick<PowerMonitor, 'on'>,
  { host, hideWindow }: QuitParts,
): Quitting => {
  let state: 'open' | 'closing' | 'closed' = 'open';
  let graceMs = QUIT_GRACE_MS;
  const closeCore = (withinMs: number): void => {
    // Windows may have ended the session meanwhile.
    if (state === 'closed') return;
    void host
      .close(withinMs)
      .catch(() => undefined)
      .finally(() => {
        state = 'closed';
        // Not in the turn of the event: Electron notes after it that quitting was prevented, also if the app has asked
        // to quit again by then. It would then close the windows and run on without one.
        setImmediate(() => app.quit());
      });
  };
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    if (hideWindow()) setTimeout(() => closeCore(graceMs - PAGE_SAVES_MS), PAGE_SAVES_MS);
    else closeCore(graceMs);
  });
  // On Linux, Electron asks the system to delay a shutdown when a listener of `shutdown` is added, but not if
  // it is the first listener of `powerMonitor`. So another listener is added before it.
  powerMonitor.on('resume', () => undefined);
  // electron.d.ts lacks the event argument that the documentation describes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- electron.d.ts declares the listener without it
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
    hasBegun: () => state !== 'open',
  };
};
