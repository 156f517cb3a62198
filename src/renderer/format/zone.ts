/** An offset as text: `+8`, `−3:30`. It is rounded to the quarter hour, because clocks drift by seconds. */
export const zoneText = (offsetMs: number): string => {
  const minutes = Math.round(offsetMs / 900_000) * 15;
  const [sign, rest] = [minutes < 0 ? '−' : '+', Math.abs(minutes)];
  return `${sign}${Math.floor(rest / 60)}${rest % 60 === 0 ? '' : `:${String(rest % 60).padStart(2, '0')}`}`;
};

/** The name of this computer's zone, `Europe/Berlin`. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
