/**
 * Queues the work of a round's lists: the changes since the last time and, regularly, a census of the
 * existing records, and a part of the list to read again.
 */
import type { ServerTime } from '#shared/domain/time';
import type { Clock, Random } from '../../ports/ports';
import type { CacheStore } from '../../store/cache-store';
import {
  censusKey,
  hasTrustedFilter,
  laneKey,
  latestKey,
  lossKey,
  movedKey,
  needsWalk,
  readLane,
  rereadKey,
  totalKey,
  type LaneSpec,
  type LaneState,
} from '../lane/lane-state';
import { AFTER_LOSS_MS, AFTER_LOSS_REST_MS, isMassLoss, MASS_LOSS_REST_MS } from '../lane/mass-loss';
import { isRemainder, mayWalkToday } from '../lane/remainder';
import { ignoresRemoved } from '../lane/removed-echo';
import { needsReread, nextPart, partsOf } from '../lane/reread';
import { census, enqueue, incrementsOf, latestByCreation, PEEK } from '../lane/round-windows';
import type { Pace } from '../rate/timetable';
import { isOver } from '../rate/is-over';

export interface IncrementQueueOptions {
  cache: CacheStore;
  clock: Clock;
  /** A census is due after `censusMs`, or after `recheckMs` if a record was missing for the first time. */
  censusMs: number;
  recheckMs: number;
  /** The time in which all parts of a list are read again; `splitAbove` records are a part. */
  rereadMs: number;
  splitAbove: number;
  pageSize: number;
  random: Pick<Random, 'next'>;
  /** Null if rounds run only on request. */
  pace: () => Pace | null;
}

/** Queues the work of `specs`. `isLight`: one short page is usually enough for this list. */
export type QueueIncrements = (
  specs: readonly LaneSpec[],
  options: { now: ServerTime; isLight: (spec: LaneSpec) => boolean },
) => void;

/**
 * If only a walk of the whole list shows new records, it follows a change of the total. The rest before it grows with
 * the list, so that such walks cost at most two requests a minute.
 */
const WALK_REST_PER_PAGE_MS = 30_000;

/** The total of a list of removed records is looked at once in so many reads of the list. */
const READS_PER_TOTAL = 12;

