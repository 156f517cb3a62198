import { describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/ensure-build.mjs';
import { runKills } from '../../crash/crash-run';

describe('the app killed while it works', () => {
  it('[OB27] after ten kills everything acknowledged exists, and the service stored nothing twice', async () => {
    await ensureBuilt();
    const report = await runKills({ kills: 10, seed: 20 });
    expect(report.missing).toEqual([]);
    expect(report.twice).toEqual([]);
    expect(report.unclaimed).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(10);
    expect(report.commits).toBeGreaterThan(5);
    expect(report.posts).toBeLessThanOrEqual(report.attempts);
    expect(report.whileSending).toBeGreaterThanOrEqual(3);
  });
});
