/** Users type and read the time of their own computer; requests contain the time of the service. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localToServer, serverToLocal } from '../../../../src/shared/domain/time';

const HOUR = 3_600_000;
/** The service stands at UTC+8; our clock is 20 seconds behind it. */
const OFFSET = 8 * HOUR + 20_000;

describe('in Berlin, with a service at UTC+8', () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Europe/Berlin';
  });
  afterAll(() => {
    process.env.TZ = zone;
  });

  it('a typed 10:00 is 17:00 for the service in winter, 16:00 in summer', () => {
    expect(localToServer('2026-11-25 10:00:00', OFFSET)).toBe('2026-11-25 17:00:00');
    expect(localToServer('2026-07-25 10:00:00', OFFSET)).toBe('2026-07-25 16:00:00');
  });
  it('a typed time is read back unchanged, at every minute of a year except a repeated hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 365 * 24 * 60 - 1 }), (minute) => {
        const typed = new Date(Date.UTC(2026, 0, 1) + minute * 60_000)
          .toISOString()
          .slice(0, 19)
          .replace('T', ' ');
        // The hour that spring leaves out cannot be read back: no clock on the wall ever shows it.
        fc.pre(!typed.startsWith('2026-03-29 02:'));
        const back = serverToLocal(localToServer(typed, OFFSET), OFFSET);
        expect(back.slice(0, 16)).toBe(typed.slice(0, 16));
      }),
    );
  });
  it('a time that is midnight for the service does not become a day', () => {
    expect(localToServer('2026-11-25 17:00:00', OFFSET)).toBe('2026-11-26 00:00:01');
    expect(serverToLocal('2026-11-26 00:00:01', OFFSET)).toBe('2026-11-25 17:00:01');
  });
  it('a day without a time is never converted, nor a text that is not a time', () => {
    for (const text of ['2026-11-25', '2026-11-25 00:00:00', '', 'soon', '2026-13-45 10:00:00']) {
      expect(serverToLocal(text, OFFSET)).toBe(text);
      expect(localToServer(text, OFFSET)).toBe(text);
    }
  });
  it('nothing is converted while the time zone of the service is unknown', () => {
    expect(serverToLocal('2026-11-25 10:00:00', null)).toBe('2026-11-25 10:00:00');
    expect(localToServer('2026-11-25 10:00:00', null)).toBe('2026-11-25 10:00:00');
  });
});
