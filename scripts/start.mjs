// npm start: builds if needed, then opens the desktop app if Electron's binary is available, otherwise the
// browser window.
import './require-node.mjs';
import { platform } from 'node:os';
import { findElectron } from './electron-binary.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';
import { runElectron } from './run-electron.mjs';

const args = process.argv.slice(2);

// Runs in this process, so stopping it stops Satchel.
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
const wantsWindow = !args.includes('--web');
const electron = wantsWindow ? await findElectron() : null;
if (electron) {
  // Chromium does not start its sandbox as root.
  const isRoot = platform() === 'linux' && process.getuid?.() === 0;
  const { code, refusal } = await runElectron(
    electron,
    [...(isRoot ? ['--no-sandbox'] : []), root, ...args],
    {
      cwd: root,
    },
  );
  if (refusal === null) process.exit(code);
  console.error(refusal);
}
if (wantsWindow) console.error('Opening Satchel in a browser window instead.');
await startWeb();
