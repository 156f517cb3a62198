/**
 * Reads Retry-After, given as seconds or as an HTTP date. Returns ms from `nowMs`, at least a second and at
 * most a day; null if the header is missing or cannot be read.
 */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;
const MIN_RETRY_AFTER_MS = 1_000;

export const retryAfterMs = (headers: Readonly<Record<string, string>>, nowMs: number): number | null => {
  const value = Object.entries(headers)
    .find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
    ?.trim();
  if (value === undefined) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS) : null;
};
