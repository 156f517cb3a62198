// npm run test:security:mutants [-- --only REGEX | --anchors]: turns each security setting off, one by one,
// in a copy of the tree, and expects the test that covers it to fail (`security-mutants.mjs`). The tests must
// pass first without a change. Exits with 1 if a setting can be removed without a failing test. `--anchors`
// only checks that the built tree contains the text that each change replaces, and that the tests contain the
// title of each covering test. It runs no test, and exits with 1 if one is missing. `npm test` runs it with
// `--anchors`.
import './require-node.mjs';
import {
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { spawnPart } from './end-with-npm.mjs';
import { root } from './ensure-build.mjs';
import { MUTANTS } from './security-mutants.mjs';
import { runInTemporaryFolder } from './temporary-folder.mjs';

const COPIED = [
  'src',
  'test',
  'scripts',
  'resources',
  '.github',
  'package.json',
  'package-lock.json',
  'electron-builder.yml',
  'electron.vite.config.ts',
  'vitest.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.core.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
];
const args = process.argv.slice(2);
const only = new RegExp(args.includes('--only') ? args[args.indexOf('--only') + 1] : '');
const mutants = MUTANTS.filter(({ item, setting }) => only.test(`${item}: ${setting}`));
let copy = root;
const at = (path) => join(copy, path);

const run = (commandLine) =>
  new Promise((resolve) => {
    const child = spawnPart(process.execPath, commandLine, {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Only CI runs the tests of some settings.
      env: { ...process.env, SATCHEL_THOROUGH: '1' },
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('exit', (code) => resolve({ code, output }));
  });

const literal = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The titles of the failed tests among those whose title contains `filter`, or the output of the check. */
const failuresOf = async ({ test, title, run: filter = title }) => {
  if (!test.endsWith('.test.ts')) {
    const { code, output } = await run([at(test)]);
    return { ran: 1, failed: code === 0 ? [] : output.trim().split('\n') };
  }
  const report = at('report.json');
  rmSync(report, { force: true });
  const { output } = await run([
    at('node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    test.split('/')[1],
    test,
    '-t',
    literal(filter),
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  let files;
  try {
    files = JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    throw new Error(`${test} gave no report:\n${output}`);
  }
  const results = files.flatMap(({ assertionResults }) => assertionResults);
  const isRun = ({ status }) => status === 'passed' || status === 'failed';
  // A setup that all tests of the file need has failed: vitest reports them as skipped.
  if (files.some(({ status }) => status === 'failed') && !results.some(isRun))
    return { ran: 1, failed: [`${title}: the file failed before its tests`] };
  return {
    ran: results.filter(isRun).length,
    failed: results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  };
};

/** The name of a chunk contains the hash of its content; `*` stands for the hash. */
const namedBy = (path) => {
  if (!path.includes('*')) return path;
  const [start, end] = basename(path).split('*');
  const found = readdirSync(at(dirname(path))).filter((name) => name.startsWith(start) && name.endsWith(end));
  if (found.length !== 1) throw new Error(`${found.length} files are named ${path}`);
  return join(dirname(path), found[0]);
};

/** A pattern for the text of a change, in which white space matches any white space. */
const anchorOf = (text) => new RegExp(literal(text).replaceAll(/\s+/g, String.raw`\s+`), 'g');

/** The file that contains the setting exactly once, and its text. Throws if it does not. */
const findAnchor = ([name, from]) => {
  const path = namedBy(name);
  const text = readFileSync(at(path), 'utf8');
  const found = text.match(anchorOf(from))?.length ?? 0;
  if (found !== 1) throw new Error(`occurs ${found} times in ${path}, not once: ${from}`);
  return { path, text };
};

/**
 * Makes the change. The returned function undoes it and restores the time stamp: otherwise the source would
 * look newer than the build, and a rebuild would overwrite the next change. Throws if the file no longer
 * contains the setting as listed.
 */
const change = ([name, from, to]) => {
  const { path, text } = findAnchor([name, from]);
  const { atime, mtime } = statSync(at(path));
  writeFileSync(
    at(path),
    text.replace(anchorOf(from), () => to),
  );
  return () => {
    writeFileSync(at(path), text);
    utimesSync(at(path), atime, mtime);
  };
};

const judge = async (mutant) => {
  let undo;
  try {
    undo = change(mutant.change);
  } catch (error) {
    return { verdict: 'STALE', by: error.message };
  }
  const { failed } = await failuresOf(mutant).catch((error) => ({ failed: [], error }));
  undo();
  const by = failed.find((name) => name.includes(mutant.title));
  return by === undefined ? { verdict: 'SURVIVED', by: failed[0] ?? mutant.test } : { verdict: 'killed', by };
};

/**
 * Returns true if a title in the text equals `title` or begins with it; `%s` in the text matches any words.
 */
const hasTitle = (text, title) =>
  text.includes(title) ||
  [...text.matchAll(/'([^'\n]*)%s([^'\n]*)'/g)].some(([, start, end]) => {
    if (!title.startsWith(start)) return false;
    const rests = [...title].map((_, i) => title.slice(i)).slice(start.length + 1);
    return end === '' || rests.some((rest) => end.startsWith(rest));
  });

/** Throws if no test of the file has the title. */
const findTitle = ({ test, title }) => {
  if (test.endsWith('.test.ts') && !hasTitle(readFileSync(at(test), 'utf8'), title))
    throw new Error(`belongs to a test that ${test} does not have: ${title}`);
};

if (args.includes('--anchors')) {
  const stale = mutants.flatMap((mutant) => {
    try {
      findAnchor(mutant.change);
      findTitle(mutant);
      return [];
    } catch (error) {
      return [`${mutant.item}: ${mutant.setting} ${error.message}`];
    }
  });
  for (const line of stale) console.error(line);
  process.exit(stale.length === 0 ? 0 : 1);
}

await runInTemporaryFolder('satchel-security-', async (folder) => {
  copy = folder;
  for (const path of COPIED)
    cpSync(join(root, path), at(path), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, 'node_modules'), at('node_modules'), 'junction');
  const { code, output } = await run([
    at('node_modules/electron-vite/bin/electron-vite.js'),
    'build',
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  const owners = new Map(mutants.map((mutant) => [`${mutant.test} ${mutant.run ?? mutant.title}`, mutant]));
  for (const owner of owners.values()) {
    // A check (no test file) prints only what it misses, so it prints nothing without a change.
    const { ran, failed } = await failuresOf(owner);
    if (ran === 0 || failed.length > 0)
      throw new Error(
        `Without a change, ${owner.test} "${owner.title}" ${ran === 0 ? 'runs no test' : `fails: ${failed.join(' | ')}`}`,
      );
  }
  const verdicts = [];
  for (const mutant of mutants) {
    const found = await judge(mutant);
    verdicts.push(found.verdict);
    console.log(
      `${found.verdict.padEnd(9)} ${mutant.item.padEnd(15)} ${mutant.setting.padEnd(48)} ${found.by}`,
    );
  }
  const killed = verdicts.filter((verdict) => verdict === 'killed').length;
  console.log(
    `${killed} of ${mutants.length} settings fail the test that covers them when they are turned off`,
  );
  return killed === mutants.length ? 0 : 1;
});
