/**
 * Decides which lists a round reads. A whole round reads every list; a step reads the lists that are due by
 * the timetable and those that were requested.
 *
 * A list is left out while its resource is outside the scope, not offered, not permitted, or failed in this
 * round. A whole round, or the next step that selects the resource, tries it again.
 */
import type { Failure } from '#shared/contract/errors';
import type { ResourceName } from '#shared/domain/resources';
import { failureOf, mayBeProxy, type Trouble } from '../../api/classify-read';
import type { Clock, Random } from '../../ports/ports';
import type { CacheStore } from '../../store/cache-store';
import { isOver } from '../rate/is-over';
import { censusKey, isUnfinished, laneKey, readLane, type LaneSpec } from '../lane/lane-state';
import { PULL_ORDER, isReadRarely, lanesOf, sourceOf } from '../lane/lanes';
import { OPTIONAL_PATHS, type Offers } from './offers';
import type { ScopeStore } from '../scope';
import { createTimetable, type Pace, type TimedList } from '../rate/timetable';
import { endsRound, isNotPermitted } from './trouble';

/** Why a resource is not read. */
export interface ResourceTroubles {
  failures: Map<ResourceName, Failure>;
  notOffered: Set<ResourceName>;
  noPermission: Set<ResourceName>;
}

/** What a round reads; `lists` is null if it reads every list. */
export interface Selection {
  lists: ReadonlySet<string> | null;
  /** The requested resources: one short page is not enough for them. */
  requested: ReadonlySet<ResourceName>;
}

export interface RoundLists {
  readonly troubles: Readonly<ResourceTroubles>;
  /** Reads these resources in the next step, whether they are due or not. */
  request(resources: readonly ResourceName[]): void;
  hasRequests(): boolean;
  /** Selects the lists of a round and clears their earlier trouble. */
  select(isWhole: boolean): Selection;
  /** The selected lists that can be read now, in the order of the pull. */
  readable(selection: Selection, flags: (flag: LaneSpec['flag']) => boolean): LaneSpec[];
  /** Leaves out what the probes found to be not offered or not permitted. */
  leaveOutWhatIsNotOffered(): void;
  /** Records that a list was read, or the trouble that concerns only this list. */
  noteRead(spec: LaneSpec, trouble: Trouble | null): void;
  /** Makes every list due, because another sign-in may get other answers. */
  signInChanges(): void;
  /** Returns true if a list is due now. */
  isAnyDue(): boolean;
  /** Returns true if a kind is due that is read every minute only because a window shows it. */
  isShownDue(): boolean;
  /** The time until the next step. */
  delayMs(): number;
  /** The time since which all lists that a person looks at are fresh; null if unknown. */
  oldestRead(): number | null;
}

export interface RoundListsOptions {
  cache: CacheStore;
  offers: Offers;
  scope: ScopeStore;
  clock: Clock;
  random: Random;
  pace: () => Pace;
  /** A window in use shows records of this kind, and the service has them. */
  isShown: (resource: ResourceName) => boolean;
}

/**
 * The failure that screens show if something in front of the service, such as a proxy, may have answered. Its code is
 * `server-error`, so the text says to try again later.
 */
const passing = (trouble: Trouble): Failure => ({ ...failureOf(trouble), code: 'server-error' });

/**
 * Returns true if the kind can be read without this list. The contract does not know the list of converted leads
 * (`archive=2`), so a service may refuse it as invalid.
 */
const isWithheld = ({ flag }: LaneSpec, trouble: Trouble): boolean =>
  flag !== 'live' && (isNotPermitted(trouble) || (flag === 'converted' && trouble.kind === 'refused'));

/** The longest time for which something in front of the service, such as a proxy, answers 404 or 403. */
const AWAY_MS = 30 * 60_000;

