/** Bundles a program of `test/support` for a process of its own that can be killed. */
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** `program`: its path below `test/support`; answers the path of the built script, the caller's to remove. */
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
