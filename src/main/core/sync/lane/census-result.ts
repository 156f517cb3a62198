/** What a verified census means for the records on disk: those that it did not find are missing, and then deleted. */
import {
  censusKey,
  censusOverKey,
  lossKey,
  type LaneSpec,
  type LaneState,
  type TimeWindow,
} from './lane-state';
import type { TimeSpan } from '../../store/cache-store';
import type { LaneContext } from './lane-context';
import { dropMembers, extraLanes, isExtra, membersOf, membersOfOthers } from './extra-lists';
import { isMassLoss, LEAST_LOSS, MASS_LOSS_MS } from './mass-loss';
import type { Step } from './plan-step';
import { isRemainder } from './remainder';
import type { SeenIds } from './seen-ids';
import { midnight } from './windows';

/** The number of rows that are compared before other work gets its turn. */
const ROWS_A_TURN = 4000;

/** Marks records that a verified census did not find. If a kill prevents this, the next census does it. */
export const settleFinished = async (
  context: LaneContext,
  spec: LaneSpec,
  step: Step,
  seen: SeenIds,
): Promise<void> => {
  const { finished } = step;
  if (!finished || finished.result === 'repeat' || finished.result === 'split') return;
  if (finished.result === 'unverified')
    context.log.warn('time window not verified: the list changed while it was read', {
      resource: spec.resource,
      flag: spec.flag,
      ...finished.window,
      total: finished.total,
      seen: seen.ids.size,
    });
  const { window } = finished;
  if (window.purpose === 'census') noteCensusOver(context, spec, step.state);
  const covered =
    window.axis === 'all' ||
    (window.axis === 'create' && (step.state.meaning === 'stated' || step.state.meaning === 'create'));
  const counts =
    finished.result === 'verified' &&
    (window.purpose === 'census' || isRemainder(window) || (!spec.paged && window.axis === 'all'));
  if (!counts || !covered || spec.flag === 'removed' || window.status !== null) return;
  const unseen: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    await context.turn();
    if (context.stopped()) return;
    const { ids, next }: { ids: string[]; next: number | null } = context.cache.listedIdsFrom(spec.resource, {
      after,
      limit: ROWS_A_TURN,
      span: spanOf(window, false),
    });
    for (const id of ids) if (!seen.ids.has(id)) unseen.push(id);
    after = next;
  }
  const { missing, gone } = context.cache.atomically(() => markUnseen(context, spec, unseen));
  if (missing === 0) return;
  context.log.info('records missing from a census', {
    resource: spec.resource,
    flag: spec.flag,
    missing,
    tombstoned: gone,
  });
  context.onProgress(spec, true);
};

/** How long a missing record waits for the extra lists. One that cannot be read must not keep it for ever. */
const EXTRA_LISTS_MS = 3_600_000;

/** Notes that a census of an extra list is over if no window of it is left. */
const noteCensusOver = ({ cache }: LaneContext, spec: LaneSpec, { walk, todo }: LaneState): void => {
  const isOpen = [walk?.window, ...todo].some((window) => window?.purpose === 'census');
  if (isExtra(spec.flag) && !isOpen) cache.setState(censusOverKey(spec), '1');
};

/**
 * Marks the live records of a list that its verified census did not find. Only the censuses of the default
 * list delete a record: a member of an extra list that its own census misses twice stops being a member, and
 * the default list then decides. Before it deletes the record, the extra lists are read too, because the record may
 * have moved there.
 */
const markUnseen = (
  { cache, clock }: LaneContext,
  spec: LaneSpec,
  unseen: readonly string[],
): { missing: number; gone: number } => {
  const { resource } = spec;
  if (isExtra(spec.flag)) {
    const members = new Set(membersOf(cache, spec));
    const missing = unseen.filter((id) => members.has(id));
    const first = cache.certainIds(resource, missing);
    cache.markMissing(resource, [...first], clock.now());
    dropMembers(
      cache,
      spec,
      missing.filter((id) => !first.has(id)),
    );
    return { missing: missing.length, gone: 0 };
  }
  const elsewhere = membersOfOthers(cache, spec);
  const missing = unseen.filter((id) => !elsewhere.has(id));
  if (missing.length === 0) return { missing: 0, gone: 0 };
  const isLookedFor = extraLanes(spec).every((extra) => cache.state(censusOverKey(extra)) === '1');
  const leastMs = isLookedFor ? 0 : EXTRA_LISTS_MS;
  const isNewlyMissing = cache.certainIds(resource, missing).size > 0;
  for (const extra of isNewlyMissing ? extraLanes(spec) : [])
    for (const key of [censusKey(extra), censusOverKey(extra)]) cache.setState(key, '0');
  // A window of time is only a part of the list, so records that other windows missed are counted too.
  const { live, quarantined } = cache.counts(resource);
  const isMass = isMassLoss(Math.max(missing.length, quarantined), live);
  const gone = cache.markMissing(resource, missing, clock.now(), isMass ? MASS_LOSS_MS : leastMs);
  if (gone.length >= LEAST_LOSS) cache.setState(lossKey(spec), String(clock.now()));
  return { missing: missing.length, gone: gone.length };
};

/** The span of a window of creation time; undefined for the whole list. */
export const spanOf = (window: TimeWindow, wholeDays: boolean): TimeSpan | undefined =>
  window.axis === 'all'
    ? undefined
    : { timeField: 'create_time', from: window.from, to: wholeDays ? midnight(window.to, 1) : window.to };
