/**
 * The pull's planner: computes the next request from a lane's state and an answer. Pure. It never sees
 * records, only the runner's counts of a page.
 *
 * - A window is *verified* if the total stays the same from its first page to its last and equals the
 *   number of ids seen. Otherwise it is repeated, halved, split by status at one day, and finally kept as
 *   unverified.
 * - A short page does not mean the last page: only the total, an empty page, or three pages without a new
 *   id end a walk.
 * - The watermark is `now` of the first answer of a verified walk, minus a margin. It never passes a failed
 *   window. If an answer is earlier than the watermark, the service's clock was ahead, and the watermark is
 *   lowered.
 *
 *   backfill: all ─(small)→ walk to its end
 *                └(large)→ create windows, newest first → remainder → steady
 *   steady:   increment (trusted times) | peek ─(something new)→ tail (untrusted) ; now and then a census,
 *             and a part of the list read again
 */
import type { ServerTime } from '#shared/domain/time';
import {
  ALL,
  hasTrustedFilter,
  type LaneSpec,
  type LaneState,
  type Walk,
  type TimeWindow,
} from './lane-state';
import type { Ask, PageFacts, PlanLimits, Step, WalkResult, WalkedPage } from './plan-step';
import { mayBeCapped } from './capped-total';
import { addPart, cutIntoWindows, endBackfill, withoutCensus, withUnverified } from './lane-windows';
import { learn } from './learn-from-page';
import { partRead, rereadSoon } from './reread';
import { enqueue, TAIL } from './round-windows';
import { afterUnverifiedWalk, compareWithTotal } from './remainder';
import { canHalve, DAY_MS, halve, midnight, minus } from './windows';

/** The page size of a peek: the newest few records show whether anything is new. */
const PEEK_COUNT = 10;
const countOf = ({ purpose }: TimeWindow, limits: PlanLimits): number =>
  purpose === 'peek' ? Math.min(PEEK_COUNT, limits.pageSize) : limits.pageSize;

/** The next request of a lane; null if there is nothing to do. Starts a walk of the next window. */
export const nextAsk = (state: LaneState, limits: PlanLimits): { state: LaneState; ask: Ask } | null => {
  if (state.walk) {
    const { window, page } = state.walk;
    return { state, ask: { window, page, count: countOf(window, limits) } };
  }
  const window = state.todo.at(-1);
  if (!window) return null;
  const walks = state.walks + 1;
  const walk: Walk = {
    key: String(walks),
    window,
    page: 1,
    firstTotal: null,
    firstNow: null,
    seen: 0,
    stale: 0,
    calm: 0,
    totalMoved: false,
  };
  return {
    state: { ...state, todo: state.todo.slice(0, -1), walk, walks },
    ask: { window, page: 1, count: countOf(window, limits) },
  };
};

/** Processes a page. `statuses` are the values by which a one-day window may be split. */
export const takePage = (
  spec: LaneSpec,
  before: LaneState,
  { facts, limits, statuses = [] }: { facts: PageFacts; limits: PlanLimits; statuses?: readonly string[] },
): Step => {
  if (!before.walk) throw new TypeError('a page without a walk');
  const walk = advance(before.walk, facts);
  const { window } = walk;
  const page: WalkedPage = { spec, walk, facts, limits };
  const learnt = learn(spec, before, facts, limits);
  const state = lowerWatermark(learnt, facts.now, limits);
  const done = (result: WalkResult, next: LaneState): Step => walkEnded(page, result, next);

  if (state !== learnt && window.purpose === 'reread') return done('split', state);
  // The increment began at a time that the service's clock had not reached yet.
  if (state !== learnt && window.purpose === 'increment' && window.axis === 'update')
    return done('split', {
      ...state,
      todo: [...state.todo, { ...window, from: state.watermark ?? window.from, tries: 0 }],
    });
  // The machine's clock was wrong when the window was queued: the newest changes are after its end.
  if (
    window.purpose === 'increment' &&
    window.axis === 'update' &&
    facts.now !== null &&
    window.to <= facts.now
  )
    return done('split', {
      ...state,
      todo: [...state.todo, { ...window, to: midnight(facts.now, 2), tries: 0 }],
    });
  if (window.purpose === 'peek') return done('known', peeked(page, state));
  if (state.meaning === 'ignored' && window.axis !== 'all')
    return done('split', abandonWindows(state, window.purpose));
  if (window.purpose === 'reread') return takePart(page, state);
  if (window.purpose === 'remainder') return takeRemainder(page, state);
  if (walk.page === 2) {
    const shortcut = firstPageShortcut(page, state);
    if (shortcut) return done(shortcut.result, shortcut.state);
  }
  if (window.purpose === 'tail' && walk.calm >= limits.calmPages) return done('known', known(page, state));
  if (!atEnd(page)) return walkGoesOn(page, state);
  if (holds(page)) return done('verified', verified(page, state));
  return failed(page, state, statuses);
};

