// `npm run test:sim -- --runs N --seed S`: bundles the simulation into out/sim and divides the seeds between
// two processes.
// A run of 2,000 or more fails if a possible edge of the state diagram was never taken; `--states` prints all
// edges (`report-outbox.mjs`).
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
import { reportMutants, reportOutbox } from './report-outbox.mjs';
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

/** The program that each process runs. With `--mutants`, the whole core has ended above. */
const wholeOrOutbox = whole ? 'whole' : 'main';
const program = mutants ? 'mutants' : wholeOrOutbox;
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
            `${root}out/sim/${program}.mjs`,
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
const hasEnded = outputs.every(({ code }) => code === 0) && !parts.includes(null);
/** Prints the results of the parts. Returns true if the run failed. */
const report = () => {
  if (mutants) return reportMutants(parts, seconds);
  const facts = { seconds, seed, states: args.includes('--states') };
  return whole
    ? reportWhole(parts, { ...facts, damage: args.includes('--damage') })
    : reportOutbox(parts, { ...facts, late: args.includes('--late') });
};
process.exit(!hasEnded || report() ? 1 : 0);
