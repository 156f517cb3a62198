/** How the built files of the main process and the core are stored in memory. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt, root } from '../../../scripts/ensure-build.mjs';

beforeAll(ensureBuilt);

it('built files are ASCII, which takes one byte for each character, except for the dictionary of pinyin', () => {
  const files = globSync('out/main/**/*.js', { cwd: root });
  expect(files.length).toBeGreaterThan(5);
  const wide = files.filter((file) => /[^\0-\u007f]/.test(readFileSync(join(root, file), 'utf8')));
  expect(wide).toEqual([expect.stringMatching(/chunks\/esm-[\w-]+\.js$/)]);
});

it('the characters that are written as escapes are still there', () => {
  const core = readFileSync(join(root, 'out', 'main', 'core-worker.js'), 'utf8');
  // From OpenCC’s table: its first pair, and a character of two UTF-16 units.
  expect(core).toContain(String.raw`\u346f \u3454|`);
  expect(core).toContain(String.raw`\ud843\udd7e`);
});
