/**
 * Follow-ups as an iCalendar file (RFC 5545) for a calendar program. Pure. A follow-up keeps its UID, so a
 * calendar that imports the file again moves the entry instead of making a second one.
 */
import { hasTimeOfDay, parseServerTime, zoneOf } from '#shared/domain/time';
import type { FollowUp } from './agenda-model';

const LINE_OCTETS = 75;
const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll(/\r?\n/g, '\\n');

/** A line longer than 75 octets goes on in the next line, after a space; no character is torn. */
const folded = (line: string): string => {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
};

/** `20261125T020000Z` of epoch milliseconds. */
const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const plainDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

export interface CalendarOptions {
  /** Tells accounts apart in the UIDs. */
  accountId: string;
  now: number;
  /** Server wall clock minus UTC; null keeps the service's hours without a zone. */
  offsetMs: number | null;
  /** What an entry is called, e.g. "Follow-up: Name". */
  title: (name: string) => string;
}

const entryOf = (
  { id, name, serverTime }: FollowUp,
  { accountId, now, offsetMs, title }: CalendarOptions,
): string[] => {
  const wall = parseServerTime(serverTime);
  if (wall === undefined) return [];
  const floating = (ms: number): string => utc(ms).slice(0, -1);
  const instant = offsetMs === null ? wall : wall - zoneOf(offsetMs);
  const moment = offsetMs === null ? floating : utc;
  const span = hasTimeOfDay(serverTime)
    ? [`DTSTART:${moment(instant)}`, `DTEND:${moment(instant + HALF_HOUR_MS)}`]
    : [`DTSTART;VALUE=DATE:${plainDay(wall)}`, `DTEND;VALUE=DATE:${plainDay(wall + DAY_MS)}`];
  return [
    'BEGIN:VEVENT',
    `UID:follow-up-${accountId}-${id.replace(/[^\w-]/g, '-')}@satchel`,
    `DTSTAMP:${utc(now)}`,
    ...span,
    `SUMMARY:${escaped(title(name))}`,
    'TRANSP:TRANSPARENT',
    ...(hasTimeOfDay(serverTime)
      ? [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escaped(title(name))}`,
          'TRIGGER:PT0M',
          'END:VALARM',
        ]
      : []),
    'END:VEVENT',
  ];
};

/** The whole file, each line ended by CR LF. */
export const calendarFile = (followUps: readonly FollowUp[], options: CalendarOptions): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Satchel//Follow-ups//EN',
    'CALSCALE:GREGORIAN',
    ...followUps.flatMap((followUp) => entryOf(followUp, options)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
