/**
 * The service speaks wall-clock time without a zone (`YYYY-MM-DD HH:MM:SS`, contract "Envelope").
 * Satchel keeps what the server sent and compares it as text; only the learnt offset to our own clock
 * turns it into an instant. Epoch dates and empty strings mean "none" (contract B, "observed dirt").
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

/** Reads server wall-clock text as if it were UTC; undefined when it is not a calendar date-time. */
export const parseServerTime = (text: string): number | undefined => {
  const m = DATE_TIME.exec(text);
  if (!m) return undefined;
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = m.slice(1).map((part) => Number(part ?? 0));
  const ms = Date.UTC(y, mo - 1, d, h, mi, s);
  const back = new Date(ms);
  return back.getUTCMonth() === mo - 1 && back.getUTCDate() === d && h < 24 && mi < 60 && s < 60
    ? ms
    : undefined;
};

/** True for the service's ways of saying "no date": null, "", zero dates, and the epoch at UTC or UTC+8. */
export const isNoDate = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  (typeof value === 'string' && (value.startsWith('1970-01-01') || value.startsWith('0000-00-00')));

/** `YYYY-MM-DD` of a server time. */
export const dayOf = (time: ServerTime): string => time.slice(0, 10);

const QUARTER_MS = 15 * 60_000;

/**
 * The service's zone as a whole number of quarter hours. The learnt offset (server wall clock minus our UTC
 * clock, milliseconds) holds the drift of two clocks too, which is seconds; zones differ by quarter hours.
 */
export const zoneOf = (offsetMs: number): number => Math.round(offsetMs / QUARTER_MS) * QUARTER_MS;

/** True for server text that says a time of day. A midnight marks a calendar day, which no zone may move. */
export const hasTimeOfDay = (text: ServerTime): boolean => text.length > 10 && !text.endsWith('00:00:00');

/**
 * Server text in the time of this computer, `YYYY-MM-DD HH:MM:SS`. Days, and text that is no time, stay as
 * they are; so does everything while the service's zone is not known (`offsetMs` null).
 */
export const serverToLocal = (text: ServerTime, offsetMs: number | null): string => {
  const wall = parseServerTime(text);
  if (wall === undefined || offsetMs === null || !hasTimeOfDay(text)) return text;
  const instant = wall - zoneOf(offsetMs);
  return formatServerTime(instant, -new Date(instant).getTimezoneOffset() * 60_000);
};

/**
 * The inverse of `serverToLocal`: `YYYY-MM-DD HH:MM:SS` in the time of this computer as server text. A time
 * that is midnight for the service gets a second more, so that it does not read as a day.
 */
export const localToServer = (text: string, offsetMs: number | null): ServerTime => {
  const wall = parseServerTime(text);
  if (wall === undefined || offsetMs === null || !hasTimeOfDay(text)) return text;
  const local = new Date(wall);
  const instant = new Date(
    local.getUTCFullYear(),
    local.getUTCMonth(),
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ).getTime();
  const server = formatServerTime(instant, zoneOf(offsetMs));
  return hasTimeOfDay(server) ? server : `${server.slice(0, 17)}01`;
};
