import { dirname, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { normalizePath, type Plugin } from 'vite';

/** With `/` on every system, as in the ids of Vite's modules. */
const at = (path: string): string => normalizePath(resolve(import.meta.dirname, path));

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[]; code: string | null } | null;
}

/** Files that only pass on what other files export: of a library, of a feature. */
const INDEX =
  /[\\/](?:@mantine[\\/](?:core|hooks)[\\/].*[\\/]index\.mjs|tabler-icons-react\.mjs|public\.ts)$/;

/** The names and the source of each `import { … } from …` or `export { … } from …`. */
const statementsOf = (code: string): { names: string[]; from: string }[] =>
  [...code.matchAll(/\b(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']*)["']/g)].map(
    ([, list = '', from = '']) => ({
      names: list.split(',').flatMap((entry) => entry.trim().split(' as ')),
      from,
    }),
  );

/** What a module imports; of an index only the files of the names that it imports. */
const neededBy = (id: string, graph: ModuleGraph): string[] => {
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {};
  const names = new Set(statementsOf(code ?? '').flatMap((statement) => statement.names));
  return importedIds.flatMap((imported) => {
    if (!INDEX.test(imported)) return [imported];
    const index = graph.getModuleInfo(imported);
    const files = statementsOf(index?.code ?? '')
      .filter((statement) => statement.names.some((name) => names.has(name)))
      .map(({ from }) => normalizePath(resolve(dirname(imported), from)).replace(/\.mjs$/, ''));
    return (index?.importedIds ?? []).filter((one) => files.includes(one.replace(/\.\w+$/, '')));
  });
};

/** Everything a module needs, directly or not, itself included. */
const importsOf = (start: string, graph: ModuleGraph): Set<string> => {
  const found = new Set<string>();
  const waiting = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...neededBy(next, graph));
  }
  return found;
};

let [ofToday, ofLists] = [new Set<string>(), new Set<string>()];
/**
 * A day begins at Today or at a list: what these share, with each other or with other screens, is few files.
 */
const ofTheDay = (id: string, graph: ModuleGraph): string | null => {
  if (ofToday.size === 0)
    [ofToday, ofLists] = [
      importsOf(at('src/renderer/features/today/today-screen.tsx'), graph),
      importsOf(at('src/renderer/features/lists/records-screen.tsx'), graph),
    ];
  if (ofToday.has(id)) return ofLists.has(id) ? 'daily' : 'today';
  return ofLists.has(id) ? 'list' : null;
};

/** Less than this is not worth a file of its own. */
const SHARED_AT_LEAST_BYTES = 6_000;
/** What so many files need, mostly what menus, hints and dialogs are made of, is one file. */
const OFTEN_BY = 6;

/** The bundler names what is shared after everybody who shares it. */
const shortName = (name: string): string => name.replace(/~.*$/, '');

const BEYOND_ASCII = /[^\0-\u007f]/g;
/** An escape takes six bytes instead of two. */
const MOST_WIDE_SHARE = 0.1;
/**
 * Node and V8 keep a source text with two bytes for each character if one of them is not ASCII. Therefore
 * such characters are written as escapes, unless the file is a dictionary. A raw template may not contain
 * any.
 */
const oneBytePerCharacter: Plugin = {
  name: 'one-byte-per-character',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      const wide = file.code.match(BEYOND_ASCII)?.length ?? 0;
      if (wide <= file.code.length * MOST_WIDE_SHARE)
        file.code = file.code.replaceAll(
          BEYOND_ASCII,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
    }
  },
};

// electron-vite 6 derives targets from a table that ends at Electron 44, so they are set here.
export default defineConfig({
  main: {
    // Only a signed package updates itself; `npm run package` says so when it makes one.
    plugins: [oneBytePerCharacter],
    define: { __SATCHEL_SIGNED__: JSON.stringify(process.env.SATCHEL_SIGNED === '1') },
    build: {
      target: 'node24',
      minify: false,
      sourcemap: true,
      externalizeDeps: {
        exclude: ['zod', 'undici', 'hono', 'ws', 'big.js', '@orpc/contract', '@orpc/server', '@orpc/client'],
      },
      rollupOptions: {
        input: {
          index: at('src/main/index.ts'),
          web: at('src/main/web.ts'),
          'core-worker': at('src/main/core-worker.ts'),
          'web-worker': at('src/main/web-worker.ts'),
          service: at('src/service/main.ts'),
        },
        external: ['electron', 'better-sqlite3', 'electron-updater', 'bufferutil', 'utf-8-validate'],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // By itself, so that what the core and the bundled service have in common does not bring the
          // service along.
          codeSplitting: { groups: [{ name: 'shared', test: /[\\/]src[\\/]shared[\\/]/ }] },
        },
      },
    },
  },
  preload: {
    build: {
      target: 'node24',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: at('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [react()],
    build: {
      target: 'chrome152',
      minify: true,
      sourcemap: false,
      chunkSizeWarningLimit: 700,
      rollupOptions: {
        input: { index: at('src/renderer/index.html') },
        // Who needs one thing of a feature does not load the others.
        treeshake: {
          moduleSideEffects: [{ test: /[\\/]features[\\/][\w-]+[\\/]public\.ts$/, sideEffects: false }],
        },
        // A window waits for each file by itself: what always comes together is one file, and what several
        // screens share is joined by who shares it.
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'], priority: 4 },
              { name: ofTheDay, debugName: 'daily', minShareCount: 2, priority: 3 },
              { name: 'often', minShareCount: OFTEN_BY, priority: 2 },
              {
                name: 'shared',
                minShareCount: 2,
                priority: 1,
                entriesAware: true,
                entriesAwareMergeThreshold: SHARED_AT_LEAST_BYTES,
              },
            ],
          },
          chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
          assetFileNames: ({ names: [name] }) =>
            `assets/${shortName((name ?? 'file').replace(/\.\w+$/, ''))}-[hash][extname]`,
        },
      },
    },
  },
});
