/**
 * Logs errors that no part of the shell handles. The app runs on. Electron's main process only prints a warning about
 * a rejected promise without a handler, and an installed app has no terminal that shows it.
 */
import type { Log } from '#core/ports/ports';

export interface UnhandledErrors {
  log: Log;
  /** Called once, at the first exception. After a rejected promise the shell is as it was, so the user is not told. */
  tellUser(): void;
}

export const logUnhandledErrors = (
  process: Pick<NodeJS.Process, 'on'>,
  { log, tellUser }: UnhandledErrors,
): void => {
  let isTold = false;
  process.on('uncaughtException', (error) => {
    log.error('uncaught in the shell', { error });
    if (!isTold) tellUser();
    isTold = true;
  });
  process.on('unhandledRejection', (error) => log.error('a promise of the shell was rejected', { error }));
};
