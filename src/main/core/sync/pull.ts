/**
 * The pull of one account: whole rounds for a new copy and on request, otherwise steps on a timer. This file
 * assembles it and offers it to the account; `rounds.ts` decides when a round runs, `round-lists.ts` which
 * lists it reads, and `round.ts` reads them. The commands of the user are in `pull-commands.ts`.
 *
 * Guarantees: only one round runs at a time. Trouble with one resource is shown and does not affect the
 * others. A failed round never counts as complete. The pull does not send edits and does not decide what is
 * shown.
 */
import type { SyncState } from '#shared/contract/sync';
import type { ResourceName } from '#shared/domain/resources';
import type { ApiClient } from '../api/client';
import { createDriftMeter } from '../api/decode';
import type { Throttle } from '../api/throttle';
import type { Clock, Log, Random, Timers } from '../ports/ports';
import type { CacheStore } from '../store/cache-store';
import type { AttentionBook } from './rate/attention';
import type { Connectivity } from './rate/connectivity';
import { createDetails, type Details } from './round/details';
import { createIncrementQueue } from './round/increment-queue';
import type { LaneContext } from './lane/lane-context';
import { isReadRarely, PULL_ORDER, sourceOf } from './lane/lanes';
import { refusedLookups } from './round/lookups-pull';
import { createOffers, type Offers } from './round/offers';
import { DEFAULT_LIMITS, type PlanLimits } from './lane/plan-step';
import type { ReadLimiter } from './rate/read-limiter';
import { createRefetchList } from './round/refetch';
import { REREAD_MS } from './lane/reread';
import { createRequestLimits } from './rate/request-limits';
import { FRESH_KEY, newRound, NEWEST_PAGES_KEY, type RoundParts } from './round/round';
import { createRoundLists } from './round/round-lists';
import { createRounds, type RoundsState } from './round/rounds';
import { createPullCommands, type PullCommands } from './pull-commands';
import { detailsSince, type ScopeStore } from './scope';
import { createSyncHistory, type SyncHistory } from './sync-history';
import { resourceStates } from './sync-state';
import { besideShown, type Pace } from './rate/timetable';
import { NOTHING_PINNED, type TravelCheck } from './travel/travel-check';
import { createTurns, type Turns } from './rate/turns';

