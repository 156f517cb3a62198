/**
 * Reads Retry-After, given as seconds, as an HTTP date, or as the time since 1970. Returns ms from `nowMs`, at least a
 * second and at most a day; null if the header is missing or cannot be read.
 *
 * A date is a time of the service's clock. The wait is its distance from the `Date` of the same answer, because the
 * clock of this computer may be wrong by hours. Without a `Date` this computer's clock is used.
 */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;
const MIN_RETRY_AFTER_MS = 1_000;

/**
 * A larger number is no delay but the time at which the wait ends: seconds since 1970, or milliseconds if it is larger
 * still.
 */
const LEAST_EPOCH_S = 1e9;
const LEAST_EPOCH_MS = 1e12;

/** Some services send a fraction. If a gateway in front of the service adds a wait of its own, there are two. */
const SECONDS = /^\d+(?:\.\d+)?(?:\s*,\s*\d+(?:\.\d+)?)*$/;
/**
 * `Date.parse` reads a text such as `-1` as a date of the past. A date has the name of a month, or four digits first.
 */
const DATE = /[a-z]{3}|^\d{4}-/i;

export const retryAfterMs = (headers: Readonly<Record<string, string>>, nowMs: number): number | null => {
  const value = headerOf(headers, 'retry-after');
  if (value === undefined) return null;
  const ms = SECONDS.test(value)
    ? Math.max(...value.split(',').map((part) => delayOf(Number(part), headers, nowMs)))
    : timeIn(value) - answeredAt(headers, nowMs);
  return Number.isFinite(ms) ? Math.min(Math.max(ms, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS) : null;
};

/** The delay in ms that a number means. */
const delayOf = (given: number, headers: Readonly<Record<string, string>>, nowMs: number): number => {
  if (given < LEAST_EPOCH_S) return given * 1000;
  return (given < LEAST_EPOCH_MS ? given * 1000 : given) - answeredAt(headers, nowMs);
};

const timeIn = (text: string): number => (DATE.test(text) ? Date.parse(text) : Number.NaN);

const answeredAt = (headers: Readonly<Record<string, string>>, nowMs: number): number => {
  const date = Date.parse(headerOf(headers, 'date') ?? '');
  return Number.isNaN(date) ? nowMs : date;
};

const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    ?.trim();
