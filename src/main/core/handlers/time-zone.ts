/** The computer's time zone as a window told it last, for times of day without a window: the core's process may have an earlier one. */
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
