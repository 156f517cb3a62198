/**
 * What a page teaches about a list: its total, its order, and what a time filter without a stated field means. Pure;
 * `plan.ts` uses it.
 */
import { isNoDate } from '#shared/domain/time';
import type { LaneSpec, LaneState } from './lane-state';
import type { PageFacts, PlanLimits } from './plan-step';
import { nearWindow } from './windows';

/** Derives the total, the order and the meaning of an undeclared time filter from a page. */
export const learn = (spec: LaneSpec, state: LaneState, facts: PageFacts, limits: PlanLimits): LaneState => {
  const window = state.walk?.window;
  const next = {
    ...state,
    begunAt: state.begunAt ?? facts.now,
    newestFirst: state.newestFirst && isNewestFirst(facts.times),
    hasUnedited: state.hasUnedited || facts.times.some(isUnedited),
  };
  if (window?.axis === 'all') return { ...next, total: facts.total ?? next.total };
  if (!window || facts.times.length === 0 || spec.windows === 'none') return next;
  if (spec.windows === 'stated') {
    // Items without times do not show what the filter does. It works if it leaves records out of a long list.
    const times = facts.times.filter((t) => t.create !== undefined || t.update !== undefined);
    const fits =
      times.length === 0
        ? !isWholeList(state, facts, limits)
        : times.every((t) => nearWindow(window, t.create) || nearWindow(window, t.update));
    return fits ? next : { ...next, meaning: 'ignored' };
  }
  const createFits = facts.times.every((t) => nearWindow(window, t.create));
  const updateFits = facts.times.every(
    (t) => nearWindow(window, t.update) || (isUnedited(t) && nearWindow(window, t.create)),
  );
  const [canBeCreate, canBeUpdate] = [next.canBeCreate && createFits, next.canBeUpdate && updateFits];
  if (canBeCreate && canBeUpdate) return { ...next, canBeCreate, canBeUpdate };
  if (canBeCreate) return { ...next, canBeCreate, canBeUpdate, meaning: 'create' };
  return { ...next, canBeCreate, canBeUpdate, meaning: canBeUpdate ? 'update' : 'ignored' };
};

/**
 * A record that was never edited may have an empty update time. Its last change was its creation. A list whose items
 * have no such field shows nothing.
 */
const isUnedited = ({ create, update }: PageFacts['times'][number]): boolean =>
  update !== undefined && isNoDate(update) && !isNoDate(create);

/** Returns true if a window of a long list contains the whole list. In a short one that costs few requests. */
const isWholeList = (state: LaneState, { total }: PageFacts, { splitAbove }: PlanLimits): boolean =>
  total !== null && total > splitAbove && total >= (state.total ?? 0);

const isNewestFirst = (times: PageFacts['times']): boolean => {
  const falls = (pick: (t: PageFacts['times'][number]) => unknown): boolean =>
    times.every((t, i) => i === 0 || String(pick(t)) <= String(pick(times[i - 1]!)));
  return falls((t) => t.update) || falls((t) => t.create);
};
