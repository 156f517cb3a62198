/**
 * The pull of one account: rounds on a timer, each from the newest and nearest to the oldest and furthest.
 *
 *   round: token → newest page of every list, users, lookups → some details → increments | backfill → census → details
 *   good round → again in a minute; unreachable → backoff; sign-in needed → waits for the person
 *
 * Guarantees: one round at a time; trouble with one resource is shown and leaves the others alone; a round
 * that failed never counts as complete. It does not: send edits, or decide what is shown.
 */
import type { Failure } from '#shared/contract/errors';
import type { SyncState } from '#shared/contract/sync';
import { ALWAYS_KEPT, type ResourceName } from '#shared/domain/resources';
import { failureOf, type Trouble } from '../api/classify-read';
import type { ApiClient } from '../api/client';
import { createDriftMeter } from '../api/decode';
import type { Clock, Log, Random, Timers } from '../ports/ports';
import { hasPinyin, loadPinyin } from '../store/words/pinyin';
import type { CacheStore } from '../store/cache-store';
import { isCorruption, sqliteErrorCode } from '../store/schema/sqlite-errors';
import type { Connectivity } from './connectivity';
import { createDetails, type Details } from './details';
import type { Throttle } from '../api/throttle';
import { createReadLimiter, type ReadLimiter } from './read-limiter';
import { runLane, type LaneContext } from './lane-runner';
import { laneKey, readLane, type LaneSpec } from './lane-state';
import { PULL_ORDER, lanesOf, sourceOf } from './lanes';
import { pullLookups } from './lookups-pull';
import { createOffers, type Offers } from './offers';
import { census, enqueue, incrementsOf, DEFAULT_LIMITS, type PlanLimits } from './plan';
import { dropForRefetch } from './refetch';
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
import { endsRound } from './trouble';
import { createTurns } from './turns';

/** Set to `1` once every list has been copied whole. */
export const FIRST_SYNC_KEY = 'pull/first';
/** When a round last brought everything up to date; absent until the first copy is whole. */
const FRESH_KEY = 'pull/fresh';

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
  /**
   * Between rounds; a census is due after `censusMs`, or `recheckMs` while a record is missing for the
   * first time.
   */
  roundMs?: number;
  censusMs?: number;
  recheckMs?: number;
  detailBudget?: number;
  concurrency?: number;
  /** The account's door to the network, where others than the pull ask as well. */
  throttle?: Throttle;
  /** True while the disk has room for unsent work alone: nothing is copied then. */
  isLow?: () => boolean;
  /** The copy turned out to be damaged. */
  onDamage?: (() => void) | undefined;
  onState: () => void;
  onRecords: (resource: ResourceName) => void;
  onLookups: () => void;
}

export interface Pull {
  /** Begins rounds on the timer. */
  start(): void;
  /** A round now; answers when it ended. */
  round(): Promise<void>;
  /**
   * Copies one resource anew: ends the round under way, and the next one begins by dropping what is held of
   * it.
   */
  refetch(resource: ResourceName): void;
  /** Leaves a resource out of the local copy, or takes it in again; false for what is always kept. */
  keep(resource: ResourceName, keep: boolean): boolean;
  /**
   * How many months back the details of documents are kept; null for all. Older ones are dropped by the
   * next round.
   */
  keepDetails(months: number | null): void;
  state(): Omit<SyncState, 'demoOffline' | 'waiting'>;
  readonly details: Details;
  readonly offers: Offers;
  readonly readLimiter: ReadLimiter;
  close(): Promise<void>;
}

const OFFLINE_STEPS_MS = [5_000, 10_000, 20_000, 40_000, 60_000] as const;
const EARLY_DETAILS = 20;

