/**
 * If a census misses much of a list at once, a fault of the service is more likely than deletions, for example an empty
 * answer or a filter by mistake. Such records stay until they are missing for hours.
 */

/** How long such records stay after a census missed them for the first time. */
export const MASS_LOSS_MS = 6 * 3_600_000;
/** How long the censuses rest meanwhile, because each of them reads all ids. */
export const MASS_LOSS_REST_MS = 3_600_000;

/** If at least so many records are missing at once, a fault may have hidden them. */
export const LEAST_LOSS = 5;

/**
 * After a census has deleted so many records, the list is compared this often for this long: if the service shows them
 * again, no change brings them back. While the numbers are equal, a comparison is one request.
 */
export const AFTER_LOSS_REST_MS = 3_600_000;
export const AFTER_LOSS_MS = 24 * 3_600_000;

/** Returns true if a census missed more than half of the list, and at least five records or all of several. */
export const isMassLoss = (missing: number, live: number): boolean =>
  missing * 2 > live && (missing >= LEAST_LOSS || (missing >= live && missing > 1));
