/**
 * Quitting waits for the write in hand: the core ends its rounds, hears the last answers, closes its databases. Bounded, so
 * that a sleeping network never keeps the computer from shutting down; what had no answer by then is in doubt, and settled later.
 */
import type { App, PowerMonitor } from 'electron';
import type { CoreHost } from '../node/core-host';

export const QUIT_GRACE_MS = 5000;

export const quitAfterClose = (app: App, powerMonitor: Pick<PowerMonitor, 'on'>, host: Pick<CoreHost, 'close'>): void => {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    void host.close(QUIT_GRACE_MS).catch(() => undefined).finally(() => {
      state = 'closed';
      app.quit();
    });
  });
  // macOS and Linux announce a shutdown here; on Windows closing the session closes the window, which quits.
  powerMonitor.on('shutdown', () => app.quit());
};
