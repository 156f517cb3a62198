/**
 * Writes the results of a bench between its marks in docs/performance.md; everything else there is written by
 * hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join('docs', 'performance.md');

/** Throws if the page has no marks for it. */
export const writeSection = (name: string, text: string): void => {
  const page = readFileSync(FILE, 'utf8');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`${FILE} has no place for ${name}`);
  writeFileSync(FILE, `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`);
};
