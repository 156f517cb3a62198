import { describe, expect, it } from 'vitest';
import { otherZone, serviceClock, zoneText } from '../../../../src/renderer/format/zone';
import { parseTypedMoment } from '../../../../src/renderer/format/typed-moment';

const HOUR_MS = 3_600_000;

describe('the time zone of the service', () => {
  it('is named where it differs from that of the computer, whatever the clocks drift', () => {
    expect(otherZone(8 * HOUR_MS + 4000, HOUR_MS)).toBe('UTC+8');
    expect(otherZone(-3.5 * HOUR_MS, 0)).toBe('UTC−3:30');
    expect(otherZone(8 * HOUR_MS - 4000, 8 * HOUR_MS)).toBeNull();
  });
  it('is not named while it is unknown', () => {
    expect(otherZone(null, HOUR_MS)).toBeNull();
  });
  it('decides which day "today" is', () => {
    const evening = Date.UTC(2026, 10, 22, 18, 30);
    const today = (offsetMs: number) =>
      parseTypedMoment('today', { now: serviceClock(evening, offsetMs), forward: true })?.day;
    expect(today(8 * HOUR_MS)).toBe('2026-11-23');
    expect(today(-5 * HOUR_MS)).toBe('2026-11-22');
    expect(serviceClock(evening, null).getTime()).toBe(evening);
  });
  it('has quarter hours', () => {
    expect(zoneText(5.75 * HOUR_MS)).toBe('+5:45');
  });
});
