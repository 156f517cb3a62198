// Part of `npm run check`: which file may import which. The linter's table (.oxlintrc.json) covers the large
// folders. This script adds what the linter cannot check: the folders of the renderer, and circles, where an
// `import()` or a type counts like any other import. It prints each offence and exits with 1.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
import { root } from './ensure-build.mjs';

/** The folders of src/renderer, lowest first: a file imports from its own folder and from lower ones. */
const ROOMS = ['client', 'format', 'i18n', 'ui', 'navigation', 'records', 'forms', 'features', 'app'];
/** The file with what a feature offers to the others. Only app imports other files of a feature. */
const PUBLIC = 'public.ts';
const ALIASES = {
  '#shared/': 'shared',
  '#core/': 'main/core',
  '#node/': 'main/node',
  '#service/': 'service',
};

/** The modules that a source imports: static and dynamic imports, re-exports, types. */
const namesIn = (source, path) => {
  const program = parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' });
  const names = [];
  const visit = (node) => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    if (node === null || typeof node !== 'object') return;
    const isImport = /^(Import|ExportNamed|ExportAll)(Declaration|Expression)$/.test(node.type);
    if (isImport && typeof node.source?.value === 'string') names.push(node.source.value);
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(program.body);
  return names;
};

/** Each TypeScript file below `folder`, by its path with `/`, and the files below it that it imports. */
export const readImports = (folder) => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => path.split(sep).join('/'));
  const known = new Set(paths);
  const fileOf = (from, name) => {
    const alias = Object.keys(ALIASES).find((start) => name.startsWith(start));
    if (!alias && !name.startsWith('.')) return undefined;
    const path = alias ? join(ALIASES[alias], name.slice(alias.length)) : join(dirname(from), name);
    const plain = path.split(sep).join('/');
    return [plain, `${plain}.ts`, `${plain}.tsx`].find((one) => known.has(one));
  };
  return new Map(
    paths.map((path) => {
      const names = namesIn(readFileSync(join(folder, path), 'utf8'), path);
      const files = names.map((name) => fileOf(path, name)).filter((file) => file !== undefined);
      return [path, [...new Set(files)]];
    }),
  );
};

const partsOf = (path) => {
  const [top, room, feature] = path.split('/');
  return top === 'renderer' ? { room, feature, height: ROOMS.indexOf(room) } : null;
};

/** Why a file of the renderer may not import the other; undefined if it may. */
const offence = (from, to) => {
  const [high, low] = [partsOf(from), partsOf(to)];
  if (!high || !low) return undefined;
  // renderer/main.tsx is above all folders.
  if (from.split('/').length === 2) return undefined;
  if (high.height === -1)
    return `${high.room} is no known room: add it to ROOMS in scripts/check-imports.mjs`;
  if (low.height > high.height) return `${high.room} stands below ${low.room}`;
  const isOther = high.room === 'features' && low.room === 'features' && high.feature !== low.feature;
  return isOther && !to.endsWith(`/${PUBLIC}`)
    ? `another feature is reached through its ${PUBLIC} alone`
    : undefined;
};

/** Groups of files that import each other in a circle (Tarjan). */
export const circlesIn = (imports) => {
  const [order, lowest, stack, circles] = [new Map(), new Map(), [], []];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) circles.push(group);
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
};

/** Describes every offence below `folder`. */
export const importProblems = (folder) => {
  const imports = readImports(folder);
  const wrong = [...imports].flatMap(([from, files]) =>
    files.flatMap((to) => {
      const why = offence(from, to);
      return why === undefined ? [] : [`${from} imports ${to}: ${why}`];
    }),
  );
  return [...wrong, ...circlesIn(imports).map((files) => `circle: ${files.join(' → ')}`)];
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'src');
  const problems = importProblems(folder);
  for (const problem of problems) console.log(`${relative(root, folder)}/${problem}`);
  process.exit(problems.length === 0 ? 0 : 1);
}
