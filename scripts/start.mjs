// npm start: builds if needed, then the desktop app where Electron's binary is to be had, else the browser
// window.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { findElectron } from './electron-binary.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';

const args = process.argv.slice(2);

const startElectron = (binary) => {
  const child = spawn(
    binary,
    [...(platform() === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []), root, ...args],
    { cwd: root, stdio: 'inherit' },
  );
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
};

// In this very process: what stops or kills it has stopped Satchel.
const startWeb = async () => {
  process.setSourceMapsEnabled(true);
  await import('../out/main/web.js');
};

endWithNpm();
try {
  await ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const electron = args.includes('--web') ? null : await findElectron();
if (electron) startElectron(electron);
else {
  if (!args.includes('--web'))
    console.error(
      'Electron is not on this machine and could not be fetched: opening Satchel in a browser window instead.',
    );
  await startWeb();
}
