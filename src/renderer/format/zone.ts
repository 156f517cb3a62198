import { zoneOf } from '#shared/domain/time';

/** An offset as text: `+8`, `−3:30`. It is rounded to the quarter hour, because clocks drift by seconds. */
export const zoneText = (offsetMs: number): string => {
  const minutes = Math.round(offsetMs / 900_000) * 15;
  const [sign, rest] = [minutes < 0 ? '−' : '+', Math.abs(minutes)];
  return `${sign}${Math.floor(rest / 60)}${rest % 60 === 0 ? '' : `:${String(rest % 60).padStart(2, '0')}`}`;
};

/** The name of this computer's zone, `Europe/Berlin`. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `UTC+8` if the service's time zone is known and differs from this computer's now; else null. */
export const otherZone = (offsetMs: number | null, localOffsetMs: number): string | null =>
  offsetMs === null || zoneOf(offsetMs) === localOffsetMs ? null : `UTC${zoneText(offsetMs)}`;

/**
 * The service's wall clock as a date whose local fields (year to minute) read as it does. "Today" typed for a
 * day of the service is its today. While the service's time zone is unknown, the computer's clock counts.
 */
export const serviceClock = (epochMs: number, offsetMs: number | null): Date => {
  if (offsetMs === null) return new Date(epochMs);
  const wall = new Date(epochMs + zoneOf(offsetMs));
  return new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
  );
};
