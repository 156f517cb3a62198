/**
 * Runs one lane: sends the planner's requests, counts the records of each page, and commits page and progress
 * in one transaction.
 *
 * - A page never counts before it is on disk, and is never stored without its progress.
 * - Lanes take turns of the event loop, one piece of a page each, so lists read through the same thread
 *   stay fast.
 * - It retries a read that may work now, and returns every other trouble to the round.
 */
import { TOO_DEEP } from '../api/answer-bounds';
import { timesOf } from '../api/unchanged-record';
import { retryOf, type Trouble } from '../api/classify-read';
import type { ApiClient } from '../api/client';
import type { DriftMeter } from '../api/decode';
import type { ListPage } from '../api/read-page';
import type { Clock, Log } from '../ports/ports';
import type { ApplyOptions, CacheStore } from '../store/cache-store';
import type { ReadLimiter } from './read-limiter';
import {
  censusKey,
  laneKey,
  newLane,
  readLane,
  type LaneSpec,
  type LaneState,
  type TimeWindow,
} from './lane-state';
import { sourceOf } from './lanes';
import { nextAsk, takePage } from './plan';
import type { Ask, PageFacts, PlanLimits, Step } from './plan-step';
import { isRemainder } from './remainder';
import { addExtraIds, dropExtraIds, extraIds, loadSeen, type SeenIds } from './seen-ids';
import { midnight } from './windows';

export interface LaneContext {
  cache: CacheStore;
  client: ApiClient;
  readLimiter: ReadLimiter;
  clock: Clock;
  log: Log;
  drift: DriftMeter;
  limits: PlanLimits;
  sleep: (ms: number) => Promise<void>;
  /**
   * Resolves in a turn of the event loop that no other lane uses, so that the windows do not wait until all
   * answers that arrived together are written.
   */
  turn: () => Promise<void>;
  stopped: () => boolean;
  /** Records per transaction, adapted to the duration of the last ones. */
  pieces: { size: number };
  /** How long a transaction may hold up the windows. */
  pieceMs: () => number;
  /** Called when a page or a result is on disk. */
  onProgress: (spec: LaneSpec, changed: boolean, records?: number) => void;
}

const TRIES = 3;
const FIRST_BACKOFF_MS = 500;
/** Smaller pieces would cost more time in commits than they save a waiting window. */
const LEAST_PIECE = 25;
const MOST_PIECE = 100;
const timed = <T>({ clock, pieces, pieceMs }: LaneContext, body: () => T): T => {
  const begunAt = clock.now();
  const result = body();
  const tookMs = Math.max(1, clock.now() - begunAt);
  pieces.size = Math.round(
    Math.min(
      MOST_PIECE,
      Math.max(LEAST_PIECE, pieces.size * Math.min(1.25, Math.max(0.5, pieceMs() / tookMs))),
    ),
  );
  return result;
};

/** Works until the lane has nothing to do, `maxPages` are read, or trouble occurs; returns the trouble. */
export const runLane = async (
  context: LaneContext,
  spec: LaneSpec,
  options: { maxPages?: number } = {},
): Promise<Trouble | null> => {
  // The ids of a walk stay in memory from page to page. The copy on disk is for the next start.
  let walked = null as { key: string; page: number; seen: SeenIds } | null;
  // A list that is copied for the first time is not compared with the disk, except its first page.
  let repeats = true;
  for (let pages = 0; pages < (options.maxPages ?? Number.POSITIVE_INFINITY); pages += 1) {
    if (context.stopped()) return null;
    const key = laneKey(spec);
    const planned = nextAsk(readLane(spec, context.cache.state(key)), context.limits);
    if (!planned?.state.walk) return null;
    const { walk } = planned.state;
    const seen: SeenIds | null =
      walked?.key === walk.key && walked.page === walk.page
        ? walked.seen
        : loadSeen(context.cache, key, walk);
    if (!seen) {
      restartWalk(context, spec, planned.state);
      continue;
    }
    const answer = await askPatiently(context, spec, planned.ask, repeats);
    if (context.stopped()) return null;
    if (!answer.ok) return answer.trouble;
    const { items } = answer.value;
    repeats = items.length === 0 || items.some(({ heldVersion }) => heldVersion !== undefined);
    await takeAnswer(context, spec, planned.state, planned.ask, seen, answer.value);
    walked = { key: walk.key, page: walk.page + 1, seen };
  }
  return null;
};

