/**
 * Runs before each test file of a mutation run: activates the mutant that the file at `SATCHEL_MUTANT` names,
 * and records which mutants the test file reached.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const { active, hits } = JSON.parse(readFileSync(String(process.env.SATCHEL_MUTANT), 'utf8')) as {
  active: number | null;
  hits: string;
};
const reached = new Set<number>();
Object.assign(globalThis, {
  __mutant: (id: number): boolean => {
    reached.add(id);
    return id === active;
  },
});
afterAll(() => {
  if (active === null)
    appendFileSync(hits, `${JSON.stringify({ file: expect.getState().testPath, reached: [...reached] })}\n`);
});
