/**
 * Shows server wall-clock text as local time. The core computes the offset (server wall clock minus this
 * computer's UTC clock). Clocks drift by seconds while time zones differ by quarter hours, so the offset is
 * rounded first. A service in this computer's zone has its summer time (`instantOf`). Days and midnights are days
 * in the server's time zone and are not converted.
 */
import { writingOf } from '../client/languages';
import {
  hasTimeOfDay,
  instantOf,
  isLocalZone,
  isNoDate,
  localInstant,
  parseServerTime,
} from '#shared/domain/time';

const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterFor = (
  locale: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const key = `${locale}|${name}`;
  let made = formatters.get(key);
  if (!made) formatters.set(key, (made = new Intl.DateTimeFormat(locale, options)));
  return made;
};

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/**
 * Reads server text for a formatter. `isAsWritten`: the text is shown as it is, formatted as if it were UTC:
 * a calendar day, and everything while the zone is unknown or that of this computer.
 */
const readTime = (
  text: string,
  offsetMs: number | null,
): { ms: number; hadTime: boolean; isAsWritten: boolean } | undefined => {
  const wall = parseServerTime(text);
  if (wall === undefined) return undefined;
  const hadTime = hasTimeOfDay(text);
  if (!hadTime || offsetMs === null || isLocalZone(offsetMs)) return { ms: wall, hadTime, isAsWritten: true };
  return { ms: instantOf(wall, offsetMs), hadTime, isAsWritten: false };
};

const formatRead = (
  { ms, isAsWritten }: { ms: number; isAsWritten: boolean },
  locale: string,
  [name, options]: readonly [string, Intl.DateTimeFormatOptions],
): string =>
  isAsWritten
    ? formatterFor(locale, `${name}-utc`, { ...options, timeZone: 'UTC' }).format(ms)
    : formatterFor(locale, name, options).format(ms);

const dayFormat = (locale: string) => ['day', writingOf(locale).day] as const;

/**
 * Returns the local date and time of server text, or its day if it has no time; `''` for the service's empty
 * dates.
 */
export const formatServerText = (value: unknown, locale: string, offsetMs: number | null): string => {
  if (isNoDate(value)) return '';
  const read = readTime(String(value), offsetMs);
  if (!read) return String(value);
  const day = formatRead(read, locale, dayFormat(locale));
  return read.hadTime ? `${day} ${formatRead(read, locale, ['clock', CLOCK])}` : day;
};

/** Returns the local day of server text, without its time; `''` for an empty date. */
export const formatServerDay = (value: unknown, locale: string, offsetMs: number | null): string => {
  if (isNoDate(value)) return '';
  const read = readTime(String(value), offsetMs);
  return read ? formatRead(read, locale, dayFormat(locale)) : String(value);
};

/**
 * Returns epoch milliseconds of server text, for "3 hours ago"; undefined for an empty or unreadable date.
 * A calendar day is its midnight on this computer. While the zone is unknown, times are taken for those of this
 * computer, as they are shown.
 */
export const serverTextToEpoch = (value: unknown, offsetMs: number | null): number | undefined => {
  if (isNoDate(value)) return undefined;
  const text = String(value);
  const wall = parseServerTime(text);
  if (wall === undefined) return undefined;
  return offsetMs === null || !hasTimeOfDay(text) ? localInstant(wall) : instantOf(wall, offsetMs);
};

export const formatClock = (epochMs: number, locale: string): string =>
  formatterFor(locale, 'clock', CLOCK).format(epochMs);
export const formatLongDay = (epochMs: number, locale: string): string =>
  formatterFor(locale, 'long', { weekday: 'long', month: 'long', day: 'numeric' }).format(epochMs);
export const formatMonth = (epochMs: number, locale: string): string =>
  formatterFor(locale, 'month', { month: 'long', year: 'numeric' }).format(epochMs);

/** Formats a calendar day with its weekday, `Mon 16 Nov`. */
export const formatWeekday = (day: string, locale: string): string =>
  formatterFor(locale, 'weekday', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T00:00:00Z`));

/** Formats a moment of this computer's clock: only the time if it is today, otherwise day and time. */
export const formatMoment = (epochMs: number, locale: string, nowMs: number): string => {
  const sameDay = new Date(epochMs).toDateString() === new Date(nowMs).toDateString();
  return sameDay ? formatClock(epochMs, locale) : formatDayAndTime(epochMs, locale);
};

/**
 * Formats day and time of this computer's clock, for texts that are read on another day, such as on paper.
 */
export const formatDayAndTime = (epochMs: number, locale: string): string =>
  `${formatterFor(locale, 'day', writingOf(locale).day).format(epochMs)} ${formatClock(epochMs, locale)}`;

const relatives = new Map<string, Intl.RelativeTimeFormat>();
const relativeFor = (locale: string): Intl.RelativeTimeFormat => {
  let made = relatives.get(locale);
  if (!made) relatives.set(locale, (made = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })));
  return made;
};

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
/** Formats "3 hours ago" or "in 2 days"; "now" within a minute. */
export const formatRelative = (epochMs: number, locale: string, nowMs: number): string => {
  const delta = epochMs - nowMs;
  const at = STEPS.findIndex(([, step]) => Math.abs(delta) >= step);
  const step = STEPS[at];
  if (step === undefined) return relativeFor(locale).format(0, 'second');
  const rounded = Math.round(delta / step[1]);
  // 59.9 minutes are rounded to 60, which is an hour.
  const larger = STEPS[at - 1];
  return larger && Math.abs(rounded) * step[1] >= larger[1]
    ? relativeFor(locale).format(Math.sign(rounded), larger[0])
    : relativeFor(locale).format(rounded, step[0]);
};

const DAY_MS = 86_400_000;
/** Formats a calendar day that is some days from today: "today", "tomorrow", "in 2 weeks". */
export const formatRelativeDay = (days: number, locale: string): string => {
  const delta = days * DAY_MS;
  const [unit, size] = STEPS.find(([, step]) => step >= DAY_MS && Math.abs(delta) >= step) ?? ['day', DAY_MS];
  return relativeFor(locale).format(Math.round(delta / size), unit);
};
