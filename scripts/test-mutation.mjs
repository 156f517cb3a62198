// npm run test:mutation [-- --folder REGEX --sample N --seed S --minutes M --limit SECONDS --units --fresh]:
// makes one small standard change of the sources at a time (`mutation/operators.mjs`) and expects a test to
// fail. The seed chooses a sample of each folder. A killed mutant is not tried again while its file is
// unchanged. `--units` runs only unit tests. Everything runs in a temporary copy. The results are stored in
// docs/mutation.json and written into docs/mutation.md.
import './require-node.mjs';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './ensure-build.mjs';
import { CONFIG, copyTree } from './mutation/copy-tree.mjs';
import { FOLDERS, filesOf } from './mutation/groups.mjs';
import { mutantsOf, withSwitches } from './mutation/operators.mjs';
import { writeReport } from './mutation/report.mjs';
import { createSession } from './mutation/run-mutants.mjs';
import { runInTemporaryFolder } from './temporary-folder.mjs';

const args = process.argv.slice(2);
const option = (name, fallback) =>
  args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : fallback;
const only = new RegExp(option('folder', ''));
const sample = Number(option('sample', 40));
const seed = option('seed', '1');
const endAt = Date.now() + Number(option('minutes', 100_000)) * 60_000;
const limitMs = Number(option('limit', 30)) * 1000;
const RESULTS = join(root, 'docs/mutation.json');
/** A cache of the mutants that each test file reaches. It is not a result, so it is not committed. */
const REACH = join(root, 'out/mutation-reach.json');

const hash = (text) => createHash('sha1').update(text).digest('hex');
const clip = (text) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
const read = (path, fallback) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : fallback);
/** Replaces the file as a whole, because a run may be ended at any time. */
const write = (path, value) => {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 1)}\n`);
  renameSync(`${path}.new`, path);
};

/** The sampled mutants of a folder: those whose keys are first in the order of the seed. */
const sampleOf = (folder) => {
  const all = filesOf(root, folder).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const source = hash(text).slice(0, 12);
    return mutantsOf(path, text, hash).map((one) => ({ ...one, folder, source }));
  });
  const chosen = all
    .map((one) => ({ one, rank: hash(`${seed} ${one.key}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, sample)
    .map(({ one }) => one);
  return { folder, all: all.length, chosen };
};

const isKept = (file) =>
  !/^test\/integration\/(shell|scripts)\//.test(file) &&
  !/^test\/unit\/(scripts|support)\//.test(file) &&
  (file.startsWith('test/unit/') || !args.includes('--units'));

await runInTemporaryFolder('satchel-mutation-', async (copy) => {
  const folders = FOLDERS.map(sampleOf);
  const results = read(RESULTS, {});
  const all = folders.flatMap(({ chosen }) => chosen);
  for (const [id, one] of all.entries()) one.id = id;
  // The first mutant of each folder, then the second of each: a run that is ended early has tried equally
  // many of each.
  const tried = folders
    .flatMap(({ chosen }) => chosen.map((one, place) => ({ one, place })))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
    .filter(({ folder }) => only.test(folder));
  const isSettled = ({ key, source }) => results[key]?.killed && results[key].source === source;
  const pending = tried.filter((one) => !isSettled(one) || args.includes('--fresh'));
  console.log(`${tried.length} mutants chosen, ${pending.length} to be tried`);
  if (pending.length > 0) await tryAll(copy, all, pending, results);
  const judged = writeReport({ root, folders, results, seed, sample });
  return judged.short.length > 0 ? 1 : 0;
});

async function tryAll(copy, all, pending, results) {
  copyTree(root, copy);
  const sources = [...new Set(pending.map(({ path }) => path))];
  // All chosen mutants, also those that are not tried now: which test files reach them stays known between
  // runs.
  const switched = {};
  for (const path of new Set(all.map((one) => one.path)))
    switched[path] = withSwitches(
      readFileSync(join(root, path), 'utf8'),
      all.filter((one) => one.path === path),
    );
  writeFileSync(join(copy, 'switched.json'), JSON.stringify(switched));
  writeFileSync(join(copy, 'mutation.config.ts'), CONFIG);
  const session = createSession(copy);
  try {
    const reach = await reachOf(session, copy, { sources, all, pending });
    for (const [at, one] of pending.entries()) {
      if (Date.now() > endAt) break;
      const tests = testsFor(one, reach);
      const verdict = tests.length === 0 ? { killed: false, by: '' } : await session.judge(one.id, tests);
      const { key, path, operator, line, shown, original, replacement, source } = one;
      results[key] = {
        path,
        operator,
        line,
        shown,
        original: clip(original),
        replacement: clip(replacement),
        source,
        ...verdict,
        tests: tests.length,
      };
      write(RESULTS, results);
      console.log(
        `${at + 1}/${pending.length} ${verdict.killed ? 'killed  ' : 'SURVIVED'} ${path}:${line} ${operator} ${verdict.killed ? `by ${verdict.by.slice(0, 80)}` : `(${tests.length} test files) ${shown.slice(0, 90)}`}`,
      );
    }
  } finally {
    session.end();
  }
}

