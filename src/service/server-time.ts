/** The service's wall clock: UTC+8, without a zone in the text (contract A and B, "Values"). */
import { formatServerTime, parseServerTime } from '#shared/domain/time';

const SERVER_OFFSET_MS = 8 * 3_600_000;
export const DAY_MS = 86_400_000;

export const serverTime = (epochMs: number): string => formatServerTime(epochMs, SERVER_OFFSET_MS);

/** A moment on the server's own scale (wall clock read as UTC) as text. */
export const wallTime = (wallMs: number): string => formatServerTime(wallMs);

/** Midnight of the server's current day, on the wall-clock scale. */
export const startOfServerDay = (epochMs: number): number =>
  Math.floor((epochMs + SERVER_OFFSET_MS) / DAY_MS) * DAY_MS;

/** The next day of a `YYYY-MM-DD` text. */
export const dayAfter = (day: string): string => wallTime((parseServerTime(day) ?? 0) + DAY_MS).slice(0, 10);