const walkGoesOn = ({ walk }: WalkedPage, state: LaneState): Step => ({
  state: { ...state, walk },
  finished: null,
});

const walkEnded = ({ walk, facts, limits }: WalkedPage, result: WalkResult, next: LaneState): Step => ({
  state: endBackfill({ ...next, walk: null }, limits),
  finished: { window: walk.window, result, total: facts.total },
});

/** A part holds about `splitAbove` records by the counts on disk. If the service has many more, it is halved. */
const MOST_PART = 2;

const takePart = (page: WalkedPage, state: LaneState): Step => {
  const { walk, facts, limits } = page;
  const { window } = walk;
  const isLong = facts.total !== null && facts.total > MOST_PART * limits.splitAbove;
  if (walk.page === 2 && isLong && canHalve(window))
    return walkEnded(page, 'split', { ...state, todo: [...state.todo, halve(window)[1]] });
  if (!atEnd(page)) return walkGoesOn(page, state);
  if (holds(page))
    return walkEnded(page, 'verified', partRead(window.axis === 'all' ? raise(page, state) : state, window));
  if (window.tries === 0)
    return walkEnded(page, 'repeat', { ...state, todo: [...state.todo, { ...window, tries: 1 }] });
  return walkEnded(page, 'known', partRead(state, window));
};

const takeRemainder = (page: WalkedPage, before: LaneState): Step => {
  let state = before;
  if (page.walk.page === 2) {
    const compared = compareWithTotal(page, state);
    if ('end' in compared) return walkEnded(page, compared.end.result, compared.end.state);
    state = compared.walkOn;
  }
  if (!atEnd(page)) return walkGoesOn(page, state);
  return holds(page)
    ? walkEnded(page, 'verified', verified(page, state))
    : walkEnded(page, 'split', afterUnverifiedWalk(page, state));
};

const advance = (walk: Walk, facts: PageFacts): Walk => ({
  ...walk,
  window: withoutFailures(walk.window),
  page: walk.page + 1,
  firstTotal: walk.page === 1 ? facts.total : walk.firstTotal,
  firstNow: earliestNow(walk, facts.now),
  seen: walk.seen + facts.fresh,
  stale: facts.fresh === 0 ? walk.stale + 1 : 0,
  calm: facts.changed === 0 ? walk.calm + 1 : 0,
  totalMoved: walk.totalMoved || (walk.page > 1 && facts.total !== walk.firstTotal),
});

const withoutFailures = (window: TimeWindow): TimeWindow => {
  const { failures: _, ...others } = window;
  return others;
};

/** The first `now` of the walk. If the service's clock was set back meanwhile, the time after that counts. */
const earliestNow = ({ page, firstNow }: Walk, now: ServerTime | null): ServerTime | null => {
  if (page === 1) return now;
  return firstNow !== null && now !== null && now < firstNow ? now : firstNow;
};

/**
 * If the answer is earlier than the watermark, the service's clock was ahead. Then edits before the watermark
 * may be unread. The first time, and again after a day, the watermark goes a day back, and the list is read
 * again. Otherwise it goes back by the margin, because a service whose machines disagree about the time would
 * cause a long increment each time.
 */
const lowerWatermark = (state: LaneState, now: ServerTime | null, limits: PlanLimits): LaneState => {
  if (now === null || state.watermark === null || now >= state.watermark) return state;
  const { loweredAt } = state;
  const isFirst = loweredAt === null || loweredAt > now || loweredAt <= minus(now, DAY_MS);
  const watermark = minus(now, isFirst ? DAY_MS : limits.marginMs);
  const { completeAsOf } = state;
  return {
    ...(isFirst ? rereadSoon(state) : state),
    watermark,
    loweredAt: isFirst ? now : loweredAt,
    completeAsOf: completeAsOf !== null && completeAsOf > watermark ? watermark : completeAsOf,
  };
};

