/**
 * One opened account: its cache, session, client and pull. Opening reads only the disk, so the last account
 * opens with its data without a network. Two accounts are never open at once.
 */
import type { ReadBack } from '#shared/contract/outbox';
import type { ApiClient } from '../../api/client';
import type { Session } from '../../api/session';
import type { SwitchableTransport } from '../../api/switchable-transport';
import type { Ports } from '../../ports/ports';
import type { Outbox } from '../../outbox/create-outbox';
import type { CacheStore, OverlaidRecords } from '../../store/cache-store';
import { isCopyDamaged } from '../../store/schema/sqlite-errors';
import type { SpareRoom } from '../../store/spare-room';
import { createActivity, type Activity } from '../../statistics/activity';
import type { Connectivity } from '../../sync/rate/connectivity';
import type { Heartbeat } from '../../sync/rate/heartbeat';
import type { Pull } from '../../sync/pull';
import { FRESH_KEY } from '../../sync/round/round';
import { renewWords } from '../../sync/round/renew-words';
import { scopeFile } from '../../sync/scope';
import { createTravel, type Travel } from '../../sync/travel/travel';
import { openConnection, type AccountConnection } from './account-connection';
import { LAST_ANSWERS_MS, lastAnswers, openAccountOutbox, type AccountOutboxOptions } from './account-outbox';
import {
  createRefresh,
  createServiceAnswers,
  openHeartbeat,
  openPull,
  type AccountPullOptions,
} from './account-pull';
import { directoryOf } from '../files/account-file';
import { CACHE, cacheKeyOf, dropCachesAside, hasCacheAside, hasHadCache, SCOPE } from '../files/cache-files';
import { noteNewAccount } from '../files/outbox-note';
import { keepCopiesInStep, outboxKeyOf, type OutboxPlace } from '../files/outbox-files';
import { readAside } from '../files/read-aside';
import { outboxOverlay } from './outbox-overlay';

export interface Workspace {
  readonly profileId: string;
  /** The form of the cache on the disk. */
  readonly cacheProtection: 'encrypted' | 'plain';
  /**
   * The form of the outbox on the disk. `hasCode`: a recovery code can open its key; `plainCopies`: the
   * number of older copies that could not be encrypted.
   */
  outboxProtection(): { state: 'encrypted' | 'plain'; hasCode: boolean; plainCopies: number };
  readonly cache: CacheStore;
  readonly outbox: Outbox;
  /** Adds what outboxes have that were set aside; see `read-aside.ts`. Rejects with disk errors. */
  readBack(code: string): Promise<ReadBack>;
  /** The records that the screens show: the cache with the outbox's pending work. */
  readonly records: OverlaidRecords;
  readonly client: ApiClient;
  readonly session: Session;
  readonly transport: SwitchableTransport;
  readonly connectivity: Connectivity;
  readonly pull: Pull;
  readonly activity: Activity;
  readonly travel: Travel;
  /** Asks the service; true if it answers and the account is signed in. */
  serviceAnswers(): Promise<boolean>;
  /** Ends rounds and sending, waits some seconds for pending answers, closes the databases. */
  close(): Promise<void>;
}

export interface WorkspaceOptions extends AccountPullOptions, AccountOutboxOptions {
  /** The user has just encrypted or decrypted the outbox. */
  reworked: boolean;
  /** `key` is the hex of the cache's key; null: tags only, not secret. */
  openCache: (name: string, key: string | null) => CacheStore;
  spare: SpareRoom;
  /** False if the keychain did not store the sign-in of an earlier opening. It is in memory while Satchel runs. */
  wasSignInKept?: boolean;
  onSignInKept?: (isKept: boolean) => void;
  onSession: () => void;
  /** The service answers again. */
  onReached: () => void;
  /** Removes a notice that is no longer true. */
  withdraw: (code: string) => void;
}

