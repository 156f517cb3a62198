/**
 * Gets an account ready to travel: keeps what a person takes along, checks it, and downloads what is missing
 * as requests that a person waits for.
 *
 *   pin → check (disk alone) → prepare: lists up to date, then details, two at a time → check again
 *   cut off (offline, sign-in) → goes on when the service answers again, until it is stopped
 *
 * The choice is stored beside the cache (`scope.ts`). The pull reads the details of pinned records before all
 * others, so the download continues after a restart without a new request.
 */
import type { TravelPin, TravelState } from '#shared/contract/travel';
import { isLocalRef } from '#shared/domain/intent';
import { MOST_TRAVEL_RECORDS, travelKeyOf } from '#shared/domain/travel';
import type { ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import type { Log, Timers } from '../../ports/ports';
import type { CacheStore } from '../../store/cache-store';
import type { Connectivity } from '../rate/connectivity';
import { type PullSource, sourceOf } from '../lane/lanes';
import type { Pull } from '../pull';
import type { ScopeStore } from '../scope';
import { checkTravel, NOTHING_PINNED, type TravelCheck, type TravelCheckOptions } from './travel-check';
import { travelState } from './travel-state';
import { endsRound } from '../round/trouble';
import { createTurns } from '../rate/turns';

export interface TravelOptions {
  cache: CacheStore;
  pull: Pick<Pull, 'details' | 'offers' | 'round' | 'state'>;
  scope: ScopeStore;
  connectivity: Pick<Connectivity, 'state'>;
  timers: Timers;
  log: Log;
  realIdOf: (id: string) => string | null;
  recordOf: TravelCheckOptions['recordOf'];
}

export interface Travel {
  /** Checks everything that is pinned. Rejects with `no-account` once the account is closed. */
  state(): Promise<TravelState>;
  keys(): string[];
  /** Returns false if there would be too many pins. */
  pin(pins: readonly TravelPin[]): boolean;
  /** Null removes all. */
  unpin(keys: readonly string[] | null): void;
  prepare(): void;
  stop(): void;
  /** The service answers again. */
  reached(): void;
  /** For the pull: the records that are taken along, and those of them without details. */
  pinned(): Promise<TravelCheck>;
  close(): Promise<void>;
}

/** Few at once, so that a record that is opened meanwhile is read soon. */
const AT_ONCE = 2;
const TRIES = 3;
const LOOK_AGAIN_MS = 2_000;
/**
 * Details that are still wanted after a read are read again after this time. A record that changed in the
 * second of the answer is such a case (PL30), so it is more than a second.
 */
const READ_AGAIN_MS = 1_200;

/** The id of a record that the service has not created yet, at the end of the key of a pin. */
const LOCAL_ID = /(?<=~)local:.+$/;

/** Returns true if details are downloaded before a person opens the record. */
const isDownloaded = ({ detail }: PullSource): boolean => detail !== null && detail.onOpenOnly !== true;

type Wanted = readonly [resource: ResourceName, id: string];
type End = 'done' | 'cut-off' | 'stopped';

export const createTravel = (options: TravelOptions): Travel => {
  const { cache, pull, scope, timers, log } = options;
  const turns = createTurns(timers);
  let [closed, stopped] = [false, false];
  /** The user began again while a stopped download was waiting for its last answers. */
  let isWantedAgain = false;
  let progress: TravelState['running'] = null;
  let running: Promise<void> | null = null;
  /** The download was cut off and continues when the service answers again. */
  let isCutOff = false;
  let wake: () => void = () => undefined;

  const turn = async (): Promise<void> => {
    await turns.take();
    if (closed) throw new AppError('no-account', 'the account is closed');
  };

  const withheld = (resource: ResourceName, part: 'records' | 'details') => {
    const { path, detail } = sourceOf(resource);
    const route = part === 'records' ? path : detail?.path;
    if (route === undefined || pull.offers.offered(route) !== false) return null;
    return pull.offers.forbidden(route) ? 'no-permission' : 'not-offered';
  };
  const hasDetails = (resource: ResourceName): boolean =>
    isDownloaded(sourceOf(resource)) && pull.details.offered(resource) !== false;

  /** A record that was delivered since has its real id. */
  const delivered = (pin: TravelPin): TravelPin =>
    pin.kind === 'record' ? { ...pin, id: options.realIdOf(pin.id) ?? pin.id } : pin;

  /** The stored choice, each record once: it may have been added by its local id and by its real id. */
  const pinned = (): TravelPin[] => [
    ...new Map(
      scope
        .read()
        .pins.map(delivered)
        .map((pin) => [travelKeyOf(pin), pin]),
    ).values(),
  ];

  /** A new record whose item was discarded. Travel does not list it, so the user cannot remove it. */
  const isDiscarded = (pin: TravelPin): boolean =>
    pin.kind === 'record' && isLocalRef(pin.id) && options.recordOf(pin.resource, pin.id) === null;

  const check = (): Promise<TravelCheck> => {
    const pins = pinned();
    return pins.length === 0
      ? Promise.resolve(NOTHING_PINNED)
      : checkTravel(pins, { cache, hasDetails, recordOf: options.recordOf, turn });
  };

  const wantedOf = async (tries: ReadonlyMap<string, number>): Promise<Wanted[]> => {
    const { wanting } = await check();
    return [...wanting].flatMap(([resource, ids]) =>
      [...ids]
        .filter(
          (id) => !pull.details.isRefused(resource, id) && (tries.get(`${resource} ${id}`) ?? 0) < TRIES,
        )
        .map((id) => [resource, id] as const),
    );
  };

  /** Returns false if the service cannot be reached. */
  const fetchAll = async (wanted: readonly Wanted[], tries: Map<string, number>): Promise<boolean> => {
    const queue = wanted.values();
    let isReached = true;
    const fetchNext = async (): Promise<void> => {
      for (const [resource, id] of queue) {
        if (closed || stopped || !isReached) return;
        const { trouble } = await pull.details.fetchOne(resource, id);
        const key = `${resource} ${id}`;
        tries.set(key, (tries.get(key) ?? 0) + 1);
        if (trouble !== null && trouble.kind !== 'rate-limited' && endsRound(trouble)) isReached = false;
        if (progress !== null && trouble === null) progress = { ...progress, done: progress.done + 1 };
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
    return isReached;
  };

  /** Waits until the time is over, the download is stopped, or `until` resolves. */
  const pause = (delayMs: number, until?: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(delayMs, resolve);
      wake = () => {
        cancel();
        resolve();
      };
      void until?.then(wake);
    });

  const download = async (): Promise<End> => {
    const tries = new Map<string, number>();
    let areListsRead = false;
    const lists = pull.round().then(() => {
      areListsRead = true;
    });
    for (;;) {
      // The check includes all records that the lists have brought so far.
      const wasRead = areListsRead;
      const wanted = await wantedOf(tries);
      if (closed || stopped) return 'stopped';
      const done = progress?.done ?? 0;
      progress = { done, total: done + wanted.length };
      if (wanted.length > 0) {
        if (wanted.every(([resource, id]) => tries.has(`${resource} ${id}`))) await pause(READ_AGAIN_MS);
        if (!(await fetchAll(wanted, tries))) return 'cut-off';
      } else if (wasRead) return isUnreached() ? 'cut-off' : 'done';
      else await pause(LOOK_AGAIN_MS, lists);
    }
  };
  const isUnreached = (): boolean => {
    const { connectivity } = options.connectivity.state();
    return connectivity === 'offline' || connectivity === 'sign-in';
  };

  const prepare = (): void => {
    if (closed || scope.read().pins.length === 0) return;
    if (running !== null) {
      if (!stopped) return;
      [isWantedAgain, progress] = [true, { done: 0, total: 0 }];
      return;
    }
    [stopped, isCutOff, isWantedAgain, progress] = [false, false, false, { done: 0, total: 0 }];
    running = download()
      .then((end) => {
        isCutOff = end === 'cut-off';
        log.info('travel download ended', { end, ...progress });
      })
      .catch((cause: unknown) => {
        if (!closed) log.error('travel download failed', { cause: String(cause) });
      })
      .then(() => {
        [running, progress] = [null, null];
        if (isWantedAgain) prepare();
      });
  };

  const write = (pins: readonly TravelPin[]): void => scope.write({ ...scope.read(), pins });

  return {
    state: async () =>
      travelState({
        check: await check(),
        ...pull.state(),
        running: progress,
        withheld,
        isRefused: pull.details.isRefused,
      }),
    keys: () => pinned().map(travelKeyOf),
    pin: (added) => {
      const pins = new Map(pinned().map((pin) => [travelKeyOf(pin), pin]));
      for (const pin of added.map(delivered)) pins.set(travelKeyOf(pin), pin);
      // Records that were discarded are kept while there is room, because a discard can be undone.
      const kept = [...pins.values()];
      const fitting = kept.length > MOST_TRAVEL_RECORDS ? kept.filter((pin) => !isDiscarded(pin)) : kept;
      if (fitting.length > MOST_TRAVEL_RECORDS) return false;
      write(fitting);
      return true;
    },
    unpin: (keys) => {
      if (keys === null) return write([]);
      // A window that does not know of the delivery yet names the record by its local id.
      const removed = keys.map((key) => key.replace(LOCAL_ID, (id) => options.realIdOf(id) ?? id));
      write(pinned().filter((pin) => !removed.includes(travelKeyOf(pin))));
    },
    prepare,
    stop: () => {
      [stopped, isCutOff, isWantedAgain, progress] = [true, false, false, null];
      wake();
    },
    reached: () => {
      if (isCutOff) prepare();
    },
    pinned: check,
    close: async () => {
      closed = true;
      turns.open();
      wake();
      await running;
    },
  };
};
