// A mutation run works on a copy of the tree, with the node modules of the tree. The tree itself is never
// changed.
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const LEFT_OUT = new Set(['node_modules', 'out', 'dist', '.git', 'release']);

export const copyTree = (from, to) => {
  for (const name of readdirSync(from))
    if (!LEFT_OUT.has(name))
      cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'), 'junction');
};

/**
 * The configuration of the copy: that of the tree, with the sources of `switched.json` in place of those on
 * disk.
 */
export const CONFIG = `
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import base from './vitest.config.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const switched = JSON.parse(readFileSync(root + 'switched.json', 'utf8'));
const plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform: (_code, id) => {
    const path = id.split('?')[0].replaceAll('\\\\', '/');
    const text = switched[path.slice(root.length)];
    return text === undefined || !path.startsWith(root) ? null : { code: text, map: null };
  },
};
/** Files come in the order in which they are told. */
class InOrder {
  async shard(files) { return files; }
  async sort(files) { return files; }
}
const { projects, ...rest } = base.test;
export default {
  ...base,
  plugins: [...base.plugins, plugin],
  test: {
    ...rest,
    maxWorkers: 1,
    sequence: { sequencer: InOrder },
    projects: projects
      .filter(({ test }) => test.name === 'unit' || test.name === 'contract' || test.name === 'integration')
      .map((one) => ({
        ...one,
        test: {
          ...one.test,
          isolate: true,
          setupFiles: [...one.test.setupFiles, './scripts/mutation/setup.ts'],
        },
      })),
  },
};
`;
