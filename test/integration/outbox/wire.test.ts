import { describe, expect, it } from 'vitest';
import { runWire } from '../../wire/wire-run';

describe('the wire', () => {
  it('[OB27] in 400 pushes with faults, the received requests equal the recorded attempts, byte for byte', async () => {
    const report = await runWire({ pushes: 400, seed: 3 });
    expect(report.differing).toEqual([]);
    expect(report.errors).toEqual([]);
    expect(report.strangers).toBe(0);
    expect(report.reused).toBe(false);
    expect(report.received).toBe(report.attempts);
    expect(report.attempts).toBeGreaterThanOrEqual(400);
    expect(Object.keys(report.faults).length).toBeGreaterThan(8);
  });
});
