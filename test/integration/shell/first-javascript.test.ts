/**
 * How much JavaScript stands before the first screen, told from the built files alone: the same on every
 * machine.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, root } from '../../../scripts/ensure-build.mjs';

const MOST_BYTES = 300_000;
const assets = join(root, 'out', 'renderer', 'assets');

const textOf = (file: string): string => readFileSync(join(assets, file), 'utf8');
/** The one built file of that name. */
const fileOf = (name: string): string => {
  const files = readdirSync(assets).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  expect(files, name).toHaveLength(1);
  return files[0] as string;
};
/**
 * The files and all they import, directly or not; what is only fetched when it is wanted is not among them.
 */
const withImports = (starts: readonly string[]): string[] => {
  const found = new Set<string>();
  const waiting = [...starts];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const [, imported] of textOf(file).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g))
      waiting.push(imported as string);
  }
  return [...found];
};
const entries = (): string[] =>
  [
    ...readFileSync(join(root, 'out', 'renderer', 'index.html'), 'utf8').matchAll(
      /(?:src|href)="\.\/assets\/([\w.-]+\.js)"/g,
    ),
  ].map(([, file]) => file as string);
const compressed = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0);

describe('the JavaScript before the first screen', () => {
  beforeAll(ensureBuilt);

  it.each([
    ['Today', 'today-screen'],
    ['a list', 'records-screen'],
  ])('%s needs at most 300 kB compressed, in either language', (_, screen) => {
    for (const catalogue of ['en', 'zh-cn']) {
      const files = withImports([...entries(), fileOf(screen), fileOf(catalogue)]);
      expect(files.length).toBeGreaterThan(3);
      expect(files.length, files.join(' ')).toBeLessThan(12);
      expect(compressed(files), files.join(' ')).toBeGreaterThan(150_000);
      expect(compressed(files), files.join(' ')).toBeLessThanOrEqual(MOST_BYTES);
    }
  });

  it('does not include the other language, the schemas, the forms, the calendar or the palette', () => {
    const files = withImports([...entries(), fileOf('today-screen'), fileOf('records-screen'), fileOf('en')]);
    for (const later of [
      'zh-cn',
      'open-form',
      'filter-editor',
      'record-panel',
      'palette',
      'first-run',
      'merge-form',
      'customers-screen',
      'settings-screen',
    ])
      expect(files).not.toContain(fileOf(later));
    const code = files.map(textOf).join('\n');
    expect(code).not.toMatch(/ZodError|invalid_union|toJSONSchema/);
    expect(
      textOf(fileOf('merge-form')) +
        withImports([fileOf('merge-form')])
          .map(textOf)
          .join(''),
    ).toMatch(/invalid_union/);
  });
});
