import { zoneOf } from '#shared/domain/time';

/** Formats an offset: `+8`, `−3:30`. It is rounded to the quarter hour, because clocks drift by seconds. */
export const zoneText = (offsetMs: number): string => {
  const minutes = Math.round(offsetMs / 900_000) * 15;
  const [sign, rest] = [minutes < 0 ? '−' : '+', Math.abs(minutes)];
  return `${sign}${Math.floor(rest / 60)}${rest % 60 === 0 ? '' : `:${String(rest % 60).padStart(2, '0')}`}`;
};

/**
 * Returns e.g. `UTC+8` if the service's time zone is known and differs from this computer's current one;
 * otherwise null.
 */
export const otherZone = (offsetMs: number | null, localOffsetMs: number): string | null =>
  offsetMs === null || zoneOf(offsetMs) === localOffsetMs ? null : `UTC${zoneText(offsetMs)}`;

/**
 * Returns the service's wall clock as a date whose local fields (year to minute) have the same values. So
 * "today", typed for a day of the service, means the service's today. While the service's time zone is
 * unknown, the computer's clock is used.
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
