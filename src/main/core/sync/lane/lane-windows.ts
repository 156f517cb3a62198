/**
 * Changes the windows of a lane: cuts them, keeps them as unverified, adds up the parts of a split, and ends the first
 * copy. Pure; `plan.ts` and `failed-page.ts` use it.
 */
import type { ServerTime } from '#shared/domain/time';
import type { LaneState, TimeWindow } from './lane-state';
import type { PlanLimits } from './plan-step';
import { isRemainder, REMAINDER } from './remainder';
import { allOfTime, minus } from './windows';

/** Queues windows of time for the whole list, and after them the remainder, which no window contains. */
export const cutIntoWindows = (state: LaneState, now: ServerTime, window: TimeWindow): LaneState => ({
  ...state,
  todo: [...state.todo, REMAINDER, ...allOfTime(now, window)],
});

/** Adds a window to the unverified ones, in place of an earlier entry of the same window. */
export const withUnverified = (state: LaneState, window: TimeWindow): LaneState => ({
  ...state,
  unverified: [
    ...state.unverified.filter(
      ({ axis, from, to, purpose }) =>
        axis !== window.axis || from !== window.from || to !== window.to || purpose !== window.purpose,
    ),
    { ...window, tries: 0 },
  ],
});

/** Drops the unverified windows of the previous census, because a new census reads all of them again. */
export const withoutCensus = (state: LaneState): LaneState => ({
  ...state,
  unverified: state.unverified.filter(isRemainder),
});

/**
 * The parts of a status split count only together, because a record with an unlisted status would be in none
 * of them.
 */
export const addPart = (state: LaneState, seen: number, held: boolean): LaneState => {
  if (!state.parts) return state;
  const parts = {
    ...state.parts,
    sum: state.parts.sum + seen,
    left: state.parts.left - 1,
    held: state.parts.held && held,
  };
  if (parts.left > 0) return { ...state, parts };
  return {
    ...state,
    parts: null,
    unverified:
      parts.held && parts.sum === parts.expected
        ? state.unverified
        : withUnverified(state, parts.window).unverified,
  };
};

/** Ends the backfill. Increments start at the time when it began, so that later changes are read again. */
export const endBackfill = (state: LaneState, limits: PlanLimits): LaneState => {
  if (state.phase === 'steady' || state.todo.length > 0) return state;
  const complete = state.unverified.length === 0;
  return {
    ...state,
    phase: 'steady',
    watermark: state.watermark ?? (state.begunAt === null ? null : minus(state.begunAt, limits.marginMs)),
    completeAsOf: state.completeAsOf ?? (complete ? state.begunAt : null),
  };
};
