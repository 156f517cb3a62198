/** docs/tour.md names files and functions; each must be where the tour says. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const tour = readFileSync(join(root, 'docs/tour.md'), 'utf8');

/** The tour leaves out what a section is about. */
const FOLDERS = ['src', 'src/renderer', 'src/main', 'src/main/core', 'src/main/core/outbox'];
const found = (path: string): string | undefined =>
  FOLDERS.map((folder) => join(root, folder, path)).find((file) => existsSync(file));

const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
const hops = tour
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number, files = '', names = '']) => ({ number, files: namesIn(files), names: namesIn(names) }));

describe('the tour', () => {
  it('has both journeys', () => expect(hops.length).toBeGreaterThan(45));

  it.each(hops.flatMap(({ files }) => files).filter((file) => file.includes('.') || file.endsWith('/')))(
    'names %s, which exists',
    (file) => expect(found(file), file).toBeDefined(),
  );

  it.each(hops.filter(({ files, names }) => names.length > 0 && !files.some((file) => file.endsWith('/'))))(
    'hop $number: $names stand in $files',
    ({ files, names }) => {
      const text = files.map((file) => readFileSync(found(file) ?? '', 'utf8')).join('\n');
      for (const name of names) expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    },
  );
});
