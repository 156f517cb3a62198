/** The check of import directions, on small trees that break one rule each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { importProblems } from '../../../scripts/check-imports.mjs';

let folder: string | undefined;
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

const problemsOf = (files: Record<string, string>): string[] => {
  folder = mkdtempSync(join(tmpdir(), 'satchel-imports-'));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), source);
  }
  return importProblems(folder);
};

const ORDERS = 'renderer/features/orders/orders.tsx';
const TODAY = 'renderer/features/today/today.tsx';

describe('check-imports', () => {
  it('accepts imports of lower rooms, of a public file of another feature, and of anything by app', () => {
    const files = {
      'renderer/app/app.tsx': `import { orders } from '../features/orders/orders'; export const app = orders;`,
      [ORDERS]: `import { button } from '../../ui/button'; export const orders = <b>{button}</b>;`,
      'renderer/features/orders/public.ts': `export { orders } from './orders';`,
      [TODAY]: `import { orders } from '../orders/public'; export const today = orders;`,
      'renderer/ui/button.ts': `import type { Row } from '#shared/row'; export const button: Row = 1;`,
      'shared/row.ts': `export type Row = number;`,
    };
    expect(problemsOf(files)).toEqual([]);
  });

  it.each([
    ['a static import', `import { app } from '../../app/app'; export const a = app;`],
    ['a type', `import type { App } from '../../app/app'; export const a: App = 1;`],
    ['a dynamic import', `export const a = () => import('../../app/app');`],
    ['a re-export', `export { app } from '../../app/app';`],
  ])('refuses %s of a higher room', (_, source) => {
    const app = `export const app = 1; export type App = number;`;
    expect(problemsOf({ [TODAY]: source, 'renderer/app/app.tsx': app })).toEqual([
      `${TODAY} imports renderer/app/app.tsx: features stands below app`,
    ]);
  });

  it('refuses a file that another feature does not offer', () => {
    const files = { [TODAY]: `import '../orders/orders';`, [ORDERS]: `export const orders = 1;` };
    expect(problemsOf(files)).toEqual([
      `${TODAY} imports ${ORDERS}: another feature is reached through its public.ts alone`,
    ]);
  });

  it('refuses a room that is not in the list of rooms', () => {
    const files = {
      'renderer/widgets/a.ts': `import '../ui/b';`,
      'renderer/ui/b.ts': `export const b = 1;`,
    };
    expect(problemsOf(files)).toEqual([expect.stringContaining('widgets is no known room')]);
  });

  it('finds a circle of dynamic imports and types', () => {
    const files = {
      'main/core/a.ts': `export const a = () => import('./b'); export type A = string;`,
      'main/core/b.ts': `import type { C } from '#core/c'; export type B = C;`,
      'main/core/c.ts': `import type { A } from './a'; export type C = A;`,
    };
    expect(problemsOf(files)).toEqual([expect.stringMatching(/^circle: .*a\.ts.*b\.ts.*c\.ts$/)]);
  });
});
