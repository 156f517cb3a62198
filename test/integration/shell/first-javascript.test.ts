/**
 * How much JavaScript is loaded before the first screen, computed from the built files only, so the result is
 * the same on every machine.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, root } from '../../../scripts/ensure-build.mjs';
import { enLater } from '../../../src/renderer/i18n/en-later';

/** The aim (`docs/performance.md`); Today needs less. */
const MOST_KB = { today: 186, list: 197 };
const assets = join(root, 'out', 'renderer', 'assets');

const textOf = (file: string): string => readFileSync(join(assets, file), 'utf8');
/** The only built file with that name. */
const fileOf = (name: string): string => {
  const files = readdirSync(assets).filter((file) => file.replace(/-[\w-]{8}\.js$/, '') === name);
  expect(files, name).toHaveLength(1);
  return files[0] as string;
};
/** The files and all that they import, directly or not, without dynamic imports. */
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
const keysOf = (texts: object): string[] =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? keysOf(text).map((rest) => `${key}.${rest}`) : [key],
  );
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
    ['Today', 'today-screen', MOST_KB.today],
    ['a list', 'records-screen', MOST_KB.list],
  ])('%s needs few files of a limited size, in either language', (_, screen, mostKb) => {
    for (const catalogue of ['en', 'zh-cn']) {
      const files = withImports([...entries(), fileOf(screen), fileOf(catalogue)]);
      expect(files.length).toBeGreaterThan(3);
      expect(files.length, files.join(' ')).toBeLessThan(12);
      expect(compressed(files), files.join(' ')).toBeGreaterThan(150_000);
      expect(compressed(files), files.join(' ')).toBeLessThanOrEqual(mostKb * 1000);
    }
  });

  it('uses no text that is loaded later', () => {
    const files = withImports([...entries(), fileOf('today-screen'), fileOf('records-screen')]);
    const code = files.map(textOf).join('\n');
    const literal = new Set([...code.matchAll(/["'`]([\w-]+(?:\.[\w-]+)+)["'`]/g)].map(([, key]) => key));
    const composed = [
      ...new Set([...code.matchAll(/`([\w-]+\.(?:[\w-]+\.)*)\$\{/g)].map(([, prefix]) => prefix)),
    ];
    expect(literal.size).toBeGreaterThan(100);
    expect(composed).toContain('screen.');
    const wanted = keysOf(enLater)
      .map((key) => key.replace(/_(?:one|other)$/, ''))
      .filter((key) => literal.has(key) || composed.some((prefix) => key.startsWith(prefix ?? key)));
    expect(wanted).toEqual([]);
  });

  it('does not include the other language, the schemas, the forms, the calendar or the palette', () => {
    const files = withImports([...entries(), fileOf('today-screen'), fileOf('records-screen'), fileOf('en')]);
    for (const later of [
      'zh-cn',
      'en-later',
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
    // These are from the library that places menus and hints, and from the one that locks the page behind a
    // dialog.
    expect(code).not.toMatch(/floating-ui|data-scroll-locked/);
    expect(code).not.toMatch(/ZodError|invalid_union|toJSONSchema/);
    expect(
      textOf(fileOf('merge-form')) +
        withImports([fileOf('merge-form')])
          .map(textOf)
          .join(''),
    ).toMatch(/invalid_union/);
  });
});
