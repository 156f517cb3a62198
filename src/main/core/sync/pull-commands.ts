/**
 * The commands of the user, and the events of the app, that change a running pull. Each of them changes what is read
 * next or when; `round/rounds.ts` runs it.
 */
import { ALWAYS_KEPT, type ResourceName } from '#shared/domain/resources';
import type { Random } from '../ports/ports';
import type { Connectivity } from './rate/connectivity';
import { forgetTries } from './round/lookups-pull';
import type { RoundParts } from './round/round';
import { LEAST_REST_MS, type Rounds, type RoundsState } from './round/rounds';
import { planTrim, type Scope } from './scope';

export interface PullCommands {
  /** Starts the timer. */
  start(): void;
  /** Runs a whole round now; resolves at its end. */
  round(): Promise<void>;
  /** Reads the changes of some resources at once, ahead of the timetable. */
  refresh(resources: readonly ResourceName[]): void;
  /** The service answers again: starts the next step within seconds. */
  resume(): void;
  /** The account has a token again: starts the next step within seconds if the pull waits for a sign-in. */
  signedIn(): void;
  /** After another sign-in: asks again for what was refused. */
  signInChanges(): void;
  /** A window came into use, or the last one was left. */
  attentionChanged(): void;
  /** A window in use shows another kind of record. */
  shownChanged(): void;
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
}

/** After an outage installations resume within this time, at random moments. */
const RESUME_WITHIN_MS = 4_000;

interface CommandParts {
  state: RoundsState;
  rounds: Rounds;
  random: Random;
  connectivity: Connectivity;
}

/** The commands of the user and the events of the app that change a running pull. */
export const createPullCommands = (
  parts: RoundParts,
  { state, rounds, random, connectivity }: CommandParts,
): PullCommands => {
  const { lists, offers, scope, refetch, isTimed, context, onState } = parts;

  /** The choice takes effect at once: the current round ends, and the next one starts with the deletion. */
  const rescope = (change: Partial<Scope>): void => {
    scope.write({ ...scope.read(), ...change });
    rounds.restart();
  };

  const soonMs = (): number => LEAST_REST_MS * random.next();

  /** The due time is read from the copy. If the copy is damaged, the next round notices it and replaces the copy. */
  const nextMs = <T extends number | null>(waitMs: () => T): T | number => {
    try {
      return waitMs();
    } catch (cause) {
      context.log.error('what is due could not be read', { cause: String(cause) });
      return soonMs();
    }
  };

  const resume = (): void => {
    if (!isTimed) void rounds.runWhole();
    else rounds.stepAfter(RESUME_WITHIN_MS * random.next());
  };

  return {
    start: rounds.start,
    round: rounds.runWhole,
    refresh: (resources) => {
      if (!isTimed) {
        void rounds.runWhole();
        return;
      }
      lists.request(resources);
      rounds.stepAfter(0);
    },
    resume,
    signedIn: () => {
      if (connectivity.state().connectivity === 'sign-in') resume();
    },
    signInChanges: () => {
      offers.signInChanges();
      lists.signInChanges();
      parts.details.signInChanges();
      forgetTries(parts.lookupsTriedAt);
    },
    attentionChanged: () => {
      // After trouble the time of the next try is already set.
      if (!isTimed || state.round.stop !== null) return;
      rounds.stepAfter(nextMs(() => (lists.isAnyDue() ? soonMs() : lists.delayMs())));
      onState();
    },
    shownChanged: () => {
      if (!isTimed || state.round.stop !== null) return;
      const waitMs = nextMs(() => (lists.isShownDue() ? soonMs() : null));
      if (waitMs !== null) rounds.stepAfter(waitMs);
    },
    refetch: (resource) => {
      refetch.add(resource);
      onState();
      rounds.restart();
    },
    keep: (resource, keep) => {
      if (ALWAYS_KEPT.has(resource)) return false;
      const leftOut = new Set(scope.read().leftOut);
      if (keep) {
        leftOut.delete(resource);
        parts.details.copyAgain();
      } else leftOut.add(resource);
      rescope({ leftOut });
      return true;
    },
    keepDetails: (detailsMonths) => {
      planTrim(context.cache);
      parts.details.copyAgain();
      rescope({ detailsMonths });
    },
    limitRequests: (requestsPerMinute) => {
      scope.write({ ...scope.read(), requestsPerMinute });
      onState();
    },
  };
};
