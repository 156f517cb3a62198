/** Counts the records on disk that the planner compares with the total of a list. */
import type { CacheStore } from '../../store/cache-store';
import { spanOf } from './census-result';
import { membersOf, membersOfOthers } from './extra-lists';
import type { LaneSpec } from './lane-state';
import { sourceOf } from './lanes';
import type { Ask, PageFacts } from './plan-step';
import { isRemainder } from './remainder';

type ComparedCounts = Pick<PageFacts, 'held' | 'missing' | 'untimed'>;

/** The numbers of records on disk, to compare with the service's total; null if the planner does not compare. */
export const comparedCounts = (cache: CacheStore, spec: LaneSpec, ask: Ask): ComparedCounts => {
  if (isRemainder(ask.window) && ask.page === 1) return wholeCounts(cache, spec);
  return { held: heldFor(cache, spec, ask), missing: null, untimed: null };
};

/** The numbers for the whole list. Removed records are not compared: what is on disk is not a copy of their list. */
const wholeCounts = (cache: CacheStore, spec: LaneSpec): ComparedCounts => {
  if (spec.flag === 'removed') return { held: null, missing: null, untimed: null };
  const untimed = cache.untimedMissing(spec.resource);
  // Such a list may also show records of the default list. They are counted there, so only members are counted here.
  if (spec.flag === 'archived' || spec.flag === 'converted')
    return { held: membersOf(cache, spec).length, missing: 0, untimed };
  return {
    held: cache.listedCount(spec.resource, undefined, membersOfOthers(cache, spec)),
    missing: cache.counts(spec.resource).quarantined,
    untimed,
  };
};

const heldFor = (cache: CacheStore, spec: LaneSpec, ask: Ask): number | null => {
  const { window } = ask;
  // Equal counts do not show whether a missing record is back, so the census then reads all ids.
  const isCensus =
    window.purpose === 'census' && ask.page === 1 && cache.counts(spec.resource).quarantined === 0;
  const compares =
    spec.flag === 'live'
      ? isCensus || window.purpose === 'tail' || window.purpose === 'peek'
      : spec.flag === 'drafts' && isCensus;
  if (!compares || window.axis === 'update') return null;
  return cache.listedCount(
    spec.resource,
    spanOf(window, sourceOf(spec.resource).wholeDays),
    membersOfOthers(cache, spec),
  );
};
