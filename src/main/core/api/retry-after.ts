/**
 * Reads Retry-After, given as seconds or as an HTTP date. Returns ms from `nowMs`, at least a second and at
 * most a day; null if the header is missing or cannot be read.
 *
 * A date is a time of the service's clock. The wait is its distance from the `Date` of the same answer, because the
 * clock of this computer may be wrong by hours. Without a `Date` this computer's clock is used.
 */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;
const MIN_RETRY_AFTER_MS = 1_000;

/** Some services send a fraction. If a gateway in front of the service adds a wait of its own, there are two. */
const SECONDS = /^\d+(?:\.\d+)?(?:\s*,\s*\d+(?:\.\d+)?)*$/;

export const retryAfterMs = (headers: Readonly<Record<string, string>>, nowMs: number): number | null => {
  const value = headerOf(headers, 'retry-after');
  if (value === undefined) return null;
  const ms = SECONDS.test(value)
    ? Math.max(...value.split(',').map(Number)) * 1000
    : Date.parse(value) - answeredAt(headers, nowMs);
  return Number.isFinite(ms) ? Math.min(Math.max(ms, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS) : null;
};

const answeredAt = (headers: Readonly<Record<string, string>>, nowMs: number): number => {
  const date = Date.parse(headerOf(headers, 'date') ?? '');
  return Number.isNaN(date) ? nowMs : date;
};

const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    ?.trim();
