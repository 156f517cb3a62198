/** What a lane does about a page that the service cannot answer. Pure. */
import type { LaneState, Walk } from './lane-state';
import { addPart, cutIntoWindows, endBackfill, withUnverified } from './lane-windows';
import type { PlanLimits } from './plan-step';
import { isRemainder } from './remainder';
import { partRead } from './reread';
import { canHalve, halve } from './windows';

/** After so many rounds a page that cannot be read is given up. */
const MOST_FAILURES = 3;

/**
 * A page could not be read, although the service answered other requests. After some rounds its walk is given up,
 * because changes wait behind it. The window is cut into smaller ones if possible, so that little stays unread. If it
 * cannot be cut, a first copy keeps it as unverified; windows of other purposes are dropped, because later rounds queue
 * them again. Returns null for the first page of the whole list, because there is nothing else to read.
 */
export const pageFailed = (before: LaneState, limits: PlanLimits): LaneState | null => {
  if (!before.walk || (before.walk.page === 1 && before.walk.window.axis === 'all')) return null;
  const { walk } = before;
  const { failures: earlier = 0, ...window } = walk.window;
  const failures = earlier + 1;
  const noted = { ...window, failures };
  const state = { ...before, walk: null };
  if (failures >= MOST_FAILURES) return endBackfill(givenUp(state, { ...walk, window }), limits);
  // If the failed page is the first one, the window goes back to the queue. So the next round reads the changes before
  // it.
  return walk.page === 1
    ? { ...state, todo: [...state.todo, noted] }
    : { ...before, walk: { ...walk, window: noted } };
};

const givenUp = (state: LaneState, { window, seen, firstNow }: Walk): LaneState => {
  if (window.status !== null) return addPart(state, seen, false);
  // An increment may be dropped, because the next one starts at the same watermark. A part to read again is skipped.
  if (window.purpose === 'increment') return state;
  if (window.purpose === 'reread') return partRead(state, window);
  if (canHalve(window)) return { ...state, todo: [...state.todo, ...halve(window)] };
  const isCopy = window.purpose === 'backfill' || isRemainder(window);
  if (!isCopy) return state;
  return window.axis === 'all' && !isRemainder(window) && state.meaning !== 'ignored' && firstNow !== null
    ? cutIntoWindows(state, firstNow, window)
    : withUnverified(state, window);
};
