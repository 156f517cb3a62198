// The first import of every command. If Node is too old, the command runs again on the Node that npm
// installed. Without that, it prints which version is needed, and exits with 1.
import { spawn } from 'node:child_process';
import { endWithNpm } from './end-with-npm.mjs';
import { findNpmsNode, isNewEnough, tooOld } from './node-version.mjs';

if (!isNewEnough(process.versions)) {
  const node = findNpmsNode();
  if (node === null) {
    console.error(tooOld(process.versions));
    process.exit(1);
  }
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpm();
  child.on('exit', (code) => process.exit(code ?? 1));
  // The module that waits for this import must not run here.
  await new Promise(() => {});
}
