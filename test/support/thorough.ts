/**
 * How much a test repeats. `npm test` takes every promise once; CI repeats (`npm run test:thorough`) with
 * more kills, more quirks and more looks.
 */
export const isThorough = process.env.SATCHEL_THOROUGH === '1';

/** Registers tests that only CI runs: a quicker test takes the same promise, or the real Electron does. */
export const inCiOnly = (register: () => void): void => {
  if (isThorough) register();
};

/** All of a list in CI; without it the first `count`. */
export const firstOf = <T>(list: readonly T[], count: number): readonly T[] =>
  isThorough ? list : list.slice(0, count);
