/**
 * How a process ended, on each system. Windows has no signals: a signal ends a process at once, and a process
 * that kills itself has exit code 1 instead of a signal's name.
 */

/** The exit code of a program that got SIGTERM and closed itself. */
export const TOLD_TO_END = process.platform === 'win32' ? null : 0;

export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Its error output: a failed program prints the reason. */
  stderr: string;
}

/** Returns true if the process was killed, by itself or from outside, before it could print anything. */
export const wasKilled = ({ code, signal, stderr }: End, platform = process.platform): boolean =>
  signal === 'SIGKILL' || (platform === 'win32' && code === 1 && stderr === '');
