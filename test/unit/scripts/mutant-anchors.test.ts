import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
// @ts-expect-error a script without types
import { CORE_MUTANTS } from '../../../scripts/core-mutants.mjs';
// @ts-expect-error a script without types
import { MUTANTS } from '../../../scripts/security-mutants.mjs';

const ROOT = new URL('../../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
/** White space between words may differ, because the formatter moves line breaks. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
const count = (text: string, part: string): number => text.split(part).length - 1;

/** A mutant replaces one text in one file, so the text must occur there exactly once. */
describe('text that a mutant replaces', () => {
  it('occurs once in its file, for each mutant of the core', () => {
    const wrong = (CORE_MUTANTS as { name: string; file: string; find: string }[])
      .filter(({ file, find }) => count(textOf(`src/main/core/${file}`), find) !== 1)
      .map(({ name, file }) => `${name}: ${file}`);
    expect(wrong).toEqual([]);
  });

  it('occurs once in its source file, for each mutant of a security setting', () => {
    const inSource = (MUTANTS as { setting: string; change: string[] }[]).filter(
      ({ change: [file = ''] }) => !file.startsWith('out/'),
    );
    const wrong = inSource
      .filter(
        ({ change: [file = '', from = ''] }) => count(inOneLine(textOf(file)), inOneLine(from).trim()) !== 1,
      )
      .map(({ setting, change: [file] }) => `${setting}: ${file}`);
    expect(inSource.length).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });
});
