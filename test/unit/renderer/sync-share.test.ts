/** The share of the first download that the bar shows. */
import { expect, it } from 'vitest';
import type { SyncState } from '#shared/contract/sync';
import { syncShare } from '../../../src/renderer/features/sync/sync-share';

const kind = (expected: number | null, records: number, state = 'loading') => ({ expected, records, state });
const share = (...resources: object[]): number | null => syncShare({ resources } as unknown as SyncState);

it('a kind with more records than expected does not make up for another one', () => {
  // A kind whose records were deleted in the CRM since.
  expect(share(kind(100, 150), kind(100, 0))).toBe(0.5);
  expect(share(kind(100, 100), kind(100, 50))).toBe(0.75);
});

it('leaves out kinds that are not downloaded, and is unknown until the CRM has counted', () => {
  expect(share(kind(100, 25), kind(900, 0, 'left-out'), kind(900, 0, 'no-permission'))).toBe(0.25);
  expect(share(kind(null, 0), kind(null, 5))).toBeNull();
});
