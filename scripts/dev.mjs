// npm run dev: the demo in the browser window, rebuilt and restarted whenever a source changes.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';

const args =
  process.argv.slice(2).length > 0
    ? process.argv.slice(2)
    : ['--demo', '--port', '5199', '--data', join(root, '.cache', 'dev')];
let child = null;

const restart = async () => {
  try {
    await ensureBuilt();
  } catch (error) {
    console.error(error.message);
    return;
  }
  child?.kill('SIGTERM');
  child = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'out', 'main', 'web.js'), '--no-open', ...args],
    { stdio: 'inherit' },
  );
};

let timer;
watch(join(root, 'src'), { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(() => void restart(), 300);
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    child?.kill('SIGTERM');
    process.exit(0);
  });
endWithNpm();
await restart();
