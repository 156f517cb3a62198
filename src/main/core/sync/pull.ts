/**
 * The pull of one account: a whole round at the start and on request, then steps on a timer.
 *
 *   whole round: token → newest page of every list, users, lookups → some details → increments | backfill → census → details
 *   step:        the lists that are due by the timetable, two lookups → details that the budget leaves
 *   good → the next step is due; unreachable → backoff; sign-in needed → waits for the person
 *
 * Guarantees: only one round runs at a time. Trouble with one resource is shown and does not affect the
 * others. A failed round never counts as complete. The pull does not send edits and does not decide what is
 * shown.
 */
import type { Failure } from '#shared/contract/errors';
import type { SyncState } from '#shared/contract/sync';
import { ALWAYS_KEPT, type ResourceName } from '#shared/domain/resources';
import { failureOf, type Trouble } from '../api/classify-read';
import type { ApiClient } from '../api/client';
import { createDriftMeter } from '../api/decode';
import type { Clock, Log, Random, Timers } from '../ports/ports';
import { hasPinyin } from '../store/words/pinyin';
import { readyForNames } from './renew-words';
import type { CacheStore } from '../store/cache-store';
import { isCorruption, sqliteErrorCode } from '../store/schema/sqlite-errors';
import type { Connectivity } from './connectivity';
import type { AttentionBook } from './attention';
import { createDetails, type Details } from './details';
import type { Throttle } from '../api/throttle';
import { createReadLimiter, type ReadLimiter } from './read-limiter';
import { createHourlyBudget } from './hourly-budget';
import { runLane, type LaneContext } from './lane-runner';
import { isUnfinished, laneKey, readLane, type LaneSpec } from './lane-state';
import { PULL_ORDER, lanesOf, sourceOf } from './lanes';
import { pullLookups, refusedLookups, type LookupsOptions } from './lookups-pull';
import { createOffers, type Offers } from './offers';
import { DEFAULT_LIMITS, type PlanLimits } from './plan';
import { createIncrementQueue } from './increment-queue';
import { dropForRefetch } from './refetch';
import { createRequestRate } from './request-rate';
import {
  detailsSince,
  dropAll,
  giveSpaceBack,
  planTrim,
  trimDetails,
  type Scope,
  type ScopeStore,
} from './scope';
import { createSyncHistory } from './sync-history';
import { resourceStates } from './sync-state';
import { attentionOf, createTimetable, LOOKUPS_A_STEP, PACES, type Pace, type TimedList } from './timetable';
import { NOTHING_PINNED, type TravelCheck } from './travel-check';
import { endsRound } from './trouble';
import { createTurns } from './turns';

/** Set to `1` once the newest page of every list is here. */
const FIRST_SYNC_KEY = 'pull/first';
/** When a round last brought everything up to date; absent until the first copy is complete. */
export const FRESH_KEY = 'pull/fresh';

export interface PullOptions {
  cache: CacheStore;
  client: ApiClient;
  connectivity: Connectivity;
  clock: Clock;
  timers: Timers;
  random: Random;
  log: Log;
  ownerId: () => string | null;
  scope: ScopeStore;
  limits?: Partial<PlanLimits>;
  /** A window is in use. */
  attention: Pick<AttentionBook, 'inUse'>;
  /** A faster timetable, for the simulation. */
  pace?: Partial<Pace>;
  /** `asked`: there is no timer, and each requested round is a whole one. */
  rounds?: 'timed' | 'asked';
  /** A census is due after `censusMs`, or after `recheckMs` if a record was missing for the first time. */
  censusMs?: number;
  recheckMs?: number;
  /** Details per resource and round; without it as many as the time allows. */
  detailBudget?: number;
  /** What a person takes along: its details come before all others and stay, whatever their age. */
  pinned?: () => Promise<Pick<TravelCheck, 'all' | 'wanting'>>;
  /** Overrides the user's choice; `Infinity` for the bundled service. */
  requestsPerMinute?: number;
  concurrency?: number;
  /** The account's rate limit, if others than the pull also make requests. */
  throttle?: Throttle;
  /** Returns true while the disk has room only for unsent work. Then nothing is copied. */
  isLow?: () => boolean;
  /** The copy turned out to be damaged. */
  onDamage?: (() => void) | undefined;
  onState: () => void;
  onRecords: (resource: ResourceName) => void;
  onLookups: () => void;
}