const askPatiently = async (
  context: LaneContext,
  spec: LaneSpec,
  ask: Ask,
  repeats: boolean,
): Promise<{ ok: true; value: ListPage } | { ok: false; trouble: Trouble }> => {
  const { window } = ask;
  const { cache } = context;
  const query = {
    page: ask.page,
    count: ask.count,
    flag: spec.flag,
    status: window.status ?? undefined,
    window: window.axis === 'all' ? undefined : { axis: window.axis, from: window.from, to: window.to },
    textsOf: repeats ? (ids: readonly string[]) => cache.storedTexts(spec.resource, ids) : undefined,
  };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await context.readLimiter.run(() => sourceOf(spec.resource).list(context.client, query));
    if (answer.ok || context.stopped()) return answer;
    const retry = retryOf(answer.trouble);
    const transient =
      answer.trouble.kind === 'server-error' ||
      answer.trouble.kind === 'bad-answer' ||
      answer.trouble.kind === 'rate-limited';
    if (!transient || attempt >= TRIES) return answer;
    // After a 429 the read limiter delays all requests; other errors back off here.
    if (retry.when === 'backoff') await context.sleep(FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  }
};

/**
 * Counts, plans and commits. A page is written in pieces of about `pieceMs`, so that a list read waits no
 * longer. The last piece includes the progress. After a kill in between, the page is requested again.
 */
const takeAnswer = async (
  context: LaneContext,
  spec: LaneSpec,
  state: LaneState,
  ask: Ask,
  seen: SeenIds,
  page: ListPage,
): Promise<void> => {
  const { cache, clock, drift } = context;
  const source = sourceOf(spec.resource);
  const fresh = seen.fresh([...page.items.map((item) => item.id), ...page.skipped.ids]);
  const options: ApplyOptions = {
    removed: spec.flag === 'removed',
    fetchedAt: clock.now(),
    covers: spec.flag,
    // The text on disk was checked when it was written.
    onNew: ({ value }) => drift.check(spec.resource, source.schema, source.inForm?.(value) ?? value),
  };
  let [at, changedCount] = [0, 0];
  const piece = (size: number): void => {
    const items = page.items.slice(at, at + size);
    if (items.length === 0) return;
    // All items of the page are noted before the first piece is written, because each call rewrites the list
    // of members.
    if (at === 0)
      noteMembers(
        cache,
        spec,
        page.items.map((item) => item.id),
      );
    const applied = cache.applyPage(spec.resource, items, options);
    changedCount += applied.inserted + applied.updated;
    at += items.length;
  };
  // Other lanes change the size while this one waits for its turn, so it is read after the wait. The last
  // piece is the rest.
  for (await context.turn(); page.items.length - at > context.pieces.size; await context.turn()) {
    if (context.stopped()) return;
    const { size } = context.pieces;
    timed(context, () => cache.atomically(() => piece(size)));
  }
  if (context.stopped()) return;
  const { changed, finished } = timed(context, () =>
    cache.atomically(() => {
      piece(page.items.length - at);
      seen.keep(ask.page, fresh);
      drift.notKept(spec.resource, page.nameless, 'no id');
      drift.notKept(spec.resource, page.skipped.count, TOO_DEEP);
      const facts: PageFacts = {
        length: page.items.length + page.nameless + page.skipped.count,
        fresh: fresh.length,
        changed: changedCount,
        total: page.total,
        now: page.now,
        times: page.items.map(timesOf),
        ...comparedCounts(cache, spec, ask),
      };
      const step = takePage(spec, state, facts, context.limits, statusesOf(cache, spec));
      cache.setState(laneKey(spec), JSON.stringify(step.state));
      const strayed = drift.drain();
      if (strayed.length > 0) cache.addDrift(strayed);
      return { changed: changedCount > 0, finished: step };
    }),
  );
  context.onProgress(spec, changed, changedCount);
  await settleFinished(context, spec, finished, seen);
};

/** Live rows that are compared per turn of the event loop. */
const ROWS_A_TURN = 4000;