export const createPull = (options: PullOptions): Pull => {
  const { cache, client, clock, timers, connectivity, log, scope } = options;
  const { roundMs = 60_000, censusMs = 24 * 3_600_000, recheckMs = 5 * 60_000, detailBudget = 200 } = options;
  const readLimiter = createReadLimiter({
    clock,
    timers,
    max: options.concurrency ?? 3,
    throttle: options.throttle,
  });
  const offers = createOffers({ cache, client, readLimiter, clock, log });
  const failures = new Map<ResourceName, Failure>();
  const notOffered = new Set<ResourceName>();
  const noPermission = new Set<ResourceName>();
  const turns = createTurns(timers);
  const history = createSyncHistory(cache, clock);
  const refetch = new Set<ResourceName>();
  let interrupted = false;
  /** The disk has room for unsent work alone: this round ends, and says so. */
  let isCrowded = false;
  const sleepers = new Set<() => void>();
  let [closed, offlineRounds] = [false, 0];
  let running: Promise<void> | null = null;
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
  const serverNow = (): string => client.serverClock.at(clock.now());
  const details = createDetails(context, offers, {
    ownerId: options.ownerId,
    since: (resource) => detailsSince(resource, scope.read().detailsMonths, serverNow()),
  });

  /** Notes trouble; true when the round is over. */
  const note = (trouble: Trouble | null): boolean => {
    if (trouble && endsRound(trouble)) stop ??= trouble;
    return context.stopped();
  };
  const lane = async (spec: LaneSpec, maxPages?: number): Promise<void> => {
    const trouble = await runLane(context, spec, maxPages === undefined ? {} : { maxPages });
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
      .filter((spec) => flags(spec.flag));

  const queueWork = (): void => {
    const now = serverNow();
    cache.atomically(() => {
      for (const spec of lanes(() => true)) {
        const state = readLane(spec, cache.state(laneKey(spec)));
        if (state.phase !== 'steady') continue;
        const due = censusDue(spec, state.unverified.length > 0);
        // A stack: the increment runs first, so that the census compares with what is current.
        const base = due ? enqueue(state, census()) : state;
        const next = incrementsOf(spec, state, now).reduce(enqueue, base);
        cache.setState(laneKey(spec), JSON.stringify(next));
        // Where a walk is still under way none was queued, and the next round asks again.
        if (base !== state) cache.setState(`${laneKey(spec)}/census`, String(clock.now()));
      }
    });
  };
  const censusDue = (spec: LaneSpec, doubtful: boolean): boolean => {
    if (!spec.paged || (spec.flag !== 'live' && !doubtful)) return false;
    const last = Number(cache.state(`${laneKey(spec)}/census`) ?? 0);
    const life = doubtful || cache.counts(spec.resource).quarantined > 0 ? recheckMs : censusMs;
    return clock.now() - last >= life;
  };

  const isHeld = (resource: ResourceName): boolean => {
    const { live, removed } = cache.counts(resource);
    return (
      live + removed > 0 || lanesOf(sourceOf(resource)).some((spec) => cache.state(laneKey(spec)) !== null)
    );
  };

  /**
   * Ends when all of them have ended. One that throws stops the others at their next step, so that none of
   * them runs on into the next round.
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

  const work = async (): Promise<void> => {
    // Words of names are written with their pinyin.
    if (!hasPinyin()) await loadPinyin();
    cache.beginWords();
    if (cache.state(FRESH_KEY) === null) cache.keepPages('filling');
    failures.clear();
    notOffered.clear();
    noPermission.clear();
    for (const resource of scope.read().leftOut)
      if (isHeld(resource) && (await dropAll(context, resource))) {
        options.onRecords(resource);
        options.onState();
      }
    const trimmed = await trimDetails(context, scope.read().detailsMonths, serverNow());
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
    queueWork();
    let lookupTrouble: Trouble | null = null;
    const lookups = async (): Promise<void> => {
      lookupTrouble = await pullLookups(context, { force: false, onChange: options.onLookups });
    };
    await together([lookups(), ...lanes((flag) => flag === 'live').map((spec) => lane(spec, 1))]);
    if (note(lookupTrouble)) return;
    cache.setState(FIRST_SYNC_KEY, '1');
    options.onState();
    if (note(await details.fill(EARLY_DETAILS))) return;
    await together(lanes((flag) => flag === 'live').map((spec) => lane(spec)));
    if (note(null)) return;
    await together(lanes((flag) => flag !== 'live').map((spec) => lane(spec)));
    if (note(null)) return;
    note(await details.fill(detailBudget));
  };

  const finish = (): void => {
    if (stop?.kind === 'unauthorized' || stop?.kind === 'oauth-error') connectivity.signInNeeded();
    roundError = stop ? failureOf(stop) : isCrowded ? { code: 'disk-full' } : null;
    if (roundError === null && failures.size === 0 && !interrupted) {
      cache.setState(FRESH_KEY, String(clock.now()));
      cache.beginChanges(serverNow());
    }
    cache.keepPages('reading');
    const unreached = stop !== null && (stop.kind === 'offline' || stop.kind === 'captive-portal');
    offlineRounds = unreached ? offlineRounds + 1 : 0;
    // A line of history less, rather than room that unsent work may need.
    if (!isCrowded) history.end(roundError, [...failures.keys()]);
    log.info('round ended', { trouble: stop?.kind ?? null, failed: [...failures.keys()] });
  };

  const nextDelay = (): number | null => {
    if (stop?.kind === 'unauthorized' || stop?.kind === 'oauth-error') return null;
    if (stop?.kind === 'rate-limited') return stop.retryAfterMs;
    const step =
      offlineRounds === 0
        ? roundMs
        : Math.min(
            roundMs,
            OFFLINE_STEPS_MS[Math.min(offlineRounds, OFFLINE_STEPS_MS.length) - 1] ?? roundMs,
          );
    return step * (0.9 + 0.2 * options.random.next());
  };

  /** Whoever hears of it has troubles of its own: none of them may end a round, or the process. */
  const tellState = (): void => {
    try {
      options.onState();
    } catch (cause) {
      log.error('the state of the pull could not be told', { cause: String(cause) });
    }
  };

  /** Never rejects. */
  const round = (): Promise<void> => {
    if (closed) return Promise.resolve();
    if (running) {
      again = true;
      return running;
    }
    cancelNext?.();
    cancelNext = null;
    [stop, again, interrupted, isCrowded] = [null, false, false, false];
    history.begin();
    running = work()
      .then(() => {
        if (!closed) finish();
      })
      .catch((cause: unknown) => {
        log.error('round failed', { cause: String(cause) });
        if (isCorruption(cause)) options.onDamage?.();
        roundError = { code: sqliteErrorCode(cause) ?? 'internal', detail: String(cause) };
      })
      .then(() => {
        running = null;
        if (closed) return;
        const delay = again ? 0 : nextDelay();
        if (started && delay !== null) cancelNext = timers.after(delay, () => void round());
        tellState();
      });
    tellState();
    return running;
  };
  let started = false;

  /** The choice counts at once: a round under way ends, and the next one begins by dropping. */
  const rescope = (change: Partial<Scope>): void => {
    scope.write({ ...scope.read(), ...change });
    interrupted = running !== null;
    void round();
  };

  return {
    start: () => {
      started = true;
      void round();
    },
    round,
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
    state: () => ({
      ...connectivity.state(),
      running: running !== null,
      error: roundError,
      freshAsOf: Number(cache.state(FRESH_KEY) ?? 0) || null,
      firstSyncDone: cache.state(FIRST_SYNC_KEY) === '1',
      detailsMonths: scope.read().detailsMonths,
      searchable: cache.renewedWords(),
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
