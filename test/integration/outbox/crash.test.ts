import { describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../../scripts/ensure-build.mjs';
import { runKills } from '../../crash/crash-run';
import { isThorough } from '../../support/thorough';

const KILLS = isThorough ? 10 : 3;
/** Of three kills none may happen to meet a push under way. */
const LEAST_WHILE_SENDING = isThorough ? 3 : 0;
/** After three kills most items may wait for a company that is in doubt. */
const LEAST_COMMITS = isThorough ? 5 : 1;

describe('the app killed while it works', () => {
  it('[OB27] after several kills everything acknowledged exists, and the service stored nothing twice', async () => {
    await ensureBuilt();
    const report = await runKills({ kills: KILLS, seed: 20 });
    expect(report.missing).toEqual([]);
    expect(report.twice).toEqual([]);
    expect(report.unclaimed).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(KILLS);
    expect(report.commits).toBeGreaterThanOrEqual(LEAST_COMMITS);
    expect(report.posts).toBeLessThanOrEqual(report.attempts);
    expect(report.whileSending).toBeGreaterThanOrEqual(LEAST_WHILE_SENDING);
  });
});
