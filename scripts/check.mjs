// npm run check: lint and types in parallel; the output of what failed, nothing of what passed.
import './require-node.mjs';
import { fileURLToPath } from 'node:url';
import { spawnPart } from './end-with-npm.mjs';
import { root } from './ensure-build.mjs';

const jobs = {
  'format (npm run format)': [
    'oxfmt',
    '--list-different',
    'src',
    'test',
    'scripts',
    'electron.vite.config.ts',
    'vitest.config.ts',
  ],
  lint: ['oxlint', '--type-aware', '--deny-warnings', 'src', 'test', 'scripts'],
  'types of the core': ['tsc', '-p', 'tsconfig.core.json'],
  'types of main, service and tests': ['tsc', '-p', 'tsconfig.node.json'],
  'types of the renderer': ['tsc', '-p', 'tsconfig.web.json'],
  'packaging and workflows': ['check-packaging'],
};

const run = ([command, ...args]) =>
  new Promise((resolve) => {
    let output = '';
    const child = spawnPart(process.execPath, [binOf(command), ...args], { cwd: root });
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('exit', (code) => resolve({ ok: code === 0, output }));
  });

const binOf = (name) =>
  fileURLToPath(
    new URL(
      {
        oxfmt: '../node_modules/oxfmt/bin/oxfmt',
        oxlint: '../node_modules/oxlint/bin/oxlint',
        tsc: '../node_modules/typescript/bin/tsc',
        'check-packaging': './check-packaging.mjs',
      }[name],
      import.meta.url,
    ),
  );

const results = await Promise.all(
  Object.entries(jobs).map(async ([name, job]) => ({ name, ...(await run(job)) })),
);
for (const { name, ok, output } of results)
  console.log(ok ? `ok      ${name}` : `FAILED  ${name}\n${output}`);
process.exit(results.every(({ ok }) => ok) ? 0 : 1);
