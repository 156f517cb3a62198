/**
 * Runs the rounds of the pull: one at a time, whole ones on request, steps on a timer.
 *
 *   good → the next step is due; unreachable → backoff; sign-in needed → waits for the user
 *   a renewed token is refused → backoff
 *
 * A round never rejects. A failed round never counts as complete.
 */
import type { Failure } from '#shared/contract/errors';
import { failureOf } from '../../api/classify-read';
import type { Random, Timers } from '../../ports/ports';
import { isCopyDamaged, sqliteErrorCode } from '../../store/schema/sqlite-errors';
import type { Connectivity } from '../rate/connectivity';
import { durationMs, FRESH_KEY, newRound, NEWEST_PAGES_KEY, runRound } from './round';
import type { Round, RoundParts } from './round';
import type { SyncHistory } from '../sync-history';

const OFFLINE_STEPS_MS = [5_000, 10_000, 20_000, 40_000, 60_000] as const;
const LATEST_RETRY_MS = 60_000;
/**
 * The waits after the service refused a token that it had just issued. They are long, because each try also costs a
 * renewal.
 */
const REFUSED_STEPS_MS = [5_000, 60_000, 300_000, 900_000] as const;
/** The shortest time between two rounds. */
export const LEAST_REST_MS = 500;

/** The state of the rounds. Other parts of the pull read it, and stop rounds by it. */
export interface RoundsState {
  round: Round;
  /** The error of the last round. */
  error: Failure | null;
  isClosed: boolean;
}

export interface Rounds {
  /** Starts the timer with a step. */
  start(): void;
  /**
   * Runs a whole round and resolves at its end. If a round is running, another one follows it; the promise
   * resolves at the end of the running one if that is whole too.
   */
  runWhole(): Promise<void>;
  /** Ends the current round and runs a whole one, because something changed that affects every list. */
  restart(): void;
  /** Schedules the next step after `delayMs`, unless a round is running. */
  stepAfter(delayMs: number): void;
  isRunning(): boolean;
  /** No further round starts; resolves when the current one has ended. */
  close(): Promise<void>;
}

export interface RoundsOptions {
  state: RoundsState;
  parts: RoundParts;
  history: SyncHistory;
  connectivity: Connectivity;
  /** The account has a sign-in that is not known to be over. */
  isSignedIn: () => boolean;
  /** The sign-in seems to be over, but the service did not say so. */
  mayRecover?: (() => boolean) | undefined;
  timers: Timers;
  random: Random;
  /** The copy turned out to be damaged. */
  onDamage?: (() => void) | undefined;
}

export const createRounds = (options: RoundsOptions): Rounds => {
  const { state, parts, timers } = options;
  const { cache, clock, log } = parts.context;
  const delay = createRoundDelay(options);
  let running: Promise<void> | null = null;
  let isStarted = false;
  /** The whole round that was asked for while another round was running; null if none. */
  let wanted: PromiseWithResolvers<void> | null = null;
  let cancelNext: (() => void) | null = null;

  const runToEnd = async (isWhole: boolean): Promise<void> => {
    state.round = newRound(clock.now());
    try {
      state.round.isWhole = isWhole || !parts.isTimed || cache.state(NEWEST_PAGES_KEY) !== '1';
      options.history.begin();
      await runRound(parts, state.round);
      if (state.isClosed) return;
      delay.noteRound(state.round);
      endRound(options);
    } catch (cause) {
      log.error('round failed', { cause: String(cause) });
      if (isCopyDamaged(cause)) options.onDamage?.();
      state.error = { code: sqliteErrorCode(cause) ?? 'internal', detail: String(cause) };
    }
  };

  /** Announces the state. An error of a listener must not end a round or the process. */
  const announceState = (): void => {
    try {
      parts.onState();
    } catch (cause) {
      log.error('a listener of the sync state failed', { cause: String(cause) });
    }
  };

  const scheduleNext = (): void => {
    const isWhole = wanted !== null;
    let delayMs: number | null = 0;
    if (!isWhole) delayMs = parts.lists.hasRequests() ? LEAST_REST_MS : delay.nextMs();
    if (isStarted && delayMs !== null) cancelNext = timers.after(delayMs, () => void begin(isWhole));
  };

  const begin = (isWhole: boolean): Promise<void> => {
    if (state.isClosed) return Promise.resolve();
    if (running) {
      if (!isWhole) return running;
      wanted ??= Promise.withResolvers<void>();
      return state.round.isWhole || !isStarted ? running : wanted.promise;
    }
    cancelNext?.();
    cancelNext = null;
    const asked = wanted;
    wanted = null;
    running = runToEnd(isWhole || asked !== null).then(() => {
      running = null;
      asked?.resolve();
      if (state.isClosed) return;
      scheduleNext();
      announceState();
    });
    announceState();
    return running;
  };

  return {
    start: () => {
      isStarted = true;
      void begin(false);
    },
    runWhole: () => begin(true),
    restart: () => {
      state.round.isInterrupted = running !== null;
      void begin(true);
    },
    stepAfter: (delayMs) => {
      if (!isStarted || state.isClosed || running) return;
      cancelNext?.();
      cancelNext = timers.after(delayMs, () => void begin(false));
    },
    isRunning: () => running !== null,
    close: async () => {
      state.isClosed = true;
      cancelNext?.();
      wanted?.resolve();
      await running;
    },
  };
};

