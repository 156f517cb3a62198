/**
 * Time zones by their name. A process of Node keeps the zone in which it was started, also the core's; a window always
 * has that of the computer. So windows tell the core their zone, and the core converts times with it.
 */
import { localOffsetAt, type OffsetAt } from './time';

/** Returns the name of this computer's time zone, `Europe/Berlin`. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const OFFSET = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/;

const offsetOf = (name: string): number => {
  const [, sign, hours, minutes, seconds = '0'] = OFFSET.exec(name) ?? [];
  if (sign === undefined) return 0;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
};

const DAY_MS = 86_400_000;

/** Remembers the offset of each UTC day on which it does not change: reading it takes some microseconds. */
const byDay = (read: OffsetAt): OffsetAt => {
  const days = new Map<number, number | null>();
  return (epochMs) => {
    const day = Math.floor(epochMs / DAY_MS);
    let offset = days.get(day);
    if (offset === undefined) {
      const first = read(day * DAY_MS);
      offset = first === read((day + 1) * DAY_MS) ? first : null;
      days.set(day, offset);
    }
    return offset ?? read(epochMs);
  };
};

/** Returns the offsets of a time zone. Without a name, and for an unknown one, they are those of this process. */
export const offsetsOf = (timeZone: string | null): OffsetAt => {
  if (timeZone === null) return localOffsetAt;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    const nameAt = (epochMs: number): string =>
      format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return byDay((epochMs) => offsetOf(nameAt(epochMs)));
  } catch {
    return localOffsetAt;
  }
};
