/**
 * How a process ended, on each system. Windows has no signals: whatever a process is sent ends it at once,
 * and one that kills itself leaves exit code 1 in place of a signal's name.
 */

/** Exit code of a program that was told to end by SIGTERM and closed itself. */
export const TOLD_TO_END = process.platform === 'win32' ? null : 0;

export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What it wrote there: a program that failed says why. */ stderr: string;
}

/** Returns true if the process was killed, by itself or from outside, before it could say anything. */
export const wasKilled = ({ code, signal, stderr }: End, platform = process.platform): boolean =>
  signal === 'SIGKILL' || (platform === 'win32' && code === 1 && stderr === '');
