import { describe, expect, it } from 'vitest';
import { DETAILS_FRESH_MS, wantsDetails } from '../../../src/renderer/records/details-on-open';

const now = 1_800_000_000_000;
const record = { detailState: 'held', detailAt: now - DETAILS_FRESH_MS - 1, removed: false } as const;

describe('an opened record', () => {
  it('has its details read at once if they are missing', () => {
    expect(wantsDetails({ ...record, detailState: 'offered', detailAt: null }, now)).toBe(true);
  });
  it('[PL30] has details read again that are older than a minute, whatever its update_time', () => {
    expect(wantsDetails(record, now)).toBe(true);
    expect(wantsDetails({ ...record, detailAt: now - DETAILS_FRESH_MS }, now)).toBe(false);
  });
  it('has details read again that were read while the clock was ahead', () => {
    expect(wantsDetails({ ...record, detailAt: now + 86_400_000 }, now)).toBe(true);
  });
  it('has none to read where there are none', () => {
    expect(wantsDetails({ ...record, detailState: 'not-offered', detailAt: null }, now)).toBe(false);
    expect(wantsDetails({ ...record, detailState: 'no-permission', detailAt: null }, now)).toBe(false);
    expect(wantsDetails({ ...record, detailAt: null }, now)).toBe(false);
    expect(wantsDetails({ ...record, removed: true }, now)).toBe(false);
  });
});