export interface PullOptions {
  cache: CacheStore;
  client: ApiClient;
  connectivity: Connectivity;
  /** The account has a sign-in that is not known to be over. */
  isSignedIn: () => boolean;
  /** The sign-in seems to be over, but the service did not say so. */
  mayRecover?: (() => boolean) | undefined;
  clock: Clock;
  timers: Timers;
  random: Random;
  log: Log;
  ownerId: () => string | null;
  scope: ScopeStore;
  limits?: Partial<PlanLimits>;
  attention: Pick<AttentionBook, 'inUse' | 'isShown'>;
  /** A faster timetable, for the simulation. */
  pace?: Partial<Pace>;
  /** `asked`: there is no timer, and each requested round is a whole one. */
  rounds?: 'timed' | 'asked';
  /** A census is due after `censusMs`, or after `recheckMs` if a record was missing for the first time. */
  censusMs?: number;
  recheckMs?: number;
  /** The time in which all parts of a list are read again, whatever the counts are. */
  rereadMs?: number;
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

export interface Pull extends PullCommands {
  state(): Omit<SyncState, 'demoOffline' | 'waiting'>;
  readonly details: Details;
  readonly offers: Offers;
  readonly readLimiter: ReadLimiter;
  close(): Promise<void>;
}

/**
 * The duration of a piece. A window in use waits for at most one piece. Otherwise pieces are larger, because fewer
 * commits cost less.
 */
const PIECE_MS = { inUse: 8, unattended: 40 } as const;
/**
 * A kind counts as recently shown for this long. A user who switches between screens shows it again and again, and each
 * time it is read.
 */
const SHOWN_RECENTLY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

export const createPull = (options: PullOptions): Pull => {
  const { cache, client, clock, timers, connectivity, log, random, scope } = options;
  const isTimed = options.rounds !== 'asked';
  const pinned = options.pinned ?? (async () => NOTHING_PINNED);
  const serverNow = (): string => client.serverClock.at(clock.now());
  const requests = createRequestLimits({ ...options, serverNow });
  const { readLimiter } = requests;
  const offers = createOffers({ cache, client, readLimiter, clock, log });
  const isShown = (resource: ResourceName): boolean =>
    options.attention.isShown(resource) &&
    !scope.read().leftOut.has(resource) &&
    offers.offered(sourceOf(resource).path) === true;
  let rareShownAt = Number.NEGATIVE_INFINITY;
  const pace = (): Pace => {
    if (PULL_ORDER.some((resource) => isReadRarely(resource) && isShown(resource))) rareShownAt = clock.now();
    const isRecent = Math.abs(clock.now() - rareShownAt) < SHOWN_RECENTLY_MS;
    return isRecent ? besideShown(requests.pace()) : requests.pace();
  };
  const history = createSyncHistory(cache, clock);
  const turns = createTurns(timers);
  const state: RoundsState = { round: newRound(0), error: null, isClosed: false };
  const context = createLaneContext(options, { readLimiter, history, turns, state });
  const details = createDetails(context, offers, {
    ownerId: options.ownerId,
    since: (resource) => detailsSince(resource, scope.read().detailsMonths, serverNow()),
    takePlace: () => !isTimed || requests.budget.takePlace(),
    pinned: async () => (await pinned()).wanting,
  });
  const lists = createRoundLists({
    cache,
    offers,
    scope,
    clock,
    random,
    pace,
    isShown,
  });
  const parts: RoundParts = {
    context,
    lists,
    details,
    offers,
    scope,
    queueIncrements: createIncrementQueue({
      cache,
      clock,
      censusMs: options.censusMs ?? DAY_MS,
      recheckMs: options.recheckMs ?? 5 * MINUTE_MS,
      rereadMs: options.rereadMs ?? REREAD_MS,
      splitAbove: context.limits.splitAbove,
      pageSize: context.limits.pageSize,
      random,
      pace: () => (isTimed ? pace() : null),
    }),
    pinned,
    refetch: createRefetchList(cache),
    lookupsTriedAt: new Map(),
    serverNow,
    isTimed,
    pace,
    detailBudget: options.detailBudget,
    onState: options.onState,
    onRecords: options.onRecords,
    onLookups: options.onLookups,
  };
  const rounds = createRounds({
    state,
    parts,
    history,
    connectivity,
    isSignedIn: options.isSignedIn,
    mayRecover: options.mayRecover,
    timers,
    random,
    onDamage: options.onDamage,
  });

  return {
    ...createPullCommands(parts, { state, rounds, random, connectivity }),
    state: () => ({
      ...connectivity.state(),
      running: rounds.isRunning() && state.round.isWhole,
      error: state.error,
      freshAsOf: Number(cache.state(FRESH_KEY) ?? 0) || null,
      newestPagesRead: cache.state(NEWEST_PAGES_KEY) === '1',
      detailsMonths: scope.read().detailsMonths,
      searchable: cache.renewedWords(),
      requests: requests.state(),
      refusedLookups: refusedLookups(cache),
      resources: resourceStates({
        cache,
        details,
        ...lists.troubles,
        scope: scope.read(),
        refetch: new Set(parts.refetch.all()),
        onDamage: options.onDamage,
      }),
    }),
    details,
    offers,
    readLimiter,
    close: async () => {
      const closed = rounds.close();
      readLimiter.close();
      turns.open();
      await closed;
    },
  };
};

interface LaneParts {
  readLimiter: ReadLimiter;
  history: SyncHistory;
  turns: Turns;
  state: RoundsState;
}

const createLaneContext = (
  options: PullOptions,
  { readLimiter, history, turns, state }: LaneParts,
): LaneContext => ({
  cache: options.cache,
  client: options.client,
  readLimiter,
  clock: options.clock,
  log: options.log,
  drift: createDriftMeter(),
  limits: { ...DEFAULT_LIMITS, ...options.limits },
  stopped: () => isStopped(state, options.isLow),
  closed: () => state.isClosed || (options.isLow?.() ?? false),
  pieces: { size: 50 },
  pages: { answered: 0, atFailure: new Map() },
  refusedDetails: new Set(),
  pieceMs: () => (options.attention.inUse() ? PIECE_MS.inUse : PIECE_MS.unattended),
  turn: turns.take,
  sleep: turns.sleep,
  onProgress: (spec, changed, records = 0) => {
    history.changed(spec.resource, records);
    if (changed) options.onRecords(spec.resource);
    options.onState();
  },
});

/** Returns true if the current round must end. A full disk ends it once the disk was found full. */
const isStopped = (state: RoundsState, isLow: PullOptions['isLow']): boolean => {
  const { round } = state;
  if (state.isClosed || round.stop !== null || round.isInterrupted) return true;
  round.isDiskFull ||= isLow?.() ?? false;
  return round.isDiskFull;
};