export const openWorkspace = async (options: WorkspaceOptions): Promise<Workspace> => {
  const { ports, profile } = options;
  const { log, files } = ports;
  const directory = directoryOf(profile.id);
  files.ensureDirectory(directory);
  const outboxPlace = { files, keys: ports.outboxKeys, log, directory, accountId: profile.id };
  const { key, outboxKey, isExpected } = await readKeys(ports, outboxPlace);
  // Noted before the cache is made: otherwise, after a kill between the two, the outbox would seem lost.
  if (!isExpected) noteNewAccount(files, directory);
  const cache = options.openCache(`${directory}/${CACHE}`, key);
  const ends: (() => void)[] = [];
  try {
    return await openParts(options, cache, { ends, outboxPlace, outboxKey, isExpected });
  } catch (error) {
    for (const end of ends.toReversed()) end();
    const isDamaged = isCopyDamaged(error) && !cache.isSound();
    cache.close();
    if (!isDamaged) throw error;
    // A table that an account reads while it opens is damaged, and no check has found this before.
    const aside = files.setAside(`${directory}/${CACHE}`);
    log.error('the copy is damaged and is set aside', { account: profile.id, aside, error: String(error) });
    options.notify('cache-damaged', aside);
  }
  return openWorkspace(options);
};

/** Opens everything over the open cache. If the outbox does not open, the account does not open. */
const openParts = async (
  options: WorkspaceOptions,
  cache: CacheStore,
  { ends, outboxPlace, outboxKey, isExpected }: OpeningParts,
): Promise<Workspace> => {
  const { ports, profile } = options;
  const { timers, log, files } = ports;
  const { directory } = outboxPlace;
  const dropOldCopies = createOldCopies(ports, directory, cache);
  dropOldCopies();

  const parts: LateParts = { outbox: null, pull: null, heartbeat: null, travel: null, isClosed: false };
  ends.push(() => {
    parts.isClosed = true;
  });
  const connection = await connect(options, parts, cache);
  const scope = scopeFile(files, `${directory}/${SCOPE}`);
  const pull = openPull(options, {
    cache,
    connection,
    scope,
    travel: () => parts.travel,
    isClosed: () => parts.isClosed,
    dropOldCopies,
  });
  parts.pull = pull;
  const heartbeat = openHeartbeat(options, connection, pull);
  parts.heartbeat = heartbeat;
  const refresh = createRefresh(timers, (resources) => {
    if (!parts.isClosed) pull.refresh(resources);
  });
  const outbox = openAccountOutbox(options, {
    directory,
    key: outboxKey,
    isExpected,
    cache,
    connection,
    pull,
    refreshSoon: refresh.soon,
  });
  parts.outbox = outbox;
  ends.push(
    () => outbox.close(),
    () => outbox.stop(),
    () => refresh.cancel(),
    () => heartbeat.close(),
  );
  // Nothing of the account runs before everything is open.
  heartbeat.start();
  const endRenewal = renewWords({ cache, timers, log, isLow: options.spare.isLow, onState: options.onState });
  ends.push(endRenewal);
  const plainCopies = await keepCopiesInStep(outboxPlace, outboxKey !== null, options.reworked);
  const activity = createActivity({
    cache,
    client: connection.client,
    readLimiter: pull.readLimiter,
    clock: ports.clock,
    closed: () => parts.isClosed,
    onChange: options.onState,
  });
  const records = cache.overlaid(
    outboxOverlay(
      outbox,
      cache,
      {
        serverClock: connection.serverClock,
        now: () => ports.clock.now(),
        selfUserId: options.ownerId,
      },
      (resource) => scope.read().leftOut.has(resource),
    ),
  );
  const travel = createTravel({
    cache,
    pull,
    scope,
    connectivity: connection.connectivity,
    timers,
    log,
    realIdOf: outbox.realIdOf,
    recordOf: (resource, id) => {
      const found = records.get(resource, id);
      return found === null ? null : { title: found.title, removed: found.row.removed };
    },
  });
  parts.travel = travel;
  return {
    profileId: profile.id,
    cacheProtection: files.databaseKind(`${directory}/${CACHE}`) === 'encrypted' ? 'encrypted' : 'plain',
    cache,
    outbox,
    readBack: (code) => readAside({ ...outboxPlace, clock: ports.clock }, outbox, code),
    outboxProtection: () => ({
      state: outboxKey === null ? 'plain' : 'encrypted',
      hasCode: outboxKey !== null && ports.outboxKeys.hasCode(profile.id),
      plainCopies,
    }),
    records,
    client: connection.client,
    session: connection.session,
    transport: connection.transport,
    connectivity: connection.connectivity,
    pull,
    activity,
    travel,
    serviceAnswers: createServiceAnswers(connection, pull, () => parts.isClosed),
    close: async () => {
      parts.isClosed = true;
      endRenewal();
      refresh.cancel();
      heartbeat.close();
      outbox.stop();
      const travelEnded = travel.close();
      await pull.close();
      await travelEnded;
      await Promise.all([lastAnswers(outbox, timers), lastRenewal(connection.session, timers)]);
      connection.rememberOffset();
      outbox.close();
      cache.close();
    },
  };
};

