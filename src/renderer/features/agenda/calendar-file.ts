/**
 * Writes follow-ups as an iCalendar file (RFC 5545) for a calendar program. Pure. A follow-up keeps its UID,
 * also over the delivery of its company, so that a second import moves the entry instead of adding another one.
 */
import { hasTimeOfDay, instantOf, parseServerTime } from '#shared/domain/time';
import type { FollowUp } from './agenda-model';

const LINE_OCTETS = 75;
const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

/** A text has no control characters but tabs. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '');

/** Continues a line longer than 75 octets in the next line, after a space; it never splits a character. */
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

/** Formats epoch milliseconds as `20261125T020000Z`. */
const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const plainDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

export interface CalendarOptions {
  /** Part of each UID, so that accounts have different UIDs. */
  accountId: string;
  now: number;
  /** Server wall clock minus UTC; if null, times are written as the service's local time without a zone. */
  offsetMs: number | null;
  /** The ids that companies had before their delivery, by the ids of the CRM. */
  localIds: ReadonlyMap<string, string>;
  /** Returns the title of an entry, e.g. "Follow-up: Name". */
  title: (name: string) => string;
}

const entryOf = (
  { id, name, serverTime }: FollowUp,
  { accountId, now, offsetMs, localIds, title }: CalendarOptions,
): string[] => {
  const wall = parseServerTime(serverTime);
  if (wall === undefined) return [];
  const floating = (ms: number): string => utc(ms).slice(0, -1);
  const instant = offsetMs === null ? wall : instantOf(wall, offsetMs);
  const moment = offsetMs === null ? floating : utc;
  const span = hasTimeOfDay(serverTime)
    ? [`DTSTART:${moment(instant)}`, `DTEND:${moment(instant + HALF_HOUR_MS)}`]
    : [`DTSTART;VALUE=DATE:${plainDay(wall)}`, `DTEND;VALUE=DATE:${plainDay(wall + DAY_MS)}`];
  return [
    'BEGIN:VEVENT',
    `UID:follow-up-${accountId}-${(localIds.get(id) ?? id).replace(/[^\w-]/g, '-')}@satchel`,
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

/** Returns the whole file; each line ends with CR LF. */
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
