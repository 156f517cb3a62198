/**
 * The computer's time zone, as a window has told it last. The core's process keeps the zone in which it was started.
 */
import { localOffsetAt, type OffsetAt } from '#shared/domain/time';
import { offsetsOf } from '#shared/domain/time-zone';

export interface TimeZone {
  told(name: string): void;
  /** Until a window has told a zone, that of the process. */
  offsetAt: OffsetAt;
}

export const createTimeZone = (): TimeZone => {
  let [known, offsets] = ['', localOffsetAt];
  return {
    told: (name) => {
      if (name !== known) [known, offsets] = [name, offsetsOf(name)];
    },
    offsetAt: (epochMs) => offsets(epochMs),
  };
};
