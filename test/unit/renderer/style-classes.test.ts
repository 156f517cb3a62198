/** Every class that a component takes from a style file is in that file. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const RENDERER = resolve(import.meta.dirname, '../../../src/renderer');
/** A style file that a feature passes on by the name of its export. */
const PASSED_ON: Readonly<Record<string, string>> = {
  listCss: join(RENDERER, 'features/lists/list.module.css'),
};

/** The style files of a component, by the names that it gives them. */
const stylesOf = (file: string, code: string): Map<string, string> =>
  new Map([
    ...[...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(
      ([, name = '', path = '']): [string, string] => [name, resolve(dirname(file), path)],
    ),
    ...[...code.matchAll(/import \{[^}]*?\b(\w+) as (\w+)\b[^}]*\} from/g)].flatMap(
      ([, exported = '', name = '']): [string, string][] => {
        const path = PASSED_ON[exported];
        return path === undefined ? [] : [[name, path]];
      },
    ),
  ]);

it('a component uses no class that its style file does not have', () => {
  const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const used = files.flatMap((name) => {
    const file = join(RENDERER, name);
    const code = readFileSync(file, 'utf8');
    return [...stylesOf(file, code)].flatMap(([css, path]) => {
      const classes = new Set(
        [...code.matchAll(new RegExp(`\\b${css}\\.(\\w+)`, 'g'))].map(([, one]) => one),
      );
      return [...classes].map((one) => ({
        name,
        one,
        isThere: new RegExp(`\\.${one}\\b`).test(readFileSync(path, 'utf8')),
      }));
    });
  });
  expect(used.length).toBeGreaterThan(500);
  expect(used.filter(({ isThere }) => !isThere).map(({ name, one }) => `${name}: ${one}`)).toEqual([]);
});