/** Stores the result of a round: its error, its entry in the history, and since when the copy is fresh. */
const endRound = (options: RoundsOptions): void => {
  const { state, parts, history, connectivity } = options;
  const { round } = state;
  const { cache, log } = parts.context;
  const { failures } = parts.lists.troubles;
  if (isRefused(round) && !options.isSignedIn()) connectivity.signInNeeded();
  if (round.stop) state.error = failureOf(round.stop);
  else state.error = round.isDiskFull ? { code: 'disk-full' } : null;
  const fresh = freshSince(state, parts);
  if (fresh !== null) {
    cache.setState(FRESH_KEY, String(fresh));
    cache.beginChanges(parts.serverNow());
  }
  cache.keepPages('reading');
  // On a full disk no history is written, because unsent work needs the room.
  if (!round.isDiskFull && (round.isWhole || history.hasChanged() || state.error !== null))
    history.end(state.error, [...failures.keys()]);
  if (round.isWhole || round.stop !== null)
    log.info('sync finished', { trouble: round.stop?.kind ?? null, failed: [...failures.keys()] });
};

/** The time since which all lists that a person looks at are fresh; null if unknown. */
const freshSince = ({ round, error }: RoundsState, { lists }: RoundParts): number | null => {
  if (error !== null || lists.troubles.failures.size > 0 || round.isInterrupted) return null;
  return round.isWhole ? round.listsReadAt : lists.oldestRead();
};

/**
 * Returns true if the service refused the token. That alone does not mean that the user has to sign in: the
 * token may have been renewed since, or the user may have signed in.
 */
const isRefused = ({ stop }: Round): boolean => stop?.kind === 'unauthorized' || stop?.kind === 'oauth-error';

interface RoundDelay {
  /** Counts the rounds in a row that did not reach the service, or whose token it refused. */
  noteRound(round: Round): void;
  /** The time until the next round; null if none starts by itself. */
  nextMs(): number | null;
}

const createRoundDelay = (options: RoundsOptions): RoundDelay => {
  const { state, parts, random, onDamage } = options;
  const { clock, log } = parts.context;
  let [offlineRounds, refusedRounds] = [0, 0];
  const backoffMs = (steps: readonly number[], failed: number): number =>
    (steps[Math.min(failed, steps.length) - 1] ?? LATEST_RETRY_MS) * (0.9 + 0.2 * random.next());

  const delayMs = (): number | null => {
    const { round } = state;
    if (isRefused(round))
      return options.isSignedIn() || options.mayRecover?.()
        ? backoffMs(REFUSED_STEPS_MS, refusedRounds)
        : null;
    // A random part, so that installations that got a 429 together do not return together.
    if (round.stop?.kind === 'rate-limited') return round.stop.retryAfterMs * (1 + 0.2 * random.next());
    if (offlineRounds > 0) return backoffMs(OFFLINE_STEPS_MS, offlineRounds);
    if (!parts.isTimed) return null;
    const waitMs = parts.lists.delayMs();
    return Math.max(LEAST_REST_MS, waitMs - durationMs(round, clock.now()));
  };

  return {
    noteRound: (round) => {
      const isUnreached = round.stop?.kind === 'offline' || round.stop?.kind === 'captive-portal';
      offlineRounds = isUnreached ? offlineRounds + 1 : 0;
      refusedRounds = isRefused(round) ? refusedRounds + 1 : 0;
    },
    nextMs: () => {
      try {
        return delayMs();
      } catch (cause) {
        log.error('the timetable could not be read', { cause: String(cause) });
        if (isCopyDamaged(cause)) onDamage?.();
        return LATEST_RETRY_MS;
      }
    },
  };
};