/** Returns true if the walk has seen more records than the service counts. A repetition would show the same. */
const isCapped = ({ firstTotal, seen, totalMoved }: Walk): boolean =>
  firstTotal !== null && seen > firstTotal && !totalMoved && mayBeCapped(firstTotal);

/** Returns true if the pages ended before such a total: the service may give the same number for every request. */
const isOverstated = ({ seen, firstTotal }: Walk, { length, total }: PageFacts): boolean =>
  length === 0 && total !== null && total === firstTotal && seen < total && mayBeCapped(total);

const atEnd = ({ spec, walk, facts }: WalkedPage): boolean => {
  if (!spec.paged || facts.length === 0 || walk.stale >= 3) return true;
  if (facts.total === null || walk.seen < facts.total) return false;
  return facts.fresh === 0 || !mayBeCapped(facts.total);
};

const holds = ({ spec, walk, facts }: WalkedPage): boolean => {
  if (!spec.paged) return true;
  return facts.total !== null && !walk.totalMoved && walk.seen === facts.total;
};

/**
 * Decisions from the first page alone: a window that is too large is cut; a census with equal counts ends.
 */
const firstPageShortcut = (
  { spec, walk, facts, limits }: WalkedPage,
  state: LaneState,
): { result: WalkResult; state: LaneState } | null => {
  const { window } = walk;
  const { total } = facts;
  if (total === null || window.status !== null) return null;
  // Equal counts end a census only if edits arrive by their update time. Otherwise the census also has to
  // find edits of old records.
  if (
    window.purpose === 'census' &&
    facts.held === total &&
    !(window.axis === 'all' && state.unverified.length > 0) &&
    (state.meaning === 'stated' || state.meaning === 'update')
  )
    return { result: 'known', state };
  // A page that is not full: the total may be the same whatever was asked. A walk to the end shows what there is.
  if (mayBeCapped(total) && facts.length < limits.pageSize) return null;
  const isLarge = total > limits.splitAbove || (total === limits.splitAbove && mayBeCapped(total));
  if (window.purpose === 'increment' || window.purpose === 'tail' || !isLarge) return null;
  if (window.axis === 'all') {
    const trusted =
      window.purpose === 'census'
        ? state.meaning === 'stated' || state.meaning === 'create'
        : state.meaning !== 'ignored';
    if (!trusted || facts.now === null || spec.windows === 'none') return null;
    return {
      result: 'split',
      state: cutIntoWindows(withoutCensus(state), facts.now, window),
    };
  }
  return canHalve(window)
    ? { result: 'split', state: { ...state, todo: [...state.todo, ...halve(window)] } }
    : null;
};

const verified = (page: WalkedPage, state: LaneState): LaneState => {
  const { window, seen } = page.walk;
  if (window.status !== null) return addPart(state, seen, true);
  if (window.axis === 'all') return raise(page, { ...state, unverified: [] });
  return window.purpose === 'increment' ? raise(page, { ...state, surplus: null }) : state;
};

/**
 * Raises the watermark. A lane is complete only if no window is unverified, and never by a filter whose field is
 * unproven.
 */
const raise = ({ walk, limits }: WalkedPage, state: LaneState): LaneState => {
  if (walk.firstNow === null) return state;
  const { axis } = walk.window;
  const proven =
    axis === 'all' ||
    (state.phase === 'steady' && (state.meaning === 'stated' || state.meaning === 'update'));
  return {
    ...state,
    watermark: minus(walk.firstNow, limits.marginMs),
    completeAsOf: proven && state.unverified.length === 0 ? walk.firstNow : state.completeAsOf,
  };
};

/**
 * A tail that reached known records proves completeness only if the counts of the whole list agree too. It never moves
 * the watermark.
 */
const known = ({ walk, facts }: WalkedPage, state: LaneState): LaneState =>
  walk.window.axis === 'all' &&
  facts.total !== null &&
  facts.held === facts.total &&
  state.newestFirst &&
  walk.firstNow !== null
    ? { ...state, completeAsOf: walk.firstNow }
    : state;