function testFiles(copy) {
  const folders = ['unit', 'contract', 'integration'].map((name) => join(copy, 'test', name));
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );
}

/** The words of a path that describe its subject. */
function wordsOf(path) {
  return path
    .replace(/\.test\.tsx?$|\.ts$/, '')
    .split(/[^a-z]+/i)
    .filter((word) => word.length > 3 && word !== 'test' && word !== 'integration');
}
/**
 * How many words of a source's path also occur in a test file's path, by their first five letters (`open`,
 * `opening`).
 */
function relation(source, file) {
  const theirs = wordsOf(file);
  return wordsOf(source).filter((word) => theirs.some((one) => one.slice(0, 5) === word.slice(0, 5))).length;
}

/**
 * The test files that reach the mutant: unit tests first, then related names, then the fastest; as many as
 * fit the time limit.
 */
function testsFor({ key, path }, reach) {
  const all = reach
    .filter(({ ok, keys }) => ok && keys.includes(key))
    .map((one) => ({ ...one, isUnit: one.name.startsWith('test/unit/'), related: relation(path, one.name) }))
    .sort((a, b) => Number(b.isUnit) - Number(a.isUnit) || b.related - a.related || a.ms - b.ms);
  let sum = 0;
  return all.filter(({ ms }, at) => {
    if (at > 0 && sum + ms > limitMs) return false;
    sum += ms;
    return true;
  });
}

/**
 * The mutants that each related test file reaches, without an active mutant. The result is stored by the keys
 * of the mutants and used as long as the test file is unchanged. Only `--fresh` detects that a change
 * elsewhere makes a test file reach more.
 */
async function reachOf(session, copy, { sources, all, pending }) {
  const held = args.includes('--fresh') ? { looks: [], files: {} } : read(REACH, { looks: [], files: {} });
  const here = (file) => relative(copy, file).split(sep).join('/');
  // Vitest does not follow dynamic imports of a test.
  const importing = testFiles(copy).filter((file) => readFileSync(file, 'utf8').includes('await import('));
  const found = new Set([...(await session.related(sources)), ...importing]);
  // A test file that takes longer than the limit for all tests of a mutant is left out.
  const related = [...found].filter((file) => isKept(here(file)) && !(held.files[here(file)]?.ms > limitMs));
  const stamp = (file) => hash(readFileSync(file, 'utf8'));
  const isKnown = (file) => {
    const one = held.files[here(file)];
    if (one?.stamp !== stamp(file)) return false;
    const looked = new Set(held.looks[one.look]);
    return pending.every(({ key }) => looked.has(key));
  };
  const asked = related.filter((file) => !isKnown(file));
  console.log(`${related.length} test files are related, ${asked.length} must run to find what they reach`);
  const keyOf = new Map(all.map(({ id, key }) => [id, key]));
  const look = held.looks.push([...keyOf.values()]) - 1;
  for (let at = 0; at < asked.length; at += 10) {
    for (const { file, ok, ms, reached } of await session.reach(asked.slice(at, at + 10)))
      held.files[here(file)] = { stamp: stamp(file), look, ok, ms, keys: reached.map((id) => keyOf.get(id)) };
    mkdirSync(join(root, 'out'), { recursive: true });
    write(REACH, held);
  }
  for (const file of related)
    if (held.files[here(file)]?.ok === false)
      console.log(`fails without a mutant, so it is ignored: ${here(file)}`);
  return related.flatMap((file) =>
    held.files[here(file)] ? [{ file, name: here(file), ...held.files[here(file)] }] : [],
  );
}
