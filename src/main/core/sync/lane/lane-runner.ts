/**
 * Runs one lane: sends the planner's requests, counts the records of each page, and commits page and progress
 * in one transaction.
 *
 * - A page never counts before it is on disk, and is never stored without its progress.
 * - Lanes take turns of the event loop, one piece of a page each, so lists read through the same thread
 *   stay fast.
 * - It retries a read that may work now, and returns every other trouble to the round.
 */
import { timesOf } from '../../api/unchanged-record';
import { retryOf, type Trouble } from '../../api/classify-read';
import type { ListPage } from '../../api/read-page';
import type { ApplyOptions, CacheStore } from '../../store/cache-store';
import { settleFinished } from './census-result';
import { comparedCounts } from './compared-counts';
import { noteMembers } from './extra-lists';
import { pageFailed } from './failed-page';
import { detailsKey, type LaneContext } from './lane-context';
import {
  censusKey,
  hasTrustedFilter,
  laneKey,
  movedKey,
  newLane,
  readLane,
  type LaneSpec,
  type LaneState,
  type TimeWindow,
} from './lane-state';
import { lanesOf, sourceOf } from './lanes';
import { nextAsk, takePage } from './plan';
import type { Ask, PageFacts, Step } from './plan-step';
import { echoesDefaultList } from './removed-echo';
import { loadSeen, type SeenIds } from './seen-ids';

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
    const askedAt = context.clock.now();
    const answer = await askPatiently(context, spec, planned.ask, repeats);
    if (context.stopped()) return null;
    if (!answer.ok) {
      noteFailure(context, spec, planned.state, answer.trouble);
      return answer.trouble;
    }
    context.pages.answered += 1;
    const { items } = answer.value;
    repeats = items.length === 0 || items.some(({ heldVersion }) => heldVersion !== undefined);
    const page = withTime(context, answer.value, askedAt);
    await takeAnswer(context, { spec, state: planned.state, ask: planned.ask, seen }, page);
    walked = { key: walk.key, page: walk.page + 1, seen };
  }
  return null;
};

/** If an answer does not tell the service's time, the time of the request counts, if earlier answers have told it. */
const withTime = ({ client: { serverClock } }: LaneContext, page: ListPage, askedAt: number): ListPage =>
  page.now === null && serverClock.offsetMs() !== null ? { ...page, now: serverClock.at(askedAt) } : page;

/** Failures whose cause may be a single page. */
const COUNTED: ReadonlySet<Trouble['kind']> = new Set([
  'refused',
  'server-error',
  'bad-answer',
  'unanswered',
]);

/**
 * Counts a page that cannot be read. If the service answered nothing since the last failure, it is an outage and not
 * counted.
 */
