/** Users type and read the time of their own computer; requests contain the time of the service. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatServerText } from '../../../../src/renderer/format/time';
import {
  instantOf,
  isLocalZone,
  localToServer,
  parseServerTime,
  serverToLocal,
} from '../../../../src/shared/domain/time';

const HOUR = 3_600_000;
/** The service stands at UTC+8; our clock is 20 seconds behind it. */
const OFFSET = 8 * HOUR + 20_000;

describe('in Berlin, with a service at UTC+8', () => {
  beforeAll(() => {
    vi.stubEnv('TZ', 'Europe/Berlin');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
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
  it('a year below 100 is no time: it keeps its digits and does not become 19xx', () => {
    for (const text of ['0024-05-01 10:00:00', '0001-01-01 08:05:43']) {
      expect(parseServerTime(text)).toBeUndefined();
      expect(serverToLocal(text, OFFSET)).toBe(text);
      expect(localToServer(text, OFFSET)).toBe(text);
    }
  });
  it('nothing is converted while the time zone of the service is unknown', () => {
    expect(serverToLocal('2026-11-25 10:00:00', null)).toBe('2026-11-25 10:00:00');
    expect(localToServer('2026-11-25 10:00:00', null)).toBe('2026-11-25 10:00:00');
  });
});

describe('a service in the zone of this computer, which has summer time', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 9) });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  /** Learnt in November: Berlin has UTC+1, and the clocks drift by seconds. */
  const winter = 3_600_000 + 4000;

  it.each(['2026-07-06 10:00:00', '2026-11-25 10:00:00', '2027-04-06 10:00:00'])(
    'shows and takes the hours of the CRM: %s',
    (text) => {
      expect(serverToLocal(text, winter)).toBe(text);
      expect(localToServer(text, winter)).toBe(text);
      expect(formatServerText(text, 'en', winter)).toMatch(/ 10:00$/);
    },
  );

  it('knows the instant of a summer time, for "in 5 months" and for calendar files', () => {
    expect(instantOf(Date.UTC(2027, 3, 6, 10), winter)).toBe(Date.UTC(2027, 3, 6, 8));
    expect(instantOf(Date.UTC(2026, 10, 25, 10), winter)).toBe(Date.UTC(2026, 10, 25, 9));
  });

  it('a service in another zone keeps the learnt offset on every date', () => {
    const china = 8 * 3_600_000;
    expect(serverToLocal('2026-11-25 17:00:00', china)).toBe('2026-11-25 10:00:00');
    expect(serverToLocal('2026-07-06 17:00:00', china)).toBe('2026-07-06 11:00:00');
    expect(localToServer('2026-07-06 11:00:00', china)).toBe('2026-07-06 17:00:00');
  });

  it('the season of this moment decides whether both are one zone', () => {
    expect(isLocalZone(winter)).toBe(true);
    expect(isLocalZone(2 * 3_600_000)).toBe(false);
    vi.setSystemTime(Date.UTC(2027, 5, 1));
    expect(isLocalZone(winter)).toBe(false);
    expect(isLocalZone(2 * 3_600_000)).toBe(true);
  });
});
