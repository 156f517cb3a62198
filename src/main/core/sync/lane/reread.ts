/**
 * Reads all records of a list again in parts, whatever the counts are. Pure; `plan.ts` and
 * `increment-queue.ts` use it.
 *
 * A census ends after one page if the counts are equal. Then it misses three cases: one record was deleted and another
 * created, an edit became visible only after the margin, or the service was restored from a backup. So a list whose
 * census compares counts is also read part by part, from the newest update time to the oldest, and then from the newest
 * again.
 *
 * - A part has about `splitAbove` records, and a list of no more than that is one part. There is one part at a
 *   time, so the cost is spread over the days.
 * - A part only adds and corrects records. If a record is gone, the counts differ after the parts, and the next
 *   census finds it (PL7).
 */
import type { ServerTime } from '#shared/domain/time';
import { ALL, type LaneSpec, type LaneState, type TimeWindow } from './lane-state';
import { BEGINNING, midnight } from './windows';

/** The time in which all parts of a list are read once, if Satchel runs all the time. */
export const REREAD_MS = 48 * 3_600_000;

/** Returns true if the list has to be read again in parts, because its census ends when the counts are equal. */
export const needsReread = (spec: LaneSpec, { meaning }: LaneState): boolean =>
  spec.paged &&
  (spec.flag === 'live' || spec.flag === 'drafts') &&
  (meaning === 'stated' || meaning === 'update');

export const partsOf = ({ total }: LaneState, splitAbove: number): number =>
  Math.max(1, Math.ceil((total ?? 0) / splitAbove));

/**
 * The next part. `timeBefore` returns the update time of the record on disk that is `skip` records older than
 * `before`; null if there is none.
 */
export const nextPart = (state: LaneState, { now, splitAbove, timeBefore }: PartOptions): TimeWindow => {
  const part = { purpose: 'reread', status: null, tries: 0 } as const;
  if (partsOf(state, splitAbove) === 1) return { ...part, ...ALL };
  const newest = state.watermark !== null && state.watermark > now ? state.watermark : now;
  const to = state.reread.to ?? midnight(newest, 2);
  const oldest = timeBefore(to, splitAbove);
  const from = oldest === null || oldest < BEGINNING ? BEGINNING : midnight(oldest);
  return { ...part, axis: 'update', from, to };
};

interface PartOptions {
  now: ServerTime;
  splitAbove: number;
  timeBefore: (before: ServerTime, skip: number) => ServerTime | null;
}

/** Continues before this part, or begins again after the oldest. */
export const partRead = (state: LaneState, window: TimeWindow): LaneState => {
  const isLast = window.axis === 'all' || window.from <= BEGINNING;
  return {
    ...state,
    reread: isLast ? { to: null, isUrgent: false } : { ...state.reread, to: window.from },
  };
};

/** Something proves that edits may be missing: begins at the newest, with short rests between the parts. */
export const rereadSoon = (state: LaneState): LaneState => ({
  ...state,
  reread: { to: null, isUrgent: true },
  todo: state.todo.filter(({ purpose }) => purpose !== 'reread'),
});
