// npm hands a signal to its shell alone, and the shell dies of it without its child: a program that npm
// started notices by itself.
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

/** Under `npm run`, ends this process as SIGTERM would once npm's shell is gone; elsewhere does nothing. */
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

/** Starts a part of this command, a process that ends with it whichever way it ends. */
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