const noteFailure = (
  { cache, limits, log, pages }: LaneContext,
  spec: LaneSpec,
  state: LaneState,
  trouble: Trouble,
): void => {
  if (!COUNTED.has(trouble.kind)) return;
  const key = laneKey(spec);
  const isOutage = pages.atFailure.get(key) === pages.answered;
  pages.atFailure.set(key, pages.answered);
  const next = isOutage ? null : pageFailed(state, limits);
  if (next === null) return;
  cache.setState(key, JSON.stringify(next));
  if (next.walk === null)
    log.warn('page given up', {
      resource: spec.resource,
      flag: spec.flag,
      ...state.walk?.window,
      page: state.walk?.page,
      why: trouble.kind,
    });
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

/** A request of a lane, the state that it was planned from, and the ids that its walk has seen so far. */
interface Asked {
  spec: LaneSpec;
  state: LaneState;
  ask: Ask;
  seen: SeenIds;
}

/**
 * Counts, plans and commits. A page is written in pieces of about `pieceMs`, so that a list read waits no
 * longer. The last piece includes the progress. After a kill in between, the page is requested again.
 */
const takeAnswer = async (context: LaneContext, asked: Asked, answer: ListPage): Promise<void> => {
  const { cache } = context;
  const { spec, ask, seen } = asked;
  const given = echoesDefaultList(cache, spec, ask, answer) ? withoutItems(answer) : answer;
  const length = given.items.length + given.nameless + given.skipped.whys.length;
  const page = { ...given, items: withoutRepeats(given.items) };
  const writer = createPageWriter(context, asked, page);
  // If the round stops between two pieces, the next round finds the records of the first ones unchanged.
  const tell = (): void => {
    if (writer.hasChanged()) context.onProgress(spec, true, writer.changedCount());
  };
  // Other lanes change the size while this one waits for its turn, so it is read after the wait. The last
  // piece is the rest.
  for (await context.turn(); writer.left() > context.pieces.size; await context.turn()) {
    if (context.stopped()) return tell();
    const { size } = context.pieces;
    timed(context, () => cache.atomically(() => writer.write(size)));
  }
  if (context.stopped()) return tell();
  const step = timed(context, () =>
    cache.atomically(() => {
      writer.write(writer.left());
      return commitProgress(context, asked, { page, length, changed: writer.changedCount() });
    }),
  );
  // A draft that was approved is shown without its mark, also if its text is the same.
  context.onProgress(spec, writer.hasChanged(), writer.changedCount());
  await settleFinished(context, spec, step, seen);
};

/** Writes the items of a page in pieces. */
interface PageWriter {
  /** The number of items that are not written yet. */
  left(): number;
  /** Writes the next `size` items. */
  write(size: number): void;
  /** The number of records that are new or changed on disk. */
  changedCount(): number;
  /** Returns true if a record, or a member of an extra list, has changed on disk. */
  hasChanged(): boolean;
}

/** Windows that are read for changes. All others show the records as they are, also after a restored backup. */
const FOR_CHANGES: ReadonlySet<TimeWindow['purpose']> = new Set(['increment', 'tail', 'peek']);

const createPageWriter = (
  context: LaneContext,
  { spec, state, ask }: Asked,
  { items, now }: Pick<ListPage, 'items' | 'now'>,
): PageWriter => {
  const { cache, clock, drift } = context;
  const source = sourceOf(spec.resource);
  const options: ApplyOptions = {
    removed: spec.flag === 'removed',
    fetchedAt: clock.now(),
    ...(FOR_CHANGES.has(ask.window.purpose) ? { serverNow: now } : {}),
    covers: spec.flag,
    isCopy: state.phase === 'backfill',
    // Only new text is checked. The text on disk was checked when it was written.
    onNew: ({ id, value }) => {
      drift.check(spec.resource, source.schema, source.inForm?.(value) ?? value);
      context.refusedDetails.delete(detailsKey(spec.resource, id));
    },
  };
  let [at, changedCount] = [0, 0];
  let isMoved = false;
  return {
    left: () => items.length - at,
    changedCount: () => changedCount,
    hasChanged: () => changedCount > 0 || isMoved,
    write: (size) => {
      const piece = items.slice(at, at + size);
      if (piece.length === 0) return;
      // All items of the page are noted before the first piece is written, because each call rewrites the list
      // of members.
      if (at === 0) isMoved = noteMembers(cache, spec, items);
      const applied = cache.applyPage(spec.resource, piece, options);
      changedCount += applied.inserted + applied.updated;
      at += piece.length;
    },
  };
};

/**
 * Stores the progress that a page proves. `length`: how many items the page had before the repeated ones were left out.
 */
const commitProgress = (
  { cache, drift, limits }: LaneContext,
  { spec, state, ask, seen }: Asked,
  { page, length, changed }: { page: ListPage; length: number; changed: number },
): Step => {
  const fresh = seen.fresh([...page.items.map((item) => item.id), ...page.skipped.ids]);
  seen.keep(ask.page, fresh);
  drift.notKept(spec.resource, page.nameless, 'no id');
  for (const why of page.skipped.whys) drift.notKept(spec.resource, 1, why);
  const facts: PageFacts = {
    length,
    fresh: fresh.length,
    changed,
    total: page.total,
    now: page.now,
    times: page.items.map(timesOf),
    ...comparedCounts(cache, spec, ask),
  };
  const step = takePage(spec, state, { facts, limits, statuses: statusesOf(cache, spec) });
  cache.setState(laneKey(spec), JSON.stringify(step.state));
  if (ask.window.axis === 'all' && ask.page === 1 && page.total !== null && page.total !== state.total) {
    removedTotalChanged(cache, spec);
    cache.setState(movedKey(spec), '1');
  }
  const strayed = drift.drain();
  if (strayed.length > 0) cache.addDrift(strayed);
  return step;
};

/**
 * The list of removed records has another total. Makes a census of the default list due, which costs one request if the
 * changes have shown all of these records.
 */
const removedTotalChanged = (cache: CacheStore, { resource, flag }: LaneSpec): void => {
  const live = lanesOf(sourceOf(resource)).find((lane) => lane.flag === 'live');
  if (flag !== 'removed' || live === undefined) return;
  if (hasTrustedFilter(readLane(live, cache.state(laneKey(live))))) cache.setState(censusKey(live), '0');
};

/**
 * A page may show a record twice, in two forms. If both were written, each reading of the page would change the record.
 * The one with the later update time counts, or else the last one.
 */
const withoutRepeats = (items: ListPage['items']): ListPage['items'] => {
  const chosen = new Map<string, ListPage['items'][number]>();
  for (const item of items) {
    const other = chosen.get(item.id);
    if (other === undefined || !isLater(other, item)) chosen.set(item.id, item);
  }
  return chosen.size === items.length ? items : [...chosen.values()];
};

const isLater = (one: ListPage['items'][number], other: ListPage['items'][number]): boolean =>
  String(timesOf(one).update ?? '') > String(timesOf(other).update ?? '');

const withoutItems = (page: ListPage): ListPage => ({
  ...page,
  items: [],
  nameless: 0,
  skipped: { ids: [], whys: [] },
  total: 0,
});

const statusesOf = (cache: CacheStore, spec: LaneSpec): readonly string[] => {
  const { statuses } = sourceOf(spec.resource);
  return typeof statuses === 'string' ? cache.lookup(statuses).map((item) => item.id) : (statuses ?? []);
};

const restartWalk = ({ cache }: LaneContext, spec: LaneSpec, state: LaneState): void => {
  const window = state.walk?.window;
  const back = window ? { ...state, walk: null, todo: [...state.todo, window] } : newLane(spec);
  cache.setState(laneKey(spec), JSON.stringify(back));
};