export interface Pull {
  /** Starts the timer. */
  start(): void;
  /** Runs a whole round now; resolves at its end. */
  round(): Promise<void>;
  /** Reads the changes of some resources at once, ahead of the timetable. */
  refresh(resources: readonly ResourceName[]): void;
  /** The service answers again: starts the next step within seconds. */
  resume(): void;
  /** After another sign-in: asks again for what was refused. */
  signInChanges(): void;
  /** A window came into use, or the last one was left. */
  attentionChanged(): void;
  /**
   * Downloads one resource again: ends the current round; the next one first deletes the copy of the
   * resource.
   */
  refetch(resource: ResourceName): void;
  /**
   * Leaves a resource out of the local copy, or includes it again; false for resources that are always kept.
   */
  keep(resource: ResourceName, keep: boolean): boolean;
  /**
   * Sets how many months of details of documents are kept; null for all. The next round deletes older ones.
   */
  keepDetails(months: number | null): void;
  /** Sets how many requests a minute are allowed, besides those that a person waits for. */
  limitRequests(perMinute: Scope['requestsPerMinute']): void;
  state(): Omit<SyncState, 'demoOffline' | 'waiting'>;
  readonly details: Details;
  readonly offers: Offers;
  readonly readLimiter: ReadLimiter;
  close(): Promise<void>;
}

const OFFLINE_STEPS_MS = [5_000, 10_000, 20_000, 40_000, 60_000] as const;
const LATEST_RETRY_MS = 60_000;
const LEAST_REST_MS = 500;
/** A window that is in use waits for one piece of an answer at most; commits of whole pages cost less. */
const PIECE_MS = { inUse: 8, unattended: 40 } as const;
/** After an outage installations resume within this time, at random moments. */
const RESUME_WITHIN_MS = 4_000;
const LOOKUP_RETRY_MS = 10 * 60_000;
const EARLY_DETAILS = 20;
/** The default number of details per resource in a requested round. */
const ASKED_DETAILS = 200;

