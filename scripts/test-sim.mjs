// `npm run test:sim -- --runs N --seed S`: bundles the simulation into out/sim and divides the seeds between
// two processes.
// A run of 2,000 or more fails if a possible edge of the state diagram was never taken; `--states` prints all
// edges.
// `--minutes M` limits the time.
// `--late` lets requests commit later than the late-commit bound, and tests the invariants that hold even
// then.
// `--damage` damages files between restarts. With `--whole`, `--aimed` damages mostly the files of the
// outbox, and mostly by replacing them with earlier content; `--forms` works mostly in forms, `--few` mostly on
// few records.
// `--mutants` runs the broken variants, each until its invariant fails.
// `--whole` plays histories of the whole core instead of the outbox (`report-whole.mjs`). With `--mutants` it
// plays them on the broken variants of the core (`core-mutants.mjs`); `--only TEXT` selects some of these.
import './require-node.mjs';
import { fileURLToPath } from 'node:url';
import { spawnPart } from './end-with-npm.mjs';
import { reportWhole } from './report-whole.mjs';
import { testCoreMutants } from './test-core-mutants.mjs';

// Imported after the check of the Node version, because an old Node cannot load it.
const { build } = await import('vite');
const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const option = (name, fallback) =>
  args.includes(`--${name}`) ? Number(args[args.indexOf(`--${name}`) + 1]) : fallback;
const mutants = args.includes('--mutants');
const whole = args.includes('--whole');
const workers = option('workers', 2);
const runs = option('runs', mutants ? 300 : 1000);
const seed = option('seed', 1);

const ENTRIES = {
  main: `${root}test/simulation/main.ts`,
  mutants: `${root}test/simulation/mutants-main.ts`,
  whole: `${root}test/simulation/whole/main.ts`,
};
const bundle = async (input, outDir, plugins = []) =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      ssr: true,
      target: 'node22',
      outDir,
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input,
        external: ['better-sqlite3'],
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3'] },
  });
if (mutants && whole) {
  const survived = await testCoreMutants({
    root,
    seed,
    runs,
    only: args.includes('--only') ? args[args.indexOf('--only') + 1] : '',
    bundle: async (name, plugins) => {
      await bundle({ whole: ENTRIES.whole }, `out/${name}`, plugins);
      return `${root}out/${name}/whole.mjs`;
    },
  });
  process.exit(survived ? 1 : 0);
}
await bundle(ENTRIES, 'out/sim');

const started = Date.now();
const share = (at) => [
  '--seed',
  String(seed + (mutants ? 0 : at)),
  '--stride',
  String(mutants ? 1 : workers),
  '--runs',
  String(mutants ? runs : Math.ceil((runs - at) / workers)),
  '--part',
  String(at),
  '--parts',
  String(workers),
];
const outputs = await Promise.all(
  Array.from(
    { length: workers },
    (_, at) =>
      new Promise((resolve) => {
        const child = spawnPart(
          process.execPath,
          [
            `${root}out/sim/${mutants ? 'mutants' : whole ? 'whole' : 'main'}.mjs`,
            ...share(at),
            '--minutes',
            String(option('minutes', 100_000)),
            ...['--log', '--late', '--damage', '--aimed', '--forms', '--few', '--whole-trace'].filter(
              (flag) => args.includes(flag),
            ),
          ],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        );
        let text = '';
        child.stdout.on('data', (chunk) => {
          text += chunk;
        });
        child.on('close', (code) => resolve({ code, text }));
      }),
  ),
);

const parts = outputs.map(({ text }) => {
  try {
    return JSON.parse(text.trim().split('\n').at(-1));
  } catch {
    return null;
  }
});
const seconds = (Date.now() - started) / 1000;
const sum = (pick) => {
  const all = {};
  for (const part of parts)
    for (const [key, n] of Object.entries(pick(part) ?? {})) all[key] = (all[key] ?? 0) + n;
  return all;
};
let failed = outputs.some(({ code }) => code !== 0) || parts.includes(null);
if (!failed && mutants) {
  const results = parts.flatMap((part) => part.results).sort((a, b) => a.at - b.at);
  for (const one of results)
    console.log(
      `${one.killed ? 'killed  ' : 'SURVIVED'} ${one.name} ${one.killed ? `by [${one.invariant}] at seed ${one.seed}${one.expected ? '' : ' (not the invariant named for it)'}` : ''}`,
    );
  const survivors = results.filter((one) => !one.killed || !one.expected);
  console.log(
    `${results.length - survivors.length} of ${results.length} broken variants killed by their invariant in ${seconds.toFixed(0)} s`,
  );
  failed = survivors.length > 0;
} else if (!failed && whole) {
  failed = reportWhole(parts, {
    seconds,
    seed,
    states: args.includes('--states'),
    damage: args.includes('--damage'),
  });
} else if (!failed) {
  const total = (key) => parts.reduce((all, part) => all + part[key], 0);
  const faults = sum((part) => part.faults);
  const injected = Object.values(faults).reduce((all, n) => all + n, 0);
  const failures = parts.flatMap((part) => part.failures);
  const taken = sum((part) => part.transitions);
  const missed = parts[0].edges.filter((edge) => !edge.impossible && !edge.rare && !taken[edge.key]);
  const reached = {};
  for (const [key, n] of Object.entries(taken)) {
    const state = /→ (\w+)/.exec(key)?.[1];
    reached[state] = (reached[state] ?? 0) + n;
  }
  if (args.includes('--states'))
    for (const { key, impossible, rare } of parts[0].edges)
      console.log(
        `${String(taken[key] ?? 0).padStart(8)}  ${key}${impossible ? `   impossible: ${impossible}` : ''}${rare ? `   rare: ${rare}` : ''}`,
      );
  console.log(
    `states entered: ${Object.entries(reached)
      .map(([state, n]) => `${state} ${n}`)
      .join(', ')}`,
  );
  console.log(
    `${parts[0].edges.filter((edge) => taken[edge.key]).length} of ${parts[0].edges.filter((edge) => !edge.impossible).length} possible edges taken${missed.length > 0 ? `; never: ${missed.map(({ key }) => key).join('; ')}` : ''}`,
  );
  for (const { key, impossible } of parts[0].edges)
    if (impossible && taken[key] && !args.includes('--late')) {
      console.log(`taken although declared impossible: ${key}`);
      failed = true;
    }
  if (missed.length > 0 && total('runs') >= 2000 && !args.includes('--late')) failed = true;
  console.log(
    Object.entries(faults)
      .sort()
      .map(([key, n]) => `${key} ${n}`)
      .join(', '),
  );
  console.log(
    `${total('runs')} runs from seed ${seed} in ${seconds.toFixed(1)} s (${Math.round((total('runs') / seconds) * 60)} a minute); ${(total('operations') / total('runs')).toFixed(1)} operations and ${(injected / total('runs')).toFixed(1)} faults a run; ${total('pushes')} pushes; ${(total('cpuMs') / total('runs')).toFixed(0)} ms of processor time a run; ${failures.length} violations`,
  );
  for (const one of failures) console.log(`seed ${one.seed}: ${one.detail.split('\n')[0]}`);
  failed = failed || failures.length > 0;
}
process.exit(failed ? 1 : 0);
