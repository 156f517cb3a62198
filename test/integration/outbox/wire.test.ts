import { describe, expect, it } from 'vitest';
import { runWire } from '../../wire/wire-run';
import { isThorough } from '../../support/thorough';

const PUSHES = isThorough ? 400 : 120;

describe('the wire', () => {
  it('[OB27] in hundreds of pushes with faults, the received requests equal the recorded attempts, byte for byte', async () => {
    const report = await runWire({ pushes: PUSHES, seed: 3 });
    expect(report.differing).toEqual([]);
    expect(report.errors).toEqual([]);
    expect(report.strangers).toBe(0);
    expect(report.reused).toBe(false);
    expect(report.received).toBe(report.attempts);
    expect(report.attempts).toBeGreaterThanOrEqual(PUSHES);
    expect(Object.keys(report.faults).length).toBeGreaterThan(8);
  });
});
