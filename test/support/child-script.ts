/** Bundles a program of `test/support`, so that it runs in its own process and can be killed. */
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** `program` is a path below `test/support`. Returns the path of the built script; the caller removes it. */
export const buildChild = async (program: string): Promise<string> => {
  const name = `${process.pid}.mjs`;
  const folder = join(root, 'node_modules/.cache', basename(program, '.ts'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(root, 'test/support', program),
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      rollupOptions: { external: ['better-sqlite3'], output: { entryFileNames: name } },
    },
  });
  return join(folder, name);
};
