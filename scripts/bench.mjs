// npm run bench [-- --orders 100000] [-- store contract]: bundles test/bench/*.bench.ts into out/bench and
// runs each in its own process. `electron` measures the real Electron, with 20,000 orders by default and
// after `--minutes 2` of use. `peers` compares the store with others and takes `--rows N --only NAMES
// --write`.
// `first-copy` compares a first copy from the service with a plain download of the same pages.
// `growth` measures the store at several sizes (`--rows 10000,100000 --write`).
// `guard` compares the core's operations with those of a pinned commit.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildGuard } from './bench-guard.mjs';
import { installPeers } from './bench-peers.mjs';
import { ensureBuilt, root } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';
import { runInTemporaryFolder } from './temporary-folder.mjs';

// Imported after the check of the Node version, because an old Node cannot load these.
const { build } = await import('vite');
const { stageElectron } = await import('./electron-stage.mjs');
const flags = process.argv.slice(2);
const OPTIONS = ['--orders', '--minutes', '--rows', '--rounds', '--fills', '--only'];
/** These need only the store, not the built app. */
const OF_THE_STORE = ['store', 'peers', 'guard', 'growth'];
const NAMED = ['peers', 'guard', 'growth'];
/** These stores need nothing from the npm registry. */
const OWN_STORES = ['bare', 'bare+words', 'satchel'];
const option = (name, otherwise) => (flags.includes(name) ? flags[flags.indexOf(name) + 1] : otherwise);
const wanted = flags.filter((flag, i) => !flag.startsWith('--') && !OPTIONS.includes(flags[i - 1]));
const benches = readdirSync(join(root, 'test', 'bench'))
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.slice(0, -'.bench.ts'.length));

// All benches except those of the store measure the built app and service.
if (wanted.length === 0 || wanted.some((name) => !OF_THE_STORE.includes(name))) await ensureBuilt();

/** It resolves the project by its own path, so it must not be bundled. */
const STAGE = {
  name: 'stage-stays',
  enforce: 'pre',
  resolveId: (id) =>
    id.endsWith('/stage.mjs')
      ? { id: pathToFileURL(join(root, 'test', 'electron', 'support', 'stage.mjs')).href, external: true }
      : null,
};

/** Bundles `input`, a file or files by name, with the sources below `from`. */
const bundle = (from, input, outDir) =>
  build({
    configFile: false,
    root: from,
    plugins: [STAGE],
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir: true,
      minify: false,
      rollupOptions: {
        input,
        external: ['better-sqlite3', 'playwright-core', 'vitest'],
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3', 'playwright-core'] },
  });

await bundle(
  root,
  Object.fromEntries(benches.map((name) => [name, join(root, 'test', 'bench', `${name}.bench.ts`)])),
  join(root, 'out', 'bench'),
);

const run = ([program, ...args], env) => {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status ?? 1;
};
const command = (name, ...args) => [
  process.execPath,
  '--expose-gc',
  join(root, 'out', 'bench', `${name}.js`),
  ...args,
];
const runOnElectron = () =>
  runInTemporaryFolder('satchel-bench-', async (stage) => {
    const { before, env, reason } = await stageElectron(stage);
    if (reason !== undefined) {
      console.log(`\nThe real Electron: NOT RUN. ${reason}`);
      return 0;
    }
    return run(
      [...before, ...command('electron', option('--orders', '20000'), option('--minutes', '2'))],
      env,
    );
  });

const runGuard = () =>
  runInTemporaryFolder('satchel-guard-', async (folder) => {
    const { args, reason } = await buildGuard(folder, bundle);
    if (reason !== undefined) {
      console.log(`\nThe guard: NOT RUN. ${reason}`);
      return 0;
    }
    return run(command('guard', ...args));
  });

const browser = (await findBrowser()) ?? '';
for (const name of ['store', ...benches.filter((bench) => bench !== 'store')]) {
  if (wanted.length > 0 ? !wanted.includes(name) : NAMED.includes(name)) continue;
  if (name === 'electron') await runOnElectron();
  else if (name === 'guard') await runGuard();
  else if (name === 'peers' || name === 'growth') {
    if (
      name === 'peers' &&
      option('--only', 'others')
        .split(',')
        .some((store) => !OWN_STORES.includes(store))
    )
      installPeers();
    if (run(command(name, ...flags.filter((flag) => flag !== name))) !== 0) process.exitCode = 1;
  } else if (run(command(name, option('--orders', '100000')), { SATCHEL_BENCH_BROWSER: browser }) !== 0)
    process.exitCode = 1;
}