/** If nothing is new at the top and the counts agree, the lane is unchanged. Otherwise it is walked. */
const peeked = (page: WalkedPage, state: LaneState): LaneState => {
  const { spec, facts } = page;
  // A filter reads the changes of this list. The page was only asked for its total.
  if (spec.flag === 'removed' && hasTrustedFilter(state) && facts.changed === 0) return state;
  return facts.changed === 0 && facts.total !== null && facts.held === facts.total && state.newestFirst
    ? known(page, state)
    : enqueue({ ...state, walk: null }, TAIL);
};

/** A walk that ended without being verified: its window is repeated, halved, split by status, or kept as unverified. */
const failed = (page: WalkedPage, state: LaneState, statuses: readonly string[]): Step => {
  const { walk, facts, limits } = page;
  const { window } = walk;
  const done = (result: WalkResult, next: LaneState): Step => walkEnded(page, result, next);
  const again = { ...window, tries: window.tries + 1 };
  if (window.purpose === 'tail') return done('unverified', state);
  const hasTotal = facts.total !== null && walk.firstTotal !== null;
  if (again.tries < limits.maxTries && hasTotal && !isCapped(walk))
    return done('repeat', { ...state, todo: [...state.todo, again] });
  if (window.purpose === 'increment') return incrementNotVerified(page, state);
  if (isOverstated(walk, facts) && window.status === null)
    return done('unverified', withUnverified(state, window));
  if (canHalve(window)) return done('split', { ...state, todo: [...state.todo, ...halve(window)] });
  if (window.axis === 'all' && state.meaning !== 'ignored' && facts.now !== null && hasTotal)
    return done('split', cutIntoWindows(withoutCensus(state), facts.now, window));
  if (window.status === null && statuses.length > 0 && facts.total !== null) {
    const parts = statuses.map((status): TimeWindow => ({ ...window, status, tries: 0 }));
    return done('split', {
      ...state,
      todo: [...state.todo, ...parts],
      parts: { window, expected: facts.total, sum: 0, left: parts.length, held: true },
    });
  }
  return done(
    'unverified',
    window.status === null ? withUnverified(state, window) : addPart(state, walk.seen, false),
  );
};

/** After so many rounds with the same surplus, no page will ever show it. */
const SURPLUS_ROUNDS = 3;

/**
 * Decides about an increment whose total and ids differ after repeated walks:
 * - If the list grew from the top, newest first, it was read: as many records were seen as there were at the
 *   beginning, and what moved to the top since is after the new watermark.
 * - If the total is one at which the service stops counting, and more records were seen, all pages were asked. The list
 *   is not said to be complete.
 * - If all pages were asked, and the total counts the same number of records more in three rounds, all that is shown
 *   was read. One record may be listed twice. The list is not said to be complete.
 * - Otherwise the next round starts at the same watermark, so nothing is lost.
 */
const incrementNotVerified = (page: WalkedPage, state: LaneState): Step => {
  const { walk, facts, limits } = page;
  const { firstTotal, seen, totalMoved } = walk;
  const done = (result: WalkResult, next: LaneState): Step => walkEnded(page, result, next);
  if (firstTotal === null || walk.firstNow === null) return done('unverified', state);
  if (totalMoved)
    return state.newestFirst && seen >= firstTotal
      ? done('known', raise(page, state))
      : done('unverified', state);
  const records = firstTotal - seen;
  if (isCapped(walk)) return done('known', { ...raise(page, state), completeAsOf: state.completeAsOf });
  const isAllAsked = isOverstated(walk, facts) || walk.page - 1 >= Math.ceil(firstTotal / limits.pageSize);
  if (records <= 0 || !isAllAsked) return done('unverified', state);
  const rounds = state.surplus?.records === records ? state.surplus.rounds + 1 : 1;
  const noted = { ...state, surplus: { records, rounds } };
  if (rounds < SURPLUS_ROUNDS) return done('unverified', noted);
  return done('known', { ...raise(page, noted), completeAsOf: state.completeAsOf });
};

/**
 * The service ignores the filter, so the results of the windows are useless. Walks the whole list in their
 * place.
 */
const abandonWindows = (state: LaneState, purpose: TimeWindow['purpose']): LaneState => ({
  ...state,
  parts: null,
  todo:
    purpose === 'increment' || purpose === 'reread'
      ? state.todo.filter((w) => w.purpose !== purpose)
      : [{ purpose, ...ALL, status: null, tries: 0 }],
});
