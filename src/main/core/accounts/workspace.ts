/**
 * One opened account: its cache, session, client and pull. Opening reads only the disk, so the last account
 * opens with its data without a network. Two accounts are never open at once.
 */
import type { ResourceName } from '#shared/domain/resources';
import { WAREHOUSE_LIST_PATH } from '#shared/http-api/lookups';
import type { Outcome, Trouble } from '../api/classify-read';
import { createApiClient, type ApiClient } from '../api/client';
import { createOAuth } from '../api/oauth';
import { createServerClock } from '../api/server-clock';
import { createSession, type Session } from '../api/session';
import { switchable, type SwitchableTransport } from '../api/switchable-transport';
import { withThrottle, type Throttle } from '../api/throttle';
import type { Ports } from '../ports/ports';
import type { Outbox } from '../outbox/create-outbox';
import { createOfferProbe, gatewayOver } from '../outbox/delivery/outbox-gateway';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { CacheStore, OverlaidRecords } from '../store/cache-store';
import type { SpareRoom } from '../store/spare-room';
import { createActivity, type Activity } from '../statistics/activity';
import type { AttentionBook } from '../sync/attention';
import { createConnectivity, type Connectivity } from '../sync/connectivity';
import { createHeartbeat, type Heartbeat } from '../sync/heartbeat';
import { createPull, type Pull, type PullOptions } from '../sync/pull';
import { FRESH_KEY } from '../sync/round';
import { renewWords } from '../sync/renew-words';
import { scopeFile } from '../sync/scope';
import { createTravel, type Travel } from '../sync/travel';
import { NOTHING_PINNED } from '../sync/travel-check';
import type { Profile } from './account-file';
import { CACHE, cacheKeyOf, dropCachesAside, hasCacheAside } from './cache-files';
import { DEMO_CREDENTIALS } from './demo-account';
import { openOutbox } from './open-outbox';
import { journalKeyOf, keepCopiesInStep, OUTBOX, outboxKeyOf } from './outbox-files';
import { outboxOverlay } from './outbox-overlay';

export interface Workspace {
  readonly profileId: string;
  /** The form of the cache on the disk. */
  readonly cacheProtection: 'encrypted' | 'plain';
  /**
   * The form of the outbox on the disk. `hasCode`: a recovery code can open its key; `plainCopies`: the
   * number of older copies that are too damaged to be encrypted.
   */
  outboxProtection(): { state: 'encrypted' | 'plain'; hasCode: boolean; plainCopies: number };
  readonly cache: CacheStore;
  readonly outbox: Outbox;
  /** What the screens read: the cache with the outbox's pending work over it. */
  readonly records: OverlaidRecords;
  readonly client: ApiClient;
  readonly session: Session;
  readonly transport: SwitchableTransport;
  readonly connectivity: Connectivity;
  readonly pull: Pull;
  readonly activity: Activity;
  readonly travel: Travel;
  /** Ends rounds and sending, waits some seconds for pending answers, closes the databases. */
  close(): Promise<void>;
}

export interface WorkspaceOptions {
  ports: Ports;
  profile: Profile;
  /** The user has just encrypted or decrypted the outbox. */
  reworked: boolean;
  /** `key` is the hex of the cache's key; null leaves it plain. */
  openCache: (name: string, key: string | null) => CacheStore;
  ownerId: () => string | null;
  /** The rate limit of the account; it outlives the workspace. */
  throttle: Throttle;
  /** How long a saved item waits before it is sent, unless the user chose a time. */
  undoSeconds?: number;
  /** The reserve file for unsent work. */
  spare: SpareRoom;
  /** Whether a window is in use; the timetable of the pull depends on it. */
  attention: Pick<AttentionBook, 'inUse'>;
  pull?: Partial<
    Pick<
      PullOptions,
      | 'rounds'
      | 'pace'
      | 'censusMs'
      | 'recheckMs'
      | 'detailBudget'
      | 'concurrency'
      | 'limits'
      | 'requestsPerMinute'
    >
  >;
  /** The copy of the records turned out to be damaged. */
  onDamage: () => void;
  onState: () => void;
  onSession: () => void;
  onRecords: (resource: ResourceName) => void;
  onLookups: () => void;
  /** Something in the outbox changed; null when it may concern every resource. */
  onOutbox: (resource: ResourceName | null) => void;
  notify: (code: string, detail: string) => void;
}

