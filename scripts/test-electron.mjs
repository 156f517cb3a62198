// npm run test:electron: Playwright drives the real Electron: the built app, and the unpacked package where
// SATCHEL_PACKAGED names its executable. Where no binary is to be had the suite is skipped, and says why;
// SATCHEL_NO_SKIP=1 makes that a failure.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findElectron } from './electron-binary.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';

const electron = await findElectron();
if (!electron) {
  console.log(
    'The real-Electron suite was skipped: Electron’s binary is not on this machine and could not be fetched.',
  );
  process.exit(process.env.SATCHEL_NO_SKIP === '1' ? 1 : 0);
}
await ensureBuilt();
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const result = spawnSync(process.execPath, [vitest, 'run', '--project', 'electron'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SATCHEL_ELECTRON: electron },
});
process.exit(result.status ?? 1);
