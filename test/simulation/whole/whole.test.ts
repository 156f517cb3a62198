import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { CORE_MUTANTS as NAMED_MUTANTS } from '../../../scripts/core-mutants.mjs';
import { isThorough } from '../../support/thorough';
import { DAMAGE_HISTORIES } from './damage-histories';
import { SERVICE_HISTORIES } from './service-histories';
import { playHistory } from './play-history';
import { shrink } from './shrink';
import { writeHistory } from './write-history';

const CORE_MUTANTS = NAMED_MUTANTS as { name: string; file: string; find: string; by: string }[];
/** Length of the series; the long form is `npm run test:sim -- --whole`. */
const SERIES_MS = isThorough ? 8_000 : 3_000;

describe('simulation of the whole core', () => {
  it.each([...SERVICE_HISTORIES, ...DAMAGE_HISTORIES])('$name', async ({ history }) => {
    expect((await playHistory(history)).broken).toBeNull();
  });
  it('a series of seeds keeps every promise, with damaged files and without', async () => {
    const endAt = Date.now() + SERIES_MS;
    for (let seed = 1; seed === 1 || Date.now() < endAt; seed++) {
      const { broken, trace } = await playHistory(writeHistory(seed, { damage: seed % 2 === 0 }));
      expect(broken, `seed ${seed}\n${trace.slice(-40).join('\n')}`).toBeNull();
    }
  });
  it('a history is the same every time', async () => {
    const history = writeHistory(9);
    const [first, second] = [await playHistory(history), await playHistory(history)];
    expect(second.trace).toEqual(first.trace);
    expect(second.hash).toBe(first.hash);
  });
  it.each(CORE_MUTANTS)('the text that "$name" replaces stands once in $file', ({ file, find, by }) => {
    const text = readFileSync(new URL(`../../../src/main/core/${file}`, import.meta.url), 'utf8');
    expect(text.split(find)).toHaveLength(2);
    expect(by).not.toBe(find);
  });
  it('a failing history is shrunk to the steps that it takes', async () => {
    const { options, steps } = writeHistory(9);
    const found = await shrink({ options, steps }, 'none', async (one) =>
      one.steps.filter(({ do: what }) => what === 'wait').length >= 2 ? 'none' : null,
    );
    expect(found.steps.map(({ do: what }) => what)).toEqual(['wait', 'wait']);
  });
});
