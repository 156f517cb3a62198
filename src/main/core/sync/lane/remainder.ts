/**
 * Finds the records that no time window contains, because they have no creation time. Pure; `plan.ts` uses it.
 *
 * After a list was read in windows, the number of records on disk is compared with the list's total:
 *
 *   equal → known
 *   not equal → changes are read once more → equal → known
 *                                          → not equal → the list is walked to its end
 *   walk: verified → every record was seen; otherwise changes are read once more, and if records are still
 *   lacking, the list is unverified
 *
 * The walk takes a request per page of the list. So there is one a day, whatever its result: a service may
 * count records that it does not show. If a walk missed a record without a creation time, a second one is allowed on
 * the same day or later, because two censuses decide that it is gone. Windows decide about all other records.
 */
import { mayBeCapped } from './capped-total';
import { ALL, type LaneState, type TimeWindow } from './lane-state';
import type { Step, WalkedPage } from './plan-step';
import { incrementsOf } from './round-windows';
import { DAY_MS, minus } from './windows';

export const REMAINDER: TimeWindow = { purpose: 'remainder', ...ALL, status: null, tries: 0 };

/** Walks a day: one whatever its result, and another one if the first one missed a record without a time. */
const MOST_WALKS = 2;

/** Returns true if a walk may still show today whether a record without a time is gone. */
export const mayWalkToday = (state: LaneState, now: string): boolean => walksToday(state, now) < MOST_WALKS;

/** The value of `tries` after each part of the comparison. */
const [CHANGES_READ, WALKED] = [1, 2];

/** Returns true for a window that a census of the list's time windows cannot verify. */
export const isRemainder = ({ purpose }: TimeWindow): boolean => purpose === 'remainder';

const withoutRemainder = (state: LaneState): LaneState => ({
  ...state,
  unverified: state.unverified.filter((window) => !isRemainder(window)),
});

/** Returns true if the service may have more records than it counts. It may also refuse the pages beyond its count. */
const isUncounted = (held: number, total: number): boolean => held > total && mayBeCapped(total);

/** The comparison, after the first page of the list. Returns the state to walk on with, or the end. */
export const compareWithTotal = (
  page: WalkedPage,
  state: LaneState,
): { walkOn: LaneState } | { end: Pick<Step, 'state'> & { result: 'known' | 'split' | 'unverified' } } => {
  const { facts } = page;
  const { window } = page.walk;
  const { total, held } = facts;
  const missing = facts.missing ?? 0;
  if (total === null || held === null) return { end: { result: 'known', state } };
  const walks = walksToday(state, facts.now);
  // No window contains a record without a time. A second walk, on this day or later, shows whether it is gone.
  const isSecondMiss = walks < MOST_WALKS && (facts.untimed ?? 0) > 0;
  // A record deleted during the first copy is left to the next census.
  const differs =
    state.phase === 'backfill'
      ? held < total
      : held - missing !== total && !isUncounted(held - missing, total);
  if (!differs && !isSecondMiss) return { end: { result: 'known', state: withoutRemainder(state) } };
  if (window.tries === 0) return { end: { result: 'split', state: again(page, state, CHANGES_READ) } };
  if (window.tries === WALKED)
    return held < total
      ? { end: { result: 'unverified', state: notFound(state) } }
      : { end: { result: 'known', state: withoutRemainder(state) } };
  if (facts.now === null || (walks > 0 && !isSecondMiss)) return { end: { result: 'known', state } };
  const from = walks === 0 ? facts.now : (state.remainderWalks?.from ?? facts.now);
  return { walkOn: { ...state, remainderWalks: { from, count: walks + 1 } } };
};

/** The list changed during the walk: reads the changes once more, and compares for the last time. */
export const afterUnverifiedWalk = (page: WalkedPage, state: LaneState): LaneState =>
  again(page, state, WALKED);

const again = (page: WalkedPage, state: LaneState, tries: number): LaneState => ({
  ...state,
  todo: [...state.todo, { ...REMAINDER, tries }, ...changesOf(page, state)],
});

/** Reads what changed since the list was read in windows; otherwise each new record would cause a walk. */
const changesOf = ({ spec, facts, limits }: WalkedPage, state: LaneState): TimeWindow[] => {
  const { begunAt } = state;
  const watermark = state.watermark ?? (begunAt === null ? null : minus(begunAt, limits.marginMs));
  return incrementsOf(spec, { ...state, watermark }, facts.now ?? begunAt ?? '');
};

const notFound = (state: LaneState): LaneState => {
  const { unverified } = withoutRemainder(state);
  return { ...state, unverified: [...unverified, REMAINDER] };
};

/** Walks of the last day. If the service's clock was set back, an earlier walk does not count. */
const walksToday = ({ remainderWalks }: LaneState, now: string | null): number =>
  remainderWalks !== null &&
  now !== null &&
  remainderWalks.from <= now &&
  remainderWalks.from > minus(now, DAY_MS)
    ? remainderWalks.count
    : 0;
