// npm run test:thorough: runs the tests that repeat more when there is time (test/support/thorough.ts) with
// all of their repetitions: more kills, quirks, faults and views. It includes the files that npm test leaves
// out (ci-only-tests.mjs). `.ci/run` and the workflows run it after npm test. With SATCHEL_NO_SKIP=1 it fails
// at once if there is no browser.
import './require-node.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CI_ONLY } from './ci-only-tests.mjs';
import { spawnPart } from './end-with-npm.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';
import { runInTemporaryFolder } from './temporary-folder.mjs';
import { printFailures, readTestReport } from './test-report.mjs';

const repeatsMore = (file) => /from '[^']*\/support\/thorough'/.test(readFileSync(join(root, file), 'utf8'));
const files = readdirSync(join(root, 'test'), { recursive: true })
  // `CI_ONLY` names files with `/`, on every system.
  .map((name) => `test/${name.split(sep).join('/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && (repeatsMore(file) || CI_ONLY.includes(file)));

await runInTemporaryFolder('satchel-thorough-', async (results) => {
  const browser = await findBrowser({ mayInstall: true });
  if (!browser && process.env.SATCHEL_NO_SKIP === '1')
    throw new Error(
      'There is no browser, so the end-to-end tests would be skipped, which this run does not allow.',
    );
  await ensureBuilt();
  const report = join(results, 'report.json');
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const code = await new Promise((resolve) => {
    const child = spawnPart(
      process.execPath,
      [vitest, 'run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          SATCHEL_THOROUGH: '1',
          NODE_COMPILE_CACHE: join(results, 'compile-cache'),
          ...(browser ? { SATCHEL_BROWSER: browser } : {}),
        },
      },
    );
    child.on('exit', (status) => resolve(status ?? 1));
  });
  const counted = readTestReport(report, root);
  printFailures(counted.failures);
  // A run that fails outside its tests must not look sound.
  const failed = Math.max(counted.failed, code === 0 ? 0 : 1);
  console.log(`${counted.passed} passed, ${failed} failed, ${counted.skipped} skipped`);
  return code;
});
