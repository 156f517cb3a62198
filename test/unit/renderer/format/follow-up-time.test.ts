/** When a follow-up is late, and how its time is said. */
import { expect, it } from 'vitest';
import { followUpTimeOf } from '../../../../src/renderer/format/follow-up-time';
import { formatRelativeServer } from '../../../../src/renderer/format/time';

const now = new Date(2026, 10, 25, 9, 30);
/** The service's wall clock is this computer's, so that the texts below can be read as local time. */
const offsetMs = -now.getTimezoneOffset() * 60_000;

it.each([
  ['2026-11-25 00:00:00', { day: '2026-11-25', time: null, late: false }, 'today'],
  ['2026-11-24 00:00:00', { day: '2026-11-24', time: null, late: true }, 'yesterday'],
  ['2026-11-26 00:00:00', { day: '2026-11-26', time: null, late: false }, 'tomorrow'],
  ['2026-11-28 00:00:00', { day: '2026-11-28', time: null, late: false }, 'in 3 days'],
  ['2026-12-10 00:00:00', { day: '2026-12-10', time: null, late: false }, 'in 2 weeks'],
  ['2026-11-25 06:30:00', { day: '2026-11-25', time: '06:30', late: true }, '3 hours ago'],
  ['2026-11-25 09:30:00', { day: '2026-11-25', time: '09:30', late: false }, 'now'],
  ['2026-11-25 12:30:00', { day: '2026-11-25', time: '12:30', late: false }, 'in 3 hours'],
] as const)('%s', (value, when, words) => {
  expect(followUpTimeOf(value, now, offsetMs)).toEqual(when);
  expect(formatRelativeServer(value, 'en', offsetMs, now.getTime())).toBe(words);
});

it('a day without a time is the same day in every time zone', () => {
  for (const hours of [-11, 0, 8, 14])
    expect(followUpTimeOf('2026-11-25 00:00:00', now, hours * 3_600_000)).toEqual({
      day: '2026-11-25',
      time: null,
      late: false,
    });
});

it.each([null, '', '1970-01-01 08:00:00', 'soon'])('%s is no follow-up', (value) => {
  expect(followUpTimeOf(value, now, offsetMs)).toBeNull();
  expect(formatRelativeServer(value, 'en', offsetMs, now.getTime())).toBe('');
});

it('says a day in Chinese', () => {
  expect(formatRelativeServer('2026-11-25 00:00:00', 'zh-CN', offsetMs, now.getTime())).toBe('今天');
});