/** Parts that others call but that are made after them; null until they exist. */
interface LateParts {
  outbox: Outbox | null;
  pull: Pull | null;
  heartbeat: Heartbeat | null;
  travel: Travel | null;
  isClosed: boolean;
}

interface OpeningParts extends Omit<AccountKeys, 'key'> {
  /** Ends what was begun, the last first, if the account does not open. */
  ends: (() => void)[];
  outboxPlace: OutboxPlace;
}

interface AccountKeys {
  /** The hex of the cache's key; null: tags only, not secret. */
  key: string | null;
  outboxKey: string | null;
  /** The account was open here before, so its outbox should exist. */
  isExpected: boolean;
}

/** Throws OutboxLockedError or CacheLockedError. */
const readKeys = async (
  { files, databaseKeys, secrets }: Pick<Ports, 'files' | 'databaseKeys' | 'secrets'>,
  outboxPlace: OutboxPlace,
): Promise<AccountKeys> => {
  const { directory, accountId } = outboxPlace;
  // First the outbox, because it cannot be downloaded again: it decides whether the account opens.
  const outboxKey = await outboxKeyOf(outboxPlace);
  const isExpected = hasHadCache(files, directory);
  const key = await cacheKeyOf(
    { files, keys: databaseKeys, directory, accountId },
    secrets.storage === 'keychain',
  );
  return { key, outboxKey, isExpected };
};

/** Returns a function that deletes the caches that were set aside, once a new copy is complete. */
const createOldCopies = (ports: Ports, directory: string, cache: Pick<CacheStore, 'state'>): (() => void) => {
  let hasOldCopies = hasCacheAside(ports, directory);
  return () => {
    if (!hasOldCopies || cache.state(FRESH_KEY) === null) return;
    hasOldCopies = false;
    dropCachesAside(ports, directory);
  };
};

const connect = (
  options: WorkspaceOptions,
  parts: LateParts,
  cache: CacheStore,
): Promise<AccountConnection> =>
  openConnection({
    ports: options.ports,
    profile: options.profile,
    throttle: options.throttle,
    cache,
    isClosed: () => parts.isClosed,
    onSession: (session) => {
      if (session.state() === 'signed-in') signedIn(parts);
      options.onSession();
    },
    wasKept: options.wasSignInKept ?? true,
    onKept: (isKept) => {
      options.onSignInKept?.(isKept);
      if (isKept) options.withdraw('sign-in-not-kept');
      else options.notify('sign-in-not-kept', '');
    },
    // The queue is checked again.
    onReached: () => {
      parts.outbox?.reconnected();
      parts.travel?.reached();
      options.onReached();
    },
    onConnectivity: () => {
      parts.heartbeat?.changed();
      options.onState();
    },
  });

/** The account is signed in again, by the user or by a later renewal: what waited for it continues. */
const signedIn = ({ outbox, pull, isClosed }: LateParts): void => {
  if (isClosed) return;
  outbox?.kick();
  pull?.signedIn();
};

/** A renewal in progress may replace the refresh token, so its answer is awaited, but not for ever. */
const lastRenewal = (session: Session, timers: Ports['timers']): Promise<void> =>
  new Promise((resolve) => {
    const cancel = timers.after(LAST_ANSWERS_MS, resolve);
    void session.close().finally(() => {
      cancel();
      resolve();
    });
  });
