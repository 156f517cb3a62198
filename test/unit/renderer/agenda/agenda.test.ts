import { expect, it } from 'vitest';
import type { Row } from '#shared/contract/records';
import {
  agendaOf,
  followUpsOf,
  lateBefore,
  shiftDay,
  weekOfDay,
} from '../../../../src/renderer/features/agenda/agenda-model';
import { calendarFile } from '../../../../src/renderer/features/agenda/calendar-file';

const HOUR = 3_600_000;
/** The service's wall clock equals that of this computer. */
const here = -new Date(2026, 10, 22).getTimezoneOffset() * 60_000;
const now = new Date(2026, 10, 22, 12, 0);
const row = (id: string, time: string, name = id): Row => ({
  id,
  values: { name, next_follow_up_time: time },
});

it('sorts days before times; a time that has passed is late, a day without a time only from tomorrow', () => {
  const found = followUpsOf(
    [
      row('later', '2026-11-22 15:00:00'),
      row('earlier', '2026-11-22 09:00:00'),
      row('day', '2026-11-22 00:00:00'),
      row('yesterday', '2026-11-21 00:00:00'),
      row('none', '1970-01-01 08:00:00'),
    ],
    now,
    here,
  );
  expect(found.map(({ id, time, late }) => [id, time, late])).toEqual([
    ['yesterday', null, true],
    ['day', null, false],
    ['earlier', '09:00', true],
    ['later', '15:00', false],
  ]);
  const days = agendaOf(found, ['2026-11-22', '2026-11-23']);
  expect(lateBefore(found, '2026-11-22').map(({ id }) => id)).toEqual(['yesterday']);
  expect(days.map(({ followUps }) => followUps.length)).toEqual([3, 0]);
});

it('shows the service’s hours in local time, over midnight too', () => {
  const ahead = here + 8 * HOUR;
  const [found] = followUpsOf([row('a', '2026-11-23 03:00:00')], now, ahead);
  expect(found).toMatchObject({ day: '2026-11-22', time: '19:00', late: false });
});

it('shows midnight here as a time if it is none for the service, and then it can be late', () => {
  const ahead = here + 8 * HOUR;
  const [passed, todays] = followUpsOf(
    [row('passed', '2026-11-22 08:00:00'), row('day', '2026-11-22 00:00:00')],
    now,
    ahead,
  ).toSorted((a, b) => b.id.localeCompare(a.id));
  expect(passed).toMatchObject({ day: '2026-11-22', time: '00:00', late: true });
  expect(todays).toMatchObject({ day: '2026-11-22', time: null, late: false });
});

it('counts weeks from Monday, over the end of a month and a year', () => {
  expect(weekOfDay('2026-11-22')).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ]);
  expect(weekOfDay('2027-01-01')[0]).toBe('2026-12-28');
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
});

it('writes a calendar file: UTC times, whole days, escaped names, lines of at most 75 octets', () => {
  const found = followUpsOf(
    [
      row(
        '1',
        '2026-11-25 10:00:00',
        'Müller, Söhne; 东升进出口贸易有限公司 and its friends of the long name',
      ),
      row('local:x', '2026-11-26'),
      row('2', '2026-11-27', 'Two\rlines,\n\u000bone\u0000 more'),
    ],
    now,
    here,
  );
  const text = calendarFile(found, {
    accountId: 'acc',
    now: Date.UTC(2026, 10, 22, 12),
    offsetMs: 8 * HOUR,
    localIds: new Map(),
    title: (name) => `Follow-up: ${name}`,
  });
  const lines = text.split('\r\n');
  expect(lines.at(-1)).toBe('');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toContain('DTSTART:20261125T020000Z');
  expect(unfolded).toContain('DTEND:20261125T023000Z');
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20261126');
  expect(unfolded).toContain('DTEND;VALUE=DATE:20261127');
  expect(unfolded).toContain('UID:follow-up-acc-1@satchel');
  expect(unfolded).toContain('UID:follow-up-acc-local-x@satchel');
  expect(unfolded).toContain(
    'SUMMARY:Follow-up: Müller\\, Söhne\\; 东升进出口贸易有限公司 and its friends of the long name',
  );
  expect(unfolded).toContain('SUMMARY:Follow-up: Two\\nlines\\,\\none more');
  expect(unfolded.filter((line) => line === 'BEGIN:VALARM')).toHaveLength(1);
});
