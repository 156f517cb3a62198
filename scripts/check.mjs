// npm run check: format, lint, types and the project's own checks in parallel. Prints the output of a check
// only if it failed. A tool without a program for this system in node_modules does not run, and the check
// says so: CI runs it on Linux. With SATCHEL_NO_SKIP=1 a missing program is a failure.
import './require-node.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
  'import directions and circles': ['check-imports'],
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
        'check-imports': './check-imports.mjs',
        'check-packaging': './check-packaging.mjs',
      }[name],
      import.meta.url,
    ),
  );

/**
 * Packages that hold a tool's program for one system each. If none is for this system, the tool cannot run.
 */
const PROGRAMS = { oxfmt: ['@oxfmt'], oxlint: ['@oxlint', '@oxlint-tsgolint'] };
const mayMiss = process.env.SATCHEL_NO_SKIP !== '1';
const hasProgram = (tool) =>
  (PROGRAMS[tool] ?? []).every((scope) => {
    const folder = join(root, 'node_modules', scope);
    const system = `${process.platform}-${process.arch}`;
    return existsSync(folder) && readdirSync(folder).some((name) => name.includes(system));
  });

const results = await Promise.all(
  Object.entries(jobs).map(async ([name, job]) =>
    hasProgram(job[0]) ? { name, ...(await run(job)) } : { name, ok: mayMiss, isMissing: true },
  ),
);
for (const { name, ok, output, isMissing } of results)
  if (isMissing) console.log(`NOT RUN ${name}: no program for ${process.platform}-${process.arch}`);
  else console.log(ok ? `ok      ${name}` : `FAILED  ${name}\n${output}`);
process.exit(results.every(({ ok }) => ok) ? 0 : 1);
