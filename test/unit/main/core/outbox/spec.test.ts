import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INVARIANTS } from '../../../../simulation/invariants';
import { MUTANTS } from '../../../../simulation/mutants';
import { INVARIANTS as WHOLE_INVARIANTS } from '../../../../simulation/whole/history';

const root = join(import.meta.dirname, '../../../../..');
const spec = readFileSync(join(root, 'docs/outbox-spec.md'), 'utf8');
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && entry.name !== 'spec.test.ts')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
const tests = ['test/unit/main/core/outbox', 'test/integration', 'test/simulation']
  .flatMap(sources)
  .join('\n');
const rules = [...spec.matchAll(/^- OB(\d+)/gm)].map(([, number]) => Number(number));

describe('the numbered rules', () => {
  it('have a number each', () => {
    expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
  });
  it('are each named by a test or an invariant of the simulation', () => {
    const unnamed = rules.filter(
      (rule) => !tests.includes(`[OB${rule}]`) && !new RegExp(`^- OB${rule}\\b.*\\[[a-z-]+`, 'm').test(spec),
    );
    expect(unnamed).toEqual([]);
    expect(rules.length).toBeGreaterThan(30);
  });
  it('name only existing invariants, and so do the broken variants', () => {
    const named = [...spec.matchAll(/\[([a-z-]+(?:, [a-z-]+)*)[;\]]/g)].flatMap(([, names = '']) =>
      names.split(', '),
    );
    const known: readonly string[] = [...INVARIANTS, ...WHOLE_INVARIANTS];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    expect(MUTANTS.flatMap(({ killedBy }) => killedBy).filter((name) => !INVARIANTS.includes(name))).toEqual(
      [],
    );
  });
});
