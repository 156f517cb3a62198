// Runs the broken variants of `core-mutants.mjs`. Each is built into its own bundle and plays the history
// that is known to reveal it; if that does not, random histories until one of its invariants fails. A variant
// that no history reaches names a test that must fail. Returns true if a variant survived. `only` is a part
// of the variant's name.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createVitest } from 'vitest/node';
import { spawnPart } from './end-with-npm.mjs';
import { CORE_MUTANTS } from './core-mutants.mjs';

const CORE = 'src/main/core/';

const play = (file, args) =>
  new Promise((resolve, reject) => {
    const child = spawnPart(process.execPath, [file, '--whole-trace', '--lines', '0', ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('close', (code) => {
      try {
        resolve(JSON.parse(text.trim().split('\n').at(-1)));
      } catch {
        reject(new Error(`${file} ended with ${code} and said nothing`));
      }
    });
  });

const broken = ({ file, find, by }) => ({
  name: 'break-core',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith(`${CORE}${file}`)) return null;
    if (code.split(find).length !== 2) throw new Error(`${file} does not say once: ${find}`);
    return code.replace(find, () => by);
  },
});

/** Plays the history that is known to reveal the variant, if there is one. */
const byScript = async (mutant, at, { root, file, whole }) => {
  if (!mutant.steps) return null;
  const path = `${root}out/mutant-${at}/history.json`;
  writeFileSync(path, JSON.stringify({ options: mutant.options ?? {}, steps: mutant.steps }));
  const [failure] = (await play(file, ['--script', path])).failures;
  if (!failure || !mutant.killedBy.includes(failure.invariant)) return null;
  const sound = await play(whole, ['--script', path]);
  return sound.failures.length > 0 ? null : `[${failure.invariant}] by its script`;
};

const bySeeds = async (mutant, { file, whole, seed, runs }) => {
  for (let from = seed, left = runs; left > 0;) {
    const { runs: played, failures } = await play(file, [
      ...['--seed', String(from), '--runs', String(left), '--failures', '1'],
    ]);
    const [failure] = failures;
    if (!failure) return null;
    from = failure.seed + 1;
    left -= played;
    if (!mutant.killedBy.includes(failure.invariant)) continue;
    const sound = await play(whole, ['--seed', String(failure.seed), '--runs', '1']);
    if (sound.failures.length === 0) return `[${failure.invariant}] at seed ${failure.seed}`;
  }
  return null;
};

/** Whether the test with this title fails with these plugins. */
const failsTest = async ({ file, title }, root, plugins) => {
  const options = { root, watch: false, project: ['unit'], reporters: [{}], silent: true };
  const vitest = await createVitest('test', options, { plugins });
  try {
    const { testModules } = await vitest.start([file]);
    const tests = testModules.flatMap(({ children }) => [...children.allTests()]);
    const own = tests.filter(({ name }) => name === title);
    if (own.length !== 1) throw new Error(`${file} has ${own.length} tests with the title: ${title}`);
    return own[0].result().state === 'failed';
  } finally {
    await vitest.close();
  }
};

const byTest = async (mutant, { root }) => {
  const isKilled =
    (await failsTest(mutant.test, root, [broken(mutant)])) && !(await failsTest(mutant.test, root, []));
  // Vitest sets it to 1 if a test fails, but here a failed test is the expected result.
  process.exitCode = 0;
  return isKilled ? `by its test: ${mutant.test.title}` : null;
};

export const testCoreMutants = async ({ bundle, root, seed, runs, only = '' }) => {
  mkdirSync(`${root}out`, { recursive: true });
  const whole = await bundle('whole-unbroken', []);
  const started = Date.now();
  const waiting = [...CORE_MUTANTS.entries()].filter(([, { name }]) => name.includes(only));
  const total = waiting.length;
  let survivors = 0;
  const kill = async (at, mutant) => {
    if (mutant.test) return byTest(mutant, { root });
    const file = await bundle(`mutant-${at}`, [broken(mutant)]);
    return (
      (await byScript(mutant, at, { root, file, whole })) ??
      (await bySeeds(mutant, { file, whole, seed, runs }))
    );
  };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, mutant] = next;
      const killed = await kill(at, mutant);
      if (killed === null) survivors += 1;
      console.log(killed === null ? `SURVIVED ${mutant.name}` : `killed   ${mutant.name} ${killed}`);
    }
  };
  await Promise.all([work(), work()]);
  console.log(
    `${total - survivors} of ${total} broken variants of the core killed by their promise or test in ${((Date.now() - started) / 1000).toFixed(0)} s`,
  );
  return survivors > 0;
};
