// npm test: the check, then every suite but that of the real Electron, without the files of
// ci-only-tests.mjs. The last line counts the passed, failed and skipped tests. `npm run test:e2e` runs this
// script with the name of one suite. The exit code is 1 on any failure; with SATCHEL_NO_SKIP=1 also if an
// end-to-end test was skipped. Each of these counts as a failure in the last line.
import './require-node.mjs';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnPart } from './end-with-npm.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';
import { runInTemporaryFolder } from './temporary-folder.mjs';
import { printFailures, readTestReport } from './test-report.mjs';

const only = process.argv.slice(2);
const suites = only.length > 0 ? only : ['unit', 'contract', 'simulation', 'integration', 'e2e'];

/** These tests wait for processes, pages and timers half of their time, so more of them run at once. */
const WORKERS = { integration: ['--maxWorkers', '3'], e2e: ['--maxWorkers', '3'] };

const run = (args, env = {}) =>
  new Promise((resolve) => {
    const child = spawnPart(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });

const runSuite = async (suite, browser, results) => {
  const report = join(results, `${suite}.json`);
  const shared = join(results, 'shared');
  mkdirSync(shared, { recursive: true });
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
  const code = await run(
    [
      vitest,
      'run',
      '--project',
      suite,
      ...(WORKERS[suite] ?? []),
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      // The suites start about three hundred processes of the same few programs; the cache avoids compiling
      // them again.
      NODE_COMPILE_CACHE: join(results, 'compile-cache'),
      SATCHEL_SHARED_FOLDER: shared,
      ...(browser ? { SATCHEL_BROWSER: browser } : {}),
    },
  );
  return { suite, code, ...readTestReport(report, root) };
};

await runInTemporaryFolder('satchel-test-', async (results) => {
  const checked = only.length > 0 ? 0 : await run([join(root, 'scripts', 'check.mjs')]);
  await ensureBuilt();
  const anchored = only.length > 0 ? 0 : await run([join(root, 'scripts', 'test-security.mjs'), '--anchors']);
  const browser = suites.includes('e2e') ? await findBrowser({ mayInstall: true }) : null;
  if (suites.includes('e2e') && !browser)
    console.error(
      'No browser for the end-to-end tests: install Chromium, or name one in SATCHEL_BROWSER. They are ' +
        'skipped.',
    );
  const outcomes = [];
  for (const suite of suites) outcomes.push(await runSuite(suite, browser, results));
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const e2eSkipped = outcomes.find(({ suite }) => suite === 'e2e')?.skipped ?? 0;
  const refused = process.env.SATCHEL_NO_SKIP === '1' && e2eSkipped > 0;
  // A part that fails without a failing test counts as one failure, so that the last line never looks sound.
  const broken = outcomes.filter(({ code, failed }) => code !== 0 && failed === 0);
  const problems = [
    ...(checked === 0 ? [] : ['The check (lint, types) failed: see above.']),
    ...(anchored === 0 ? [] : ['A security mutant no longer finds its text: see above.']),
    ...(refused ? [`${e2eSkipped} end-to-end tests were skipped, which this run does not allow.`] : []),
    ...broken.map(({ suite }) => `The suite ${suite} failed outside its tests: see above.`),
  ];
  printFailures(outcomes.flatMap(({ failures }) => failures));
  for (const problem of problems) console.log(problem);
  const failed = sum('failed') + problems.length;
  console.log(`${sum('passed')} passed, ${failed} failed, ${sum('skipped')} skipped`);
  return failed > 0 ? 1 : 0;
});
