// npm hands a signal to its shell alone, and the shell dies of it without its child: a program that npm started notices by itself.
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
