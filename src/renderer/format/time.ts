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
  zoneOf,
} from '#shared/domain/time';

const [WINTER, SUMMER] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];
/**
 * The offsets of this computer's time zone in winter, in summer and now. A formatter keeps the zone in which it
 * was made, and the zone changes while the window is open if the user travels. The name of the zone takes too
 * long to find for each cell.
 */
const zoneKey = (): string =>
  [new Date(WINTER), new Date(SUMMER), new Date()].map((date) => date.getTimezoneOffset()).join();

const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterFor = (
  locale: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const key = `${locale}|${name}|${options.timeZone ?? zoneKey()}`;
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
/** `auto` says "tomorrow" for one day; `always` says "1 year ago", because 400 days ago may not be last year. */
const relativeFor = (locale: string, numeric: 'auto' | 'always' = 'auto'): Intl.RelativeTimeFormat => {
  const key = `${locale} ${numeric}`;
  let made = relatives.get(key);
  if (!made) relatives.set(key, (made = new Intl.RelativeTimeFormat(locale, { numeric })));
  return made;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Days from one midnight of this computer to another; a day of summer time has 23 or 25 hours. */
const daysBetween = (from: number, to: number): number =>
  Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / DAY_MS);

/** A later time of another day is "tomorrow", not "in 7 hours". */
const SOON_HOURS = 6;

/**
 * Formats "3 hours ago" or "in 2 days"; "now" within a minute. Days are those of the calendar: "in 2 days" is the day
 * after tomorrow at any time of it. The last 24 hours and the next six are in hours, and so is all of today.
 */
export const formatRelative = (epochMs: number, locale: string, nowMs: number): string => {
  const delta = epochMs - nowMs;
  if (Math.abs(delta) < MINUTE_MS) return relativeFor(locale).format(0, 'second');
  const minutes = Math.round(delta / MINUTE_MS);
  if (Math.abs(minutes) < 60) return relativeFor(locale).format(minutes, 'minute');
  const hours = Math.round(delta / HOUR_MS);
  const days = daysBetween(nowMs, epochMs);
  const areHoursShown = days === 0 || (delta < 0 ? hours > -24 : hours <= SOON_HOURS);
  return areHoursShown ? relativeFor(locale).format(hours, 'hour') : formatRelativeDay(days, locale);
};

/** The units of longer times, each with its shortest time and its length, in days. */
const LONG_UNITS: readonly [Intl.RelativeTimeFormatUnit, least: number, length: number][] = [
  ['year', 365, 365.25],
  ['month', 60, 30.44],
  ['week', 14, 7],
];

/**
 * How long ago something happened by the clock of this computer. A time after now is of a clock that was set back
 * since, and is "now".
 */
export const formatAgo = (epochMs: number, locale: string, nowMs: number): string =>
  formatRelative(Math.min(epochMs, nowMs), locale, nowMs);

/** Formats a calendar day that is some days from today: "today", "tomorrow", "in 2 weeks". */
export const formatRelativeDay = (days: number, locale: string): string => {
  const found = LONG_UNITS.find(([, least]) => Math.abs(days) >= least);
  if (found === undefined) return relativeFor(locale).format(days, 'day');
  const [unit, , length] = found;
  return relativeFor(locale, 'always').format(Math.round(days / length), unit);
};

/** The same for server text: "in 3 hours", "in 2 days" for a day without a time; `''` for an empty date. */
export const formatRelativeServer = (
  value: unknown,
  locale: string,
  offsetMs: number | null,
  nowMs: number,
): string => {
  const epoch = serverTextToEpoch(value, offsetMs);
  if (epoch === undefined) return '';
  return hasTimeOfDay(String(value))
    ? formatRelative(epoch, locale, nowMs)
    : formatRelativeDay(daysBetween(nowMs, epoch), locale);
};

/**
 * How long ago something happened by the clock of the service, "3 hours ago"; `''` for an empty date. The age counts
 * the difference between both clocks exactly, not rounded to a time zone, and is never in the future.
 */
export const formatAgoServer = (
  value: unknown,
  locale: string,
  offsetMs: number | null,
  nowMs: number,
): string => {
  const epoch = serverTextToEpoch(value, offsetMs);
  if (epoch === undefined) return '';
  if (!hasTimeOfDay(String(value))) return formatRelativeDay(Math.min(daysBetween(nowMs, epoch), 0), locale);
  const driftMs = offsetMs === null ? 0 : offsetMs - zoneOf(offsetMs);
  return formatAgo(epoch - driftMs, locale, nowMs);
};