export const createPull = (options: PullOptions): Pull => {
  const { cache, client, clock, timers, connectivity, log, scope } = options;
  const { censusMs = 24 * 3_600_000, recheckMs = 5 * 60_000 } = options;
  const { detailBudget = Number.POSITIVE_INFINITY } = options;
  const { pinned = async () => NOTHING_PINNED } = options;
  const isTimed = options.rounds !== 'asked';
  const serverNow = (): string => client.serverClock.at(clock.now());
  const attention = () => attentionOf(options.attention.inUse(), serverNow());
  const pace = (): Pace => ({ ...PACES[attention()], ...options.pace });
  const mostPerMinute = (): number => options.requestsPerMinute ?? scope.read().requestsPerMinute;
  const rate = createRequestRate(clock, mostPerMinute);
  const budget = createHourlyBudget(clock, () => pace().perHour);
  const timetable = createTimetable(options.random);
  const queueIncrements = createIncrementQueue({
    cache,
    clock,
    censusMs,
    recheckMs,
    pace: () => (isTimed ? pace() : null),
  });
  const readLimiter = createReadLimiter({
    clock,
    timers,
    max: options.concurrency ?? 3,
    throttle: options.throttle,
    rate,
    onBackground: budget.spend,
  });
  const offers = createOffers({ cache, client, readLimiter, clock, log });
  const failures = new Map<ResourceName, Failure>();
  const notOffered = new Set<ResourceName>();
  const noPermission = new Set<ResourceName>();
  const turns = createTurns(timers);
  const history = createSyncHistory(cache, clock);
  const refetch = new Set<ResourceName>();
  const lookupsTriedAt = new Map<string, number>();
  /** Resources to read in the next step, whether they are due or not. */
  const wanted = new Set<ResourceName>();
  /** The requested resources of the current step: one short page is not enough for them. */
  let asFarAsKnown: ReadonlySet<ResourceName> = new Set();
  let interrupted = false;
  /** The disk has room only for unsent work: this round ends and reports it. */
  let isCrowded = false;
  const sleepers = new Set<() => void>();
  let [closed, offlineRounds] = [false, 0];
  let running: Promise<void> | null = null;
  /** The current or last round concerns every list; otherwise only those in `selected`. */
  let isWhole = false;
  let selected: ReadonlySet<string> | null = null;
  let begunAt = 0;
  /** When the lists of the current whole round were read; its details may take minutes more. */
  let listsReadAt = 0;
  let again = false;
  let cancelNext: (() => void) | null = null;
  let roundError: Failure | null = null;
  let stop: Trouble | null = null;

  const context: LaneContext = {
    cache,
    client,
    readLimiter,
    clock,
    log,
    drift: createDriftMeter(),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    stopped: () => closed || stop !== null || interrupted || (isCrowded ||= options.isLow?.() ?? false),
    pieces: { size: 50 },
    pieceMs: () => (options.attention.inUse() ? PIECE_MS.inUse : PIECE_MS.unattended),
    turn: turns.take,
    sleep: (ms) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(wake);
          cancel();
          resolve();
        };
        const cancel = timers.after(ms, wake);
        sleepers.add(wake);
      }),
    onProgress: (spec, changed, records = 0) => {
      history.changed(spec.resource, records);
      if (changed) options.onRecords(spec.resource);
      options.onState();
    },
  };
  const details = createDetails(context, offers, {
    ownerId: options.ownerId,
    since: (resource) => detailsSince(resource, scope.read().detailsMonths, serverNow()),
    mayAsk: () => !isTimed || budget.left(),
    pinned: async () => (await pinned()).wanting,
  });

  /** Records trouble; returns true if the round is over. */
  const note = (trouble: Trouble | null): boolean => {
    if (trouble && endsRound(trouble)) stop ??= trouble;
    return context.stopped();
  };
  const lane = async (spec: LaneSpec, maxPages?: number): Promise<void> => {
    const trouble = await runLane(context, spec, maxPages === undefined ? {} : { maxPages });
    if (trouble === null || !endsRound(trouble)) timetable.asked(laneKey(spec), clock.now());
    if (trouble && !endsRound(trouble)) {
      if (trouble.kind === 'not-offered' && spec.flag === 'live') notOffered.add(spec.resource);
      else if (trouble.kind === 'forbidden' && spec.flag === 'live') noPermission.add(spec.resource);
      else failures.set(spec.resource, failureOf(trouble));
      log.warn('list not read', { resource: spec.resource, flag: spec.flag, why: trouble.kind });
      options.onState();
    }
    note(trouble);
  };
  const lanes = (flags: (flag: LaneSpec['flag']) => boolean): LaneSpec[] =>
    PULL_ORDER.filter(
      (resource) =>
        !scope.read().leftOut.has(resource) &&
        !notOffered.has(resource) &&
        !noPermission.has(resource) &&
        !failures.has(resource),
    )
      .flatMap((resource) => lanesOf(sourceOf(resource)))
      .filter((spec) => flags(spec.flag) && (selected === null || selected.has(laneKey(spec))));

  /** The lists of the timetable, marked if a person looks at them. */
  const timedLists = (): TimedList[] =>
    PULL_ORDER.filter(
      (resource) => !scope.read().leftOut.has(resource) && offers.offered(sourceOf(resource).path) !== false,
    )
      .flatMap((resource) => lanesOf(sourceOf(resource)))
      .filter(
        ({ flag, resource }) => flag === 'live' || !(failures.has(resource) || noPermission.has(resource)),
      )
      .map((spec) => ({
        key: laneKey(spec),
        newest:
          (spec.flag === 'live' && spec.resource !== 'user' && !noPermission.has(spec.resource)) ||
          isUnfinished(readLane(spec, cache.state(laneKey(spec)))),
      }));

  /** Selects the lists of this step and clears their earlier trouble. */
  const selectDue = (): Set<string> => {
    const due = new Set(timetable.due(timedLists(), pace(), clock.now()));
    asFarAsKnown = new Set(wanted);
    for (const resource of wanted) due.add(laneKey({ resource, flag: 'live' }));
    wanted.clear();
    for (const resource of PULL_ORDER)
      if (due.has(laneKey({ resource, flag: 'live' })))
        for (const trouble of [failures, notOffered, noPermission]) trouble.delete(resource);
    return due;
  };

  const isHeld = (resource: ResourceName): boolean => {
    const { live, removed } = cache.counts(resource);
    return (
      live + removed > 0 || lanesOf(sourceOf(resource)).some((spec) => cache.state(laneKey(spec)) !== null)
    );
  };

  /**
   * Resolves when all lanes have ended. If one throws, the others stop at their next step, so that none runs
   * into the next round.
   */
  const together = async (lanes: readonly Promise<void>[]): Promise<void> => {
    const stopOthers = (error: unknown): never => {
      interrupted = true;
      throw error;
    };
    const results = await Promise.allSettled(lanes.map((one) => one.catch(stopOthers)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };

  const lookupsOf = (isStep: boolean): Omit<LookupsOptions, 'onChange'> =>
    isStep
      ? {
          lifeMs: pace().lookupsMs,
          retryMs: LOOKUP_RETRY_MS,
          triedAt: lookupsTriedAt,
          most: LOOKUPS_A_STEP,
        }
      : {
          lifeMs: PACES['in-use'].lookupsMs,
          retryMs: 0,
          triedAt: lookupsTriedAt,
          most: Number.POSITIVE_INFINITY,
        };

  const work = async (): Promise<void> => {
    // The search words of names contain their pinyin, so its dictionary is loaded first.
    cache.beginWords();
    if (!hasPinyin()) await readyForNames(cache, log);
    if (cache.state(FRESH_KEY) === null) cache.keepPages('filling');
    selected = isWhole ? null : selectDue();
    if (selected === null) for (const trouble of [failures, notOffered, noPermission]) trouble.clear();
    for (const resource of scope.read().leftOut)
      if (isHeld(resource) && (await dropAll(context, resource))) {
        options.onRecords(resource);
        options.onState();
      }
    const trimmed = await trimDetails(context, {
      months: scope.read().detailsMonths,
      now: serverNow(),
      keep: async () => (await pinned()).all,
    });
    for (const resource of trimmed) options.onRecords(resource);
    if (trimmed.length > 0) options.onState();
    await giveSpaceBack(context);
    if (note(null) || note(await offers.probe())) return;
    for (const resource of PULL_ORDER)
      if (offers.offered(sourceOf(resource).path) === false)
        (offers.forbidden(sourceOf(resource).path) ? noPermission : notOffered).add(resource);
    for (const resource of refetch)
      if (!scope.read().leftOut.has(resource) && (await dropForRefetch(context, resource))) {
        refetch.delete(resource);
        options.onRecords(resource);
        options.onState();
      }
    if (note(null)) return;
    queueIncrements(
      lanes(() => true),
      { now: serverNow(), isLight: (spec) => selected !== null && !asFarAsKnown.has(spec.resource) },
    );
    let lookupTrouble: Trouble | null = null;
    const lookups = async (): Promise<void> => {
      lookupTrouble = await pullLookups(context, {
        ...lookupsOf(selected !== null),
        onChange: options.onLookups,
      });
    };
    await together([lookups(), ...lanes((flag) => flag === 'live').map((spec) => lane(spec, 1))]);
    if (note(lookupTrouble)) return;
    if (selected === null) {
      cache.setState(FIRST_SYNC_KEY, '1');
      options.onState();
      const early = { most: Math.min(EARLY_DETAILS, detailBudget), until: () => Number.POSITIVE_INFINITY };
      if (note(await details.fetchMissing(early))) return;
    }
    await together(lanes((flag) => flag === 'live').map((spec) => lane(spec)));
    if (note(null)) return;
    await together(lanes((flag) => flag !== 'live').map((spec) => lane(spec)));
    // Over all the records at once, in turns of their own: a window waits for one of them at most.
    while (!note(null) && cache.makeIndex()) await context.turn();
    if (note(null)) return;
    listsReadAt = clock.now();
    const until = (): number => (isTimed ? clock.now() - tookMs() + pace().stepMs : Number.POSITIVE_INFINITY);
    note(
      await details.fetchMissing({
        most: isTimed ? detailBudget : (options.detailBudget ?? ASKED_DETAILS),
        until,
      }),
    );
  };

  /** The time since which all lists that a person looks at are fresh; null if unknown. */
  const freshSince = (): number | null => {
    if (roundError !== null || failures.size > 0 || interrupted) return null;
    return selected === null ? listsReadAt : timetable.oldest(timedLists());
  };

  const finish = (): void => {
    if (stop?.kind === 'unauthorized' || stop?.kind === 'oauth-error') connectivity.signInNeeded();
    roundError = stop ? failureOf(stop) : isCrowded ? { code: 'disk-full' } : null;
    const fresh = freshSince();
    if (fresh !== null) {
      cache.setState(FRESH_KEY, String(fresh));
      cache.beginChanges(serverNow());
    }
    cache.keepPages('reading');
    const unreached = stop !== null && (stop.kind === 'offline' || stop.kind === 'captive-portal');
    offlineRounds = unreached ? offlineRounds + 1 : 0;
    // On a full disk no history is written, because unsent work needs the room.
    if (!isCrowded && (isWhole || history.hasChanged() || roundError !== null))
      history.end(roundError, [...failures.keys()]);
    if (isWhole || stop !== null)
      log.info('round ended', { trouble: stop?.kind ?? null, failed: [...failures.keys()] });
  };

  /** How long the round has taken. If the clock was set back meanwhile, it counts from the new time. */
  const tookMs = (): number => {
    begunAt = Math.min(begunAt, clock.now());
    return clock.now() - begunAt;
  };

  const nextDelay = (): number | null => {
    if (stop?.kind === 'unauthorized' || stop?.kind === 'oauth-error') return null;
    // A random part, so that installations that got a 429 together do not return together.
    if (stop?.kind === 'rate-limited') return stop.retryAfterMs * (1 + 0.2 * options.random.next());
    if (offlineRounds > 0) {
      const step = OFFLINE_STEPS_MS[Math.min(offlineRounds, OFFLINE_STEPS_MS.length) - 1] ?? LATEST_RETRY_MS;
      return step * (0.9 + 0.2 * options.random.next());
    }
    if (!isTimed) return null;
    const waitMs = timetable.delayMs(timedLists(), pace(), clock.now());
    return Math.max(LEAST_REST_MS, waitMs - tookMs());
  };

  /** The time until the next round; long if the copy cannot tell what is due. */
  const restMs = (): number | null => {
    try {
      return nextDelay();
    } catch (cause) {
      log.error('what is due could not be read', { cause: String(cause) });
      if (isCorruption(cause)) options.onDamage?.();
      return LATEST_RETRY_MS;
    }
  };

  /** Announces the state. An error of a listener must not end a round or the process. */
  const tellState = (): void => {
    try {
      options.onState();
    } catch (cause) {
      log.error('the state of the pull could not be told', { cause: String(cause) });
    }
  };

  /** Never rejects. */
  const begin = (whole: boolean): Promise<void> => {
    if (closed) return Promise.resolve();
    if (running) {
      again ||= whole;
      return running;
    }
    cancelNext?.();
    cancelNext = null;
    [stop, again, interrupted, isCrowded] = [null, false, false, false];
    begunAt = clock.now();
    const wholeRound = async (): Promise<void> => {
      isWhole = whole || !isTimed || cache.state(FIRST_SYNC_KEY) !== '1';
      history.begin();
      await work();
      if (!closed) finish();
    };
    running = wholeRound()
      .catch((cause: unknown) => {
        log.error('round failed', { cause: String(cause) });
        if (isCorruption(cause)) options.onDamage?.();
        roundError = { code: sqliteErrorCode(cause) ?? 'internal', detail: String(cause) };
      })
      .then(() => {
        running = null;
        if (closed) return;
        const whole = again;
        const delay = again ? 0 : wanted.size > 0 ? LEAST_REST_MS : restMs();
        if (started && delay !== null) cancelNext = timers.after(delay, () => void begin(whole));
        if (!closed) tellState();
      });
    tellState();
    return running;
  };
  const round = (): Promise<void> => begin(true);
  let started = false;

  /** Schedules the next step after `delayMs`, unless one is running. */
  const stepAfter = (delayMs: number): void => {
    if (!started || closed || running) return;
    cancelNext?.();
    cancelNext = timers.after(delayMs, () => void begin(false));
  };

  /** The choice takes effect at once: the current round ends, and the next one starts with the deletion. */
  const rescope = (change: Partial<Scope>): void => {
    scope.write({ ...scope.read(), ...change });
    interrupted = running !== null;
    void round();
  };

  return {
    start: () => {
      started = true;
      void begin(false);
    },
    round,
    refresh: (resources) => {
      if (!isTimed) {
        void round();
        return;
      }
      for (const resource of resources) wanted.add(resource);
      stepAfter(0);
    },
    resume: () => {
      if (!isTimed) void round();
      else stepAfter(RESUME_WITHIN_MS * options.random.next());
    },
    signInChanges: () => {
      offers.signInChanges();
      lookupsTriedAt.clear();
    },
    attentionChanged: () => {
      // After trouble the time of the next try is already set.
      if (!isTimed || stop !== null) return;
      const now = clock.now();
      const isOverdue = timetable.due(timedLists(), pace(), now).length > 0;
      stepAfter(
        isOverdue ? LEAST_REST_MS * options.random.next() : timetable.delayMs(timedLists(), pace(), now),
      );
      options.onState();
    },
    refetch: (resource) => {
      refetch.add(resource);
      interrupted = running !== null;
      void round();
    },
    keep: (resource, keep) => {
      if (ALWAYS_KEPT.has(resource)) return false;
      const leftOut = new Set(scope.read().leftOut);
      if (keep) leftOut.delete(resource);
      else leftOut.add(resource);
      rescope({ leftOut });
      return true;
    },
    keepDetails: (detailsMonths) => {
      planTrim(cache);
      rescope({ detailsMonths });
    },
    limitRequests: (requestsPerMinute) => {
      scope.write({ ...scope.read(), requestsPerMinute });
      options.onState();
    },
    state: () => ({
      ...connectivity.state(),
      running: running !== null && isWhole,
      error: roundError,
      freshAsOf: Number(cache.state(FRESH_KEY) ?? 0) || null,
      firstSyncDone: cache.state(FIRST_SYNC_KEY) === '1',
      detailsMonths: scope.read().detailsMonths,
      searchable: cache.renewedWords(),
      requests: {
        attention: attention(),
        lastMinute: rate.lastMinute(),
        perMinute: Number.isFinite(mostPerMinute()) ? Math.round(rate.perMinute()) : null,
        limit: scope.read().requestsPerMinute,
      },
      refusedLookups: refusedLookups(cache),
      resources: resourceStates({
        cache,
        details,
        failures,
        notOffered,
        noPermission,
        scope: scope.read(),
      }),
    }),
    details,
    offers,
    readLimiter,
    close: async () => {
      closed = true;
      cancelNext?.();
      readLimiter.open();
      turns.open();
      for (const wake of sleepers) wake();
      await running;
    },
  };
};