/** Marks records that a verified census did not find. If a kill prevents this, the next census does it. */
const settleFinished = async (
  context: LaneContext,
  spec: LaneSpec,
  step: Step,
  seen: SeenIds,
): Promise<void> => {
  const { finished } = step;
  if (!finished || finished.verdict === 'repeat' || finished.verdict === 'split') return;
  if (finished.verdict === 'unverified')
    context.log.warn('time window not verified: the list changed while it was read', {
      resource: spec.resource,
      flag: spec.flag,
      ...finished.window,
      total: finished.total,
      seen: seen.ids.size,
    });
  const { window } = finished;
  const covered =
    window.axis === 'all' ||
    (window.axis === 'create' && (step.state.meaning === 'stated' || step.state.meaning === 'create'));
  const counts =
    finished.verdict === 'verified' &&
    (window.purpose === 'census' || isRemainder(window) || (!spec.paged && window.axis === 'all'));
  if (!counts || !covered || spec.flag === 'removed' || window.status !== null) return;
  const unseen: string[] = [];
  for (let after: number | null = 0; after !== null;) {
    await context.turn();
    if (context.stopped()) return;
    const { ids, next }: { ids: string[]; next: number | null } = context.cache.liveIdsFrom(spec.resource, {
      after,
      limit: ROWS_A_TURN,
      window: spanOf(window, false),
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

/**
 * Marks the live records of a list that its verified census did not find. Only the censuses of the default
 * list delete a record: a member of an extra list that its own census misses twice stops being a member, and
 * the default list then decides. Before it decides for the second time, the extra lists are asked too, because
 * the record may have moved there.
 */
const markUnseen = (
  { cache, clock }: LaneContext,
  spec: LaneSpec,
  unseen: readonly string[],
): { missing: number; gone: number } => {
  const { resource } = spec;
  if (isExtra(spec.flag)) {
    const members = new Set(extraIds(cache, laneKey(spec)));
    const missing = unseen.filter((id) => members.has(id));
    const first = cache.certainIds(resource, missing);
    cache.markMissing(resource, [...first], clock.now());
    dropExtraIds(
      cache,
      laneKey(spec),
      missing.filter((id) => !first.has(id)),
    );
    return { missing: missing.length, gone: 0 };
  }
  const elsewhere = otherIds(cache, spec);
  const missing = unseen.filter((id) => !elsewhere.has(id));
  if (missing.length === 0) return { missing: 0, gone: 0 };
  for (const extra of extraLanes(spec)) cache.setState(censusKey(extra), '0');
  return { missing: missing.length, gone: cache.markMissing(resource, missing, clock.now()).length };
};

/**
 * The numbers of records on disk, to compare with the service's total; null if the planner does not compare.
 */
const comparedCounts = (cache: CacheStore, spec: LaneSpec, ask: Ask): Pick<PageFacts, 'held' | 'missing'> => {
  if (isRemainder(ask.window) && ask.page === 1) return wholeCounts(cache, spec);
  return { held: heldFor(cache, spec, ask), missing: null };
};

/** Of the list as a whole. What Satchel has of removed records is no copy of their list. */
const wholeCounts = (cache: CacheStore, spec: LaneSpec): Pick<PageFacts, 'held' | 'missing'> => {
  if (spec.flag === 'removed') return { held: null, missing: null };
  // Records that only this list shows. The others are in the default list.
  if (spec.flag === 'archived' || spec.flag === 'converted')
    return { held: extraIds(cache, laneKey(spec)).length, missing: 0 };
  return {
    held: cache.liveCount(spec.resource, undefined, otherIds(cache, spec)),
    missing: cache.counts(spec.resource).quarantined,
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
  return cache.liveCount(
    spec.resource,
    spanOf(window, sourceOf(spec.resource).wholeDays),
    otherIds(cache, spec),
  );
};

const spanOf = (
  window: TimeWindow,
  wholeDays: boolean,
): { timeField: string; from: string; to: string } | undefined =>
  window.axis === 'all'
    ? undefined
    : { timeField: 'create_time', from: window.from, to: wholeDays ? midnight(window.to, 1) : window.to };

/**
 * Records that only an extra list (drafts, archived) shows are its members, until the default list shows them
 * too. A record that a census missed may have moved to the extra list.
 */
const noteMembers = (cache: CacheStore, spec: LaneSpec, fresh: readonly string[]): void => {
  if (isExtra(spec.flag)) {
    const certain = cache.certainIds(spec.resource, fresh);
    addExtraIds(
      cache,
      laneKey(spec),
      fresh.filter((id) => !certain.has(id)),
    );
    return;
  }
  if (spec.flag === 'live') for (const extra of extraLanes(spec)) dropExtraIds(cache, laneKey(extra), fresh);
};

const isExtra = (flag: LaneSpec['flag']): boolean =>
  flag === 'drafts' || flag === 'archived' || flag === 'converted';
/** The extra lists of the resource, without `spec` itself. */
const extraLanes = (spec: LaneSpec): Pick<LaneSpec, 'resource' | 'flag'>[] =>
  sourceOf(spec.resource)
    .flags.filter((flag) => isExtra(flag) && flag !== spec.flag)
    .map((flag) => ({ resource: spec.resource, flag }));
const otherIds = (cache: CacheStore, spec: LaneSpec): Set<string> =>
  new Set(extraLanes(spec).flatMap((extra) => extraIds(cache, laneKey(extra))));

const statusesOf = (cache: CacheStore, spec: LaneSpec): readonly string[] => {
  const { statuses } = sourceOf(spec.resource);
  return typeof statuses === 'string' ? cache.lookup(statuses).map((item) => item.id) : (statuses ?? []);
};

const restartWalk = ({ cache }: LaneContext, spec: LaneSpec, state: LaneState): void => {
  const window = state.walk?.window;
  const back = window ? { ...state, walk: null, todo: [...state.todo, window] } : newLane(spec);
  cache.setState(laneKey(spec), JSON.stringify(back));
};