export const directoryOf = (profileId: string): string => `accounts/${profileId}`;
const OFFSET_KEY = 'server-offset';
/**
 * A push in progress at closing may still get its answer in this time. Otherwise it is in doubt, and
 * read-back settles it.
 */
const LAST_ANSWERS_MS = 4_000;
const REFRESH_AFTER_MS = 400;
const PROBE_TIMEOUT_MS = 5_000;

export const openWorkspace = async (options: WorkspaceOptions): Promise<Workspace> => {
  const { ports, profile } = options;
  const { clock, timers, random, log, secrets, files } = ports;
  const directory = directoryOf(profile.id);
  files.ensureDirectory(directory);
  const outboxPlace = { files, keys: ports.outboxKeys, log, directory, accountId: profile.id };
  // First the outbox, because it cannot be downloaded again: it decides whether the account opens.
  const databaseKey = await outboxKeyOf(outboxPlace);
  const journalKey = await journalKeyOf(outboxPlace, databaseKey);
  // Encrypted content is not restored as plain text.
  const isGone = files.databaseKind(`${directory}/${OUTBOX}`) === 'absent';
  const outboxKey = databaseKey ?? (isGone ? journalKey : null);
  const isExpected = files.exists(`${directory}/${CACHE}`);
  const key = await cacheKeyOf(
    { files, keys: ports.databaseKeys, directory, accountId: profile.id },
    secrets.storage === 'keychain',
  );
  const cache = options.openCache(`${directory}/${CACHE}`, key);
  let oldCopies = hasCacheAside(ports, directory);
  const dropOldCopies = (): void => {
    if (!oldCopies || cache.state(FRESH_KEY) === null) return;
    oldCopies = false;
    dropCachesAside(ports, directory);
  };
  dropOldCopies();
  let closed = false;
  const { throttle } = options;
  const transport = switchable(
    withThrottle(ports.transport({ baseUrl: profile.baseUrl, demo: profile.demo }), throttle, clock),
  );
  const oauth = createOAuth({ baseUrl: profile.baseUrl, transport, now: () => clock.now() });
  let outbox: Outbox | null = null;
  let heartbeat: Heartbeat | null = null;
  let travel: Travel | null = null;
  const session = createSession({
    accountId: profile.id,
    secrets,
    oauth,
    log,
    onChange: () => {
      if (session.state() === 'signed-in') outbox?.kick();
      options.onSession();
    },
    onNotKept: () => options.notify('sign-in-not-kept', ''),
    ...(profile.demo ? { fallback: DEMO_CREDENTIALS } : {}),
  });
  await session.restore();
  let reached = false;
  // When the service answers again, the queue is checked again.
  const connectivity = createConnectivity(clock, () => {
    const { connectivity: now } = connectivity.state();
    if (now === 'online' && !reached && !closed) {
      rememberOffset();
      outbox?.reconnected();
      travel?.reached();
    }
    reached = now === 'online';
    heartbeat?.changed();
    options.onState();
  });
  const remembered = cache.state(OFFSET_KEY);
  const serverClock = createServerClock(remembered === null ? null : Number(remembered));
  /** Stores the offset for a start without a connection, also after a kill. */
  const rememberOffset = (): void => {
    const offset = serverClock.offsetMs();
    if (offset === null) return;
    try {
      cache.setState(OFFSET_KEY, String(offset));
    } catch (error) {
      log.warn('the service’s clock is not remembered', { error: String(error) });
    }
  };
  const client = createApiClient({
    baseUrl: profile.baseUrl,
    headerStyle: profile.headerStyle,
    transport,
    session,
    clock,
    serverClock,
    onOutcome: (outcome) => connectivity.onOutcome(outcome),
  });
  const scope = scopeFile(files, `${directory}/scope.json`);
  const pull = createPull({
    cache,
    client,
    connectivity,
    clock,
    timers,
    random,
    log,
    ownerId: options.ownerId,
    scope,
    attention: options.attention,
    // The demo's service is in this process.
    ...(profile.demo ? { requestsPerMinute: Number.POSITIVE_INFINITY } : {}),
    ...options.pull,
    pinned: async () => {
      try {
        return (await travel?.pinned()) ?? NOTHING_PINNED;
      } catch (cause) {
        // Closed while it was checked.
        if (closed) return NOTHING_PINNED;
        throw cause;
      }
    },
    isLow: options.spare.isLow,
    throttle,
    onDamage: options.onDamage,
    onRecords: options.onRecords,
    onLookups: options.onLookups,
    onState: () => {
      if (!closed) dropOldCopies();
      options.onState();
    },
  });
  const alive = createHeartbeat({
    clock,
    timers,
    connectivity,
    random,
    awake: options.attention.inUse,
    onBack: () => pull.resume(),
    probe: () =>
      pull.readLimiter.run(
        async () => asAnswer(await client.read(WAREHOUSE_LIST_PATH, {}, PROBE_TIMEOUT_MS)),
        true,
      ),
  });
  heartbeat = alive;
  // A delivered change is shown from the outbox until the pull has read its list. Reading the list soon
  // shortens that time.
  const delivered = new Set<ResourceName>();
  let cancelRefresh: (() => void) | null = null;
  const refreshSoon = (resource: ResourceName): void => {
    delivered.add(resource);
    cancelRefresh ??= timers.after(REFRESH_AFTER_MS, () => {
      cancelRefresh = null;
      if (!closed) pull.refresh([...delivered]);
      delivered.clear();
    });
  };
  const openedOutbox = orCloseCache(cache, () =>
    openOutbox({
      files,
      directory,
      key: outboxKey,
      journalKey,
      isExpected,
      accountId: profile.id,
      spare: options.spare,
      clock,
      timers,
      random,
      log,
      notify: options.notify,
      gateway: gatewayOver(
        client,
        session,
        createOfferProbe(
          (path, query) => client.read(path, query),
          () => clock.now(),
        ),
        () => throttle.until(),
      ),
      selfUserId: options.ownerId,
      settings: { reviewFirst: !profile.demo, undoSeconds: options.undoSeconds ?? 0 },
      onChange: (id) => {
        const intent = id === null ? null : (outbox?.store.get(id) ?? null);
        if (intent?.state === 'applied') refreshSoon(RESOURCE_OF_KIND[intent.kind]);
        options.onOutbox(intent && RESOURCE_OF_KIND[intent.kind]);
      },
    }),
  );
  outbox = openedOutbox;
  // Nothing of the account runs before everything is open.
  alive.start();
  const endRenewal = renewWords({ cache, timers, log, isLow: options.spare.isLow, onState: options.onState });
  const plainCopies = await keepCopiesInStep(outboxPlace, outboxKey !== null, options.reworked);
  const activity = createActivity({
    cache,
    client,
    readLimiter: pull.readLimiter,
    clock,
    closed: () => closed,
    onChange: options.onState,
  });
  const records = cache.overlaid(
    outboxOverlay(openedOutbox, cache, serverClock, (resource) => scope.read().leftOut.has(resource)),
  );
  const openedTravel = createTravel({
    cache,
    pull,
    scope,
    connectivity,
    timers,
    log,
    realIdOf: openedOutbox.realIdOf,
    titleOf: (resource, id) => records.get(resource, id)?.title ?? null,
  });
  travel = openedTravel;
  return {
    profileId: profile.id,
    cacheProtection: files.databaseKind(`${directory}/${CACHE}`) === 'encrypted' ? 'encrypted' : 'plain',
    cache,
    outbox: openedOutbox,
    outboxProtection: () => ({
      state: outboxKey === null ? 'plain' : 'encrypted',
      hasCode: ports.outboxKeys.hasCode(profile.id),
      plainCopies,
    }),
    records,
    client,
    session,
    transport,
    connectivity,
    pull,
    activity,
    travel: openedTravel,
    close: async () => {
      closed = true;
      endRenewal();
      cancelRefresh?.();
      alive.close();
      openedOutbox.stop();
      const travelEnded = openedTravel.close();
      await pull.close();
      await travelEnded;
      await lastAnswers(openedOutbox, timers);
      rememberOffset();
      openedOutbox.close();
      cache.close();
    },
  };
};

const asAnswer = (outcome: Outcome): { ok: true } | { ok: false; trouble: Trouble } =>
  outcome.kind === 'ok' ? { ok: true } : { ok: false, trouble: outcome };

const lastAnswers = async (outbox: Outbox, timers: Ports['timers']): Promise<void> => {
  for (let waited = 0; outbox.busy() > 0 && waited < LAST_ANSWERS_MS; waited += 50)
    await new Promise<void>((resolve) => {
      timers.after(50, resolve);
    });
};

/** If the outbox does not open, the account does not open: its unsent work would be invisible. */
const orCloseCache = <T>(cache: CacheStore, open: () => T): T => {
  try {
    return open();
  } catch (error) {
    cache.close();
    throw error;
  }
};