export const createRoundLists = (options: RoundListsOptions): RoundLists => {
  const { cache, offers, scope, clock, pace, isShown } = options;
  const timetable = createTimetable(options.random);
  const failures = new Map<ResourceName, Failure>();
  const notOffered = new Set<ResourceName>();
  const noPermission = new Set<ResourceName>();
  /**
   * The other lists of a kind that the service does not give to this account, by their keys. A kind without them is
   * not broken: it lacks the records that only they show. They are asked for as often as lists of removed records.
   */
  const withheld = new Set<string>();
  const requested = new Set<ResourceName>();
  /** When a list first got an answer that may come from something in front of the service; epoch ms. */
  const awaySince = new Map<ResourceName, number>();
  /**
   * True after another sign-in until all lists were compared. It may see other records, which update times do not show.
   */
  let isNewSignIn = false;
  const compareAll = (): void => {
    if (!isNewSignIn) return;
    for (const spec of PULL_ORDER.flatMap((resource) => lanesOf(sourceOf(resource))))
      if (spec.flag !== 'removed') cache.setState(censusKey(spec), '0');
    isNewSignIn = false;
  };

  /** Returns true for a list that is always kept fresh, and for a list that was never read to its end. */
  const isNewest = (spec: LaneSpec): boolean =>
    (spec.flag === 'live' && !isReadRarely(spec.resource) && !noPermission.has(spec.resource)) ||
    (!withheld.has(laneKey(spec)) && isUnfinished(readLane(spec, cache.state(laneKey(spec)))));

  /**
   * Returns true if the 404 or 403 may come from something in front of the service, so that it is not believed yet. For
   * an optional route its probes decide. Any other list has to answer like this for `AWAY_MS`.
   */
  const mayPass = (resource: ResourceName, trouble: Trouble): boolean => {
    const { path } = sourceOf(resource);
    if (!mayBeProxy(trouble)) return false;
    if ((OPTIONAL_PATHS as readonly string[]).includes(path)) return offers.offered(path) === true;
    const since = awaySince.get(resource) ?? clock.now();
    awaySince.set(resource, since);
    return !isOver(clock.now(), since, AWAY_MS);
  };

  /** Returns true if the list of live records of this kind could not be read. Its other lists wait until it is read. */
  const isInTrouble = (resource: ResourceName): boolean =>
    failures.has(resource) || notOffered.has(resource) || noPermission.has(resource);

  /** The lists of the timetable. Lists that are not read now are left out: they would stay due and delay the others. */
  const timedLists = (): TimedList[] =>
    PULL_ORDER.filter(
      (resource) => !scope.read().leftOut.has(resource) && offers.offered(sourceOf(resource).path) !== false,
    )
      .flatMap((resource) => lanesOf(sourceOf(resource)))
      .filter(({ flag, resource }) => flag === 'live' || !isInTrouble(resource))
      .map((spec) => ({
        key: laneKey(spec),
        newest: isNewest(spec),
        // After a failure the copy does not count as fresh until the kind is read again.
        rare: sourceOf(spec.resource).rhythm === 'rare' && !failures.has(spec.resource),
        shown: spec.flag === 'live' && !noPermission.has(spec.resource) && isShown(spec.resource),
      }));

  const selectAll = (): Selection => {
    for (const trouble of [failures, notOffered, noPermission]) trouble.clear();
    return { lists: null, requested: new Set() };
  };

  const selectDue = (): Selection => {
    const lists = new Set(timetable.due(timedLists(), pace(), clock.now()));
    const selection = { lists, requested: new Set(requested) };
    for (const resource of requested) lists.add(laneKey({ resource, flag: 'live' }));
    requested.clear();
    for (const resource of PULL_ORDER)
      if (lists.has(laneKey({ resource, flag: 'live' })))
        for (const trouble of [failures, notOffered, noPermission]) trouble.delete(resource);
    return selection;
  };

  return {
    troubles: { failures, notOffered, noPermission },
    request: (resources) => {
      for (const resource of resources) requested.add(resource);
    },
    hasRequests: () => requested.size > 0,
    select: (isWhole) => {
      compareAll();
      return isWhole ? selectAll() : selectDue();
    },
    readable: ({ lists }, flags) =>
      PULL_ORDER.filter((resource) => !scope.read().leftOut.has(resource) && !isInTrouble(resource))
        .flatMap((resource) => lanesOf(sourceOf(resource)))
        .filter((spec) => flags(spec.flag) && (lists === null || lists.has(laneKey(spec)))),
    leaveOutWhatIsNotOffered: () => {
      for (const resource of PULL_ORDER) {
        const { path } = sourceOf(resource);
        if (offers.offered(path) === false)
          (offers.forbidden(path) ? noPermission : notOffered).add(resource);
      }
    },
    noteRead: (spec, trouble) => {
      if (trouble && endsRound(trouble)) return;
      timetable.asked(laneKey(spec), clock.now());
      withheld.delete(laneKey(spec));
      if (trouble === null || !mayBeProxy(trouble)) awaySince.delete(spec.resource);
      if (trouble === null) return;
      if (isWithheld(spec, trouble)) {
        withheld.add(laneKey(spec));
        return;
      }
      const isPassing = mayPass(spec.resource, trouble);
      const isBelieved = spec.flag === 'live' && !isPassing;
      if (isBelieved && trouble.kind === 'not-offered') notOffered.add(spec.resource);
      else if (isBelieved && trouble.kind === 'forbidden') noPermission.add(spec.resource);
      else failures.set(spec.resource, isPassing ? passing(trouble) : failureOf(trouble));
    },
    signInChanges: () => {
      timetable.forget();
      isNewSignIn = true;
    },
    isAnyDue: () => timetable.due(timedLists(), pace(), clock.now()).length > 0,
    isShownDue: () => {
      const shown = timedLists().filter((list) => list.shown && !list.newest);
      return timetable.due(shown, pace(), clock.now()).length > 0;
    },
    delayMs: () => timetable.delayMs(timedLists(), pace(), clock.now()),
    oldestRead: () => timetable.oldest(timedLists()),
  };
};
