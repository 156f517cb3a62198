/** Lists that lost most of their records at once: such a loss is believed after six hours (PL7). */

/** More than the six hours, because the censuses rest an hour each meanwhile. */
export const BELIEVED_WITHIN_MS = 8 * 3_600_000;

const GONE = /^(\w+) \d+ is not at the service any more$/;
const TOLD = /^(\w+): \d+ records are told, (\d+) are there$/;

/**
 * Returns true if nothing but such losses is left to be settled: more than half of a list, and at least five records
 * or all of several.
 */
export const areMassLosses = (left: readonly string[]): boolean => {
  const gone = new Map<string, number>();
  for (const line of left) {
    const resource = GONE.exec(line)?.[1];
    if (resource !== undefined) gone.set(resource, (gone.get(resource) ?? 0) + 1);
  }
  return left.every((line) => {
    if (GONE.test(line)) return true;
    const [, resource, live] = TOLD.exec(line) ?? [];
    const missing = gone.get(resource ?? '') ?? 0;
    return missing > Number(live) && (missing >= 5 || (missing > 1 && live === '0'));
  });
};
