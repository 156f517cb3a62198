// npm run bench [-- --orders 100000] [-- store contract]: bundles test/bench/*.bench.ts into out/bench and
// runs them, one process each.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, root } from './ensure-build.mjs';
import { findBrowser } from './find-browser.mjs';

// An old Node cannot read it, and is told so first.
const { build } = await import('vite');
const flags = process.argv.slice(2);
const ordersAt = flags.indexOf('--orders');
const orders = ordersAt === -1 ? '100000' : flags[ordersAt + 1];
const wanted = flags.filter((flag, i) => !flag.startsWith('--') && flags[i - 1] !== '--orders');
const benches = readdirSync(join(root, 'test', 'bench'))
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.slice(0, -'.bench.ts'.length));

// All but the store's figures are those of the built app and service.
if (wanted.length === 0 || wanted.some((name) => name !== 'store')) await ensureBuilt();

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node24',
    outDir: join(root, 'out', 'bench'),
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(
        benches.map((name) => [name, join(root, 'test', 'bench', `${name}.bench.ts`)]),
      ),
      external: ['better-sqlite3', 'playwright-core'],
      output: { format: 'es', entryFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: true, external: ['better-sqlite3', 'playwright-core'] },
});

for (const name of ['store', ...benches.filter((bench) => bench !== 'store')].filter(
  (bench) => wanted.length === 0 || wanted.includes(bench),
)) {
  const { status } = spawnSync(
    process.execPath,
    ['--expose-gc', join(root, 'out', 'bench', `${name}.js`), orders],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, SATCHEL_BENCH_BROWSER: (await findBrowser()) ?? '' },
    },
  );
  if (status !== 0) process.exitCode = status ?? 1;
}
