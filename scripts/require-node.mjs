// The first import of every command: on a Node that is too old, the command runs again on the Node that npm
// brought; without one, a line says what is needed, and the command ends with 1.
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
  // The command's own text, which waits for this import, must not run here.
  await new Promise(() => {});
}
