// npm sends a signal only to its shell, and the shell does not pass it on to the program. So a program that
// npm started checks whether the shell still exists.
import { spawn } from 'node:child_process';

const CHECK_MS = 400;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/**
 * Under `npm run`, ends this process as SIGTERM would when npm's shell is gone. Elsewhere it does nothing.
 */
export const endWithNpm = () => {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell && isAlive(shell)) return;
    clearInterval(timer);
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, CHECK_MS);
  timer.unref();
};

let parts = null;

/** Starts a child process of this command. The child is ended when the command ends, for whatever reason. */
export const spawnPart = (command, args, options) => {
  if (parts === null) {
    parts = new Set();
    process.once('exit', () => {
      for (const part of parts) part.kill();
    });
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(143));
    endWithNpm();
  }
  const child = spawn(command, args, options);
  parts.add(child);
  child.once('exit', () => parts.delete(child));
  return child;
};
