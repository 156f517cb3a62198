// Long forms of tests that run on real processes and sockets and print figures (also `test:campaign`): `npm
// run test:crash [-- --kills 200 --seed 1]` and `npm run test:wire [-- --pushes 10000 --seed 1]`.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { ensureBuilt, root } from './ensure-build.mjs';

// Imported after the check of the Node version, because an old Node cannot load it.
const { build } = await import('vite');
const [name, ...args] = process.argv.slice(2);
if (name === 'crash' || name === 'campaign') await ensureBuilt();
await build({
  root,
  configFile: false,
  logLevel: 'error',
  build: {
    ssr: true,
    target: 'node22',
    outDir: `out/${name}`,
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: { main: `${root}/test/${name}/main.ts` },
      external: ['better-sqlite3'],
      output: { format: 'es', entryFileNames: '[name].mjs' },
    },
  },
  ssr: { noExternal: true, external: ['better-sqlite3'] },
});
const { status } = spawnSync(process.execPath, [`${root}/out/${name}/main.mjs`, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SATCHEL_ROOT: root },
});
process.exit(status ?? 1);
