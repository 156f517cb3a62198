/**
 * How much a test repeats. `npm test` checks every requirement once; CI repeats (`npm run test:thorough`)
 * with more kills, quirks and views.
 */
export const isThorough = process.env.SATCHEL_THOROUGH === '1';

/**
 * Registers tests that only CI runs, because a faster test or the real Electron covers the same requirement.
 */
export const inCiOnly = (register: () => void): void => {
  if (isThorough) register();
};

/** The whole list in CI; elsewhere its first `count`. */
export const firstOf = <T>(list: readonly T[], count: number): readonly T[] =>
  isThorough ? list : list.slice(0, count);
