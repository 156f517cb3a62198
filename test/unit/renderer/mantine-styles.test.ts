/** The styles of Mantine are listed by hand: none may be missing, and none may be unused. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const RENDERER = join(ROOT, 'src/renderer');
const packageOf = (name: string): string => join(ROOT, 'node_modules/@mantine', name);
const STYLES = join(packageOf('core'), 'styles');

/** The names that a file imports from a package, without types. */
const importedFrom = (text: string, from: string): string[] =>
  [...text.matchAll(new RegExp(`import \\{([^}]*)\\} from ['"]${from}['"]`, 'g'))].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(' as ')[0] ?? ''),
  );

/** The file of each export of a package of Mantine. */
const exportsOf = (name: string): ReadonlyMap<string, string> => {
  const index = join(packageOf(name), 'esm/index.mjs');
  return new Map(
    [...readFileSync(index, 'utf8').matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)].flatMap(
      ([, names = '', path = '']) =>
        names.split(',').map((one): [string, string] => [one.trim(), resolve(dirname(index), path)]),
    ),
  );
};

/** The components of `@mantine/core` whose styles the renderer needs, with those that they are made of. */
const neededStyles = (): Set<string> => {
  const [core, dates] = [exportsOf('core'), exportsOf('dates')];
  const seen = new Set<string>();
  const needed = new Set<string>();
  const visit = (file: string | undefined): void => {
    if (file === undefined || seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const isOfCore = file.startsWith(packageOf('core'));
    if (isOfCore && file.endsWith('.module.mjs')) needed.add(basename(file, '.module.mjs'));
    const text = readFileSync(file, 'utf8');
    for (const [, path = ''] of text.matchAll(/from "(\.[^"]+)"/g)) visit(resolve(dirname(file), path));
    for (const name of importedFrom(text, '@mantine/core')) visit(core.get(name));
  };
  for (const name of readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(RENDERER, name), 'utf8');
    for (const one of importedFrom(text, '@mantine/core')) visit(core.get(one));
    for (const one of importedFrom(text, '@mantine/dates')) visit(dates.get(one));
  }
  return needed;
};

const listed = [
  ...readFileSync(join(RENDERER, 'ui/mantine-styles.ts'), 'utf8').matchAll(/styles\/([\w-]+)\.layer\.css/g),
].map(([, name = '']) => name);

it('are those of the components that are used, and of what these are made of', () => {
  const general = ['baseline', 'default-css-variables', 'global'];
  expect(listed.toSorted()).toEqual([...general, ...neededStyles()].toSorted());
});

it('come in the order of Mantine’s own file', () => {
  const all = readFileSync(join(packageOf('core'), 'styles.layer.css'), 'utf8');
  const places = listed.map((name) => {
    const own = readFileSync(join(STYLES, `${name}.layer.css`), 'utf8');
    return all.indexOf(own.replace('@layer mantine {', '').trim().slice(0, 60));
  });
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
