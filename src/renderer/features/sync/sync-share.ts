import type { SyncState } from '#shared/contract/sync';

/**
 * Returns the share of all expected records that are on disk, 0 to 1; null until the service has reported how
 * many there are.
 */
export const syncShare = (state: SyncState): number | null => {
  const known = state.resources.filter(
    ({ expected, state: at }) =>
      expected !== null && at !== 'not-offered' && at !== 'no-permission' && at !== 'left-out',
  );
  const expected = known.reduce((sum, entry) => sum + (entry.expected ?? 0), 0);
  return expected === 0
    ? null
    : Math.min(
        1,
        known.reduce((sum, entry) => sum + Math.min(entry.records, entry.expected ?? 0), 0) / expected,
      );
};