export const createIncrementQueue = (options: IncrementQueueOptions): QueueIncrements => {
  const { cache, clock, pace, censusMs, recheckMs, rereadMs, splitAbove, pageSize, random } = options;
  /** A list that can only be read newest first is walked regularly, to find edits of older records. */
  const walksTail = (spec: LaneSpec, isLight: boolean): boolean => {
    if (spec.windows === 'stated') return true;
    const key = `${laneKey(spec)}/tail`;
    const now = clock.now();
    if (isLight && !isOver(now, Number(cache.state(key) ?? 0), pace()?.tailMs ?? 0)) return false;
    cache.setState(key, String(now));
    return true;
  };
  const isReadInWindows = ({ total, meaning }: LaneState): boolean =>
    (total ?? 0) > splitAbove && (meaning === 'stated' || meaning === 'create');
  /**
   * Returns true if only records without a creation time are missing, and no walk may show today whether they are gone.
   * More censuses would read all windows for nothing.
   */
  const isForTomorrow = (spec: LaneSpec, state: LaneState, missing: number, now: ServerTime): boolean =>
    !mayWalkToday(state, now) && cache.untimedMissing(spec.resource) === missing;
  /** Returns true if only a census shows what has changed the total. */
  const isMoved = (spec: LaneSpec, state: LaneState): boolean =>
    needsWalk(state) && cache.state(movedKey(spec)) === '1';
  const walkRestMs = ({ total }: LaneState, leastMs: number): number =>
    Math.max(leastMs, Math.ceil((total ?? 0) / pageSize) * WALK_REST_PER_PAGE_MS);
  /** Returns true if the list may show records again that a census has deleted, and equal numbers end a census. */
  const isAfterLoss = (spec: LaneSpec, state: LaneState): boolean => {
    const at = cache.state(lossKey(spec));
    if (at === null || !hasTrustedFilter(state)) return false;
    return cache.counts(spec.resource).live === 0 || !isOver(clock.now(), Number(at), AFTER_LOSS_MS);
  };
  /** While a window of the list stays unverified, each census is due after twice the time of the one before. */
  const censusDue = (spec: LaneSpec, state: LaneState, doubtful: boolean, now: ServerTime): boolean => {
    const isRead = spec.flag !== 'removed' || doubtful || ignoresRemoved(cache, spec.resource);
    if (!spec.paged || !isRead) return false;
    const last = Number(cache.state(censusKey(spec)) ?? 0);
    const { quarantined, live } = cache.counts(spec.resource);
    const isMissing =
      quarantined > 0 && !(isReadInWindows(state) && isForTomorrow(spec, state, quarantined, now));
    const shortMs = Math.max(recheckMs, pace()?.othersMs ?? 0);
    if (!doubtful && !isMissing) {
      if (isMoved(spec, state))
        return isOver(clock.now(), last, Math.min(censusMs, walkRestMs(state, shortMs)));
      const restMs = isAfterLoss(spec, state) ? Math.max(shortMs, AFTER_LOSS_REST_MS) : censusMs;
      return isOver(clock.now(), last, Math.min(restMs, censusMs));
    }
    const missingMs = isMassLoss(quarantined, live) ? Math.max(shortMs, MASS_LOSS_REST_MS) : shortMs;
    const restMs = isMissing ? missingMs : shortMs * 2 ** Math.min(state.doubts, 20);
    return isOver(clock.now(), last, Math.min(restMs, Math.max(censusMs, recheckMs)));
  };
  const rereadDue = (spec: LaneSpec, state: LaneState): boolean => {
    if (!needsReread(spec, state)) return false;
    const restMs = state.reread.isUrgent ? recheckMs : rereadMs / partsOf(state, splitAbove);
    const lifeMs = Math.max(restMs, pace()?.othersMs ?? 0);
    const key = rereadKey(spec);
    const last = cache.state(key);
    if (last !== null) return isOver(clock.now(), Number(last), lifeMs);
    // The lists of a new copy begin at random times, so that their parts are not read together.
    const start = clock.now() - random.next() * lifeMs;
    cache.setState(key, String(start));
    return isOver(clock.now(), start, lifeMs);
  };
  /** Only a list that can be filtered by both times shows new records without an update time in this way. */
  const latestDue = (spec: LaneSpec, state: LaneState): boolean =>
    spec.flag === 'live' &&
    state.meaning === 'stated' &&
    state.hasUnedited &&
    isOver(clock.now(), Number(cache.state(latestKey(spec)) ?? 0), pace()?.tailMs ?? 0);
  /**
   * Returns true if a page that shows the total of the removed records is due in place of their changes. A deletion may
   * not move the update time of a record; then only the total shows it.
   */
  const isTotalDue = (spec: LaneSpec, state: LaneState): boolean => {
    if (spec.flag !== 'removed' || !hasTrustedFilter(state) || state.walk !== null || state.todo.length > 0)
      return false;
    const key = totalKey(spec);
    const last = cache.state(key);
    const lifeMs = READS_PER_TOTAL * (pace()?.othersMs ?? recheckMs);
    if (last !== null && !isOver(clock.now(), Number(last), lifeMs)) return false;
    cache.setState(key, String(clock.now()));
    return last !== null;
  };
  const timeBefore =
    ({ resource }: LaneSpec) =>
    (before: ServerTime, skip: number): ServerTime | null =>
      cache.liveTimeBefore(resource, { timeField: 'update_time', before, skip });
  return (specs, { now, isLight }) =>
    cache.atomically(() => {
      for (const spec of specs) {
        const state = readLane(spec, cache.state(laneKey(spec)));
        if (state.phase !== 'steady') continue;
        // An unverified remainder is no reason for an earlier census, because a census finds no more of it.
        const isDoubtful = !state.unverified.every(isRemainder);
        const due = censusDue(spec, state, isDoubtful, now);
        // The queue is a stack: the increment runs first, so that the part and the census
        // compare with current data.
        const withCensus = due ? enqueue(state, census()) : state;
        const base =
          withCensus === state ? state : { ...withCensus, doubts: isDoubtful ? state.doubts + 1 : 0 };
        const withPart = rereadDue(spec, state)
          ? enqueue(base, nextPart(state, { now, splitAbove, timeBefore: timeBefore(spec) }))
          : base;
        const withLatest = latestDue(spec, state)
          ? enqueue(withPart, latestByCreation(state, now))
          : withPart;
        const light = !walksTail(spec, isLight(spec));
        const changes = isTotalDue(spec, state) ? [PEEK] : incrementsOf(spec, state, now, light);
        const next = changes.reduce(enqueue, withLatest);
        cache.setState(laneKey(spec), JSON.stringify(next));
        // If a walk is still running, no census was queued, and the next round tries again.
        if (base !== state) {
          cache.setState(censusKey(spec), String(clock.now()));
          cache.setState(movedKey(spec), '0');
        }
        if (withPart !== base) cache.setState(rereadKey(spec), String(clock.now()));
        if (withLatest !== withPart) cache.setState(latestKey(spec), String(clock.now()));
      }
    });
};
