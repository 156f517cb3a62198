/**
 * The service uses wall-clock time without a time zone (`YYYY-MM-DD HH:MM:SS`, contract A). Satchel
 * stores the server's text and compares it as text. Only the offset to our clock, computed from answers,
 * converts it to an instant. Epoch dates and empty strings mean "none" (contract B, "Values").
 */
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?/;

/** The service's date-time text, `YYYY-MM-DD HH:MM:SS`. */
export type ServerTime = string;

const two = (n: number): string => String(n).padStart(2, '0');

/** Formats milliseconds since the epoch, shifted by `offsetMs`, as server wall-clock time. */
export const formatServerTime = (epochMs: number, offsetMs = 0): ServerTime => {
  const d = new Date(epochMs + offsetMs);
  return `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
};

/**
 * Reads server wall-clock text as if it were UTC; undefined if it is not a valid date-time, or of a year below
 * 100, which JavaScript would read as 19xx.
 */
export const parseServerTime = (text: string): number | undefined => {
  const m = DATE_TIME.exec(text);
  if (!m) return undefined;
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = m.slice(1).map((part) => Number(part ?? 0));
  const ms = Date.UTC(y, mo - 1, d, h, mi, s);
  const back = new Date(ms);
  return back.getUTCFullYear() === y &&
    back.getUTCMonth() === mo - 1 &&
    back.getUTCDate() === d &&
    h < 24 &&
    mi < 60 &&
    s < 60
    ? ms
    : undefined;
};

/** Returns true for a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && parseServerTime(text) !== undefined;

/**
 * The start of an empty date. A service west of UTC writes the epoch as an hour after noon of the last day of
 * 1969. That day without a time, or at midnight, may be a birthday.
 */
const NO_DATE = /^(?:1970-01-01|0000-00-00|1969-12-31[ T](?:1[2-9]|2[0-3]):)/;

/** Returns true for the service's forms of "no date": null, "", zero dates, and the epoch in any time zone. */
export const isNoDate = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  (typeof value === 'string' && NO_DATE.test(value));

/** A date with or without a time, and nothing else. */
const WHOLE_DATE = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/;

/**
 * Returns true for a text field that contains only an empty date of the service. A field such as the shipment
 * deadline is a text ("45 days"), but the service also writes dates into it.
 */
export const isNoDateText = (value: unknown): boolean =>
  typeof value === 'string' && WHOLE_DATE.test(value) && NO_DATE.test(value);

/** `YYYY-MM-DD` of a server time. */
export const dayOf = (time: ServerTime): string => time.slice(0, 10);

/** The offset of a time zone at an instant, in milliseconds: its wall clock minus UTC. */
export type OffsetAt = (epochMs: number) => number;

/** The offset of this computer's time zone. */
export const localOffsetAt: OffsetAt = (epochMs) => -new Date(epochMs).getTimezoneOffset() * 60_000;

/** The day of this computer's calendar at an instant, `YYYY-MM-DD`. */
export const localDayOf = (epochMs: number): string =>
  dayOf(formatServerTime(epochMs, localOffsetAt(epochMs)));

const QUARTER_MS = 15 * 60_000;

/**
 * Rounds the offset to a time zone in quarter hours. The measured offset (server wall clock minus our UTC
 * clock, in milliseconds) also contains the drift of both clocks, which is a few seconds; time zones differ
 * by quarter hours.
 */
export const zoneOf = (offsetMs: number): number => Math.round(offsetMs / QUARTER_MS) * QUARTER_MS;

/**
 * Returns true for server text with a time of day. Midnight means a calendar day, which is not converted
 * between time zones.
 */
export const hasTimeOfDay = (text: ServerTime): boolean => text.length > 10 && !text.endsWith('00:00:00');

/**
 * Returns true if the service's time zone is taken for this computer's: both have the same offset now. Then
 * times are not converted, so that they are right in summer and in winter. The limit of this rule is in
 * docs/adr/0014.
 */
export const isLocalZone = (
  offsetMs: number,
  nowMs = Date.now(),
  localOffset: OffsetAt = localOffsetAt,
): boolean => zoneOf(offsetMs) === localOffset(nowMs);

/**
 * Returns the offset at `epochMs` of a service whose offset was `offsetMs` at `learntAt`. If the service had this
 * computer's time zone then, its clocks have changed between winter and summer together with those of the computer.
 */
export const offsetAt = (offsetMs: number, learntAt: number, epochMs: number): number =>
  isLocalZone(offsetMs, learntAt) ? offsetMs + localOffsetAt(epochMs) - localOffsetAt(learntAt) : offsetMs;

/** Returns the instant at which this computer's wall clock shows `wallMs` (read as if it were UTC). */
export const localInstant = (wallMs: number): number => {
  const wall = new Date(wallMs);
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
  ).getTime();
};

/**
 * Returns the instant of a server wall clock, `wallMs` (read as if it were UTC), for what the user sees. The
 * service in this computer's zone has its summer time.
 */
export const instantOf = (wallMs: number, offsetMs: number): number =>
  isLocalZone(offsetMs) ? localInstant(wallMs) : wallMs - zoneOf(offsetMs);

/**
 * Converts server text to the computer's time, `YYYY-MM-DD HH:MM:SS`. Days, and text that is not a time, stay
 * unchanged; so does everything while the service's time zone is unknown (`offsetMs` null). `localOffset`: another
 * time zone in place of that of this process.
 */
export const serverToLocal = (
  text: ServerTime,
  offsetMs: number | null,
  localOffset: OffsetAt = localOffsetAt,
): string => {
  const wall = parseServerTime(text);
  if (wall === undefined || offsetMs === null || !hasTimeOfDay(text)) return text;
  if (isLocalZone(offsetMs, Date.now(), localOffset)) return formatServerTime(wall);
  const instant = wall - zoneOf(offsetMs);
  return formatServerTime(instant, localOffset(instant));
};

/**
 * The inverse of `serverToLocal`: converts `YYYY-MM-DD HH:MM:SS` in the computer's time to server text. A
 * time that is midnight for the service gets one second more, so that it is not read as a day.
 */
export const localToServer = (text: string, offsetMs: number | null): ServerTime => {
  const wall = parseServerTime(text);
  if (wall === undefined || offsetMs === null || !hasTimeOfDay(text)) return text;
  if (isLocalZone(offsetMs)) return formatServerTime(wall);
  const server = formatServerTime(localInstant(wall), zoneOf(offsetMs));
  return hasTimeOfDay(server) ? server : `${server.slice(0, 17)}01`;
};
