/** The pull of one account, the check of its connection, and the early read after a delivery. */
import type { ResourceName } from '#shared/domain/resources';
import { WAREHOUSE_LIST_PATH } from '#shared/http-api/lookups';
import type { Outcome, Trouble } from '../../api/classify-read';
import type { Throttle } from '../../api/throttle';
import type { Ports } from '../../ports/ports';
import type { CacheStore } from '../../store/cache-store';
import type { SpareRoom } from '../../store/spare-room';
import type { AttentionBook } from '../../sync/rate/attention';
import { createHeartbeat, type Heartbeat } from '../../sync/rate/heartbeat';
import { createPull, type Pull, type PullOptions } from '../../sync/pull';
import type { ScopeStore } from '../../sync/scope';
import type { Travel } from '../../sync/travel/travel';
import { NOTHING_PINNED } from '../../sync/travel/travel-check';
import type { AccountConnection } from './account-connection';
import type { Profile } from '../files/account-file';

export interface AccountPullOptions {
  ports: Ports;
  profile: Profile;
  ownerId: () => string | null;
  /** The rate limit of the account; it outlives the workspace. */
  throttle: Throttle;
  spare: Pick<SpareRoom, 'isLow'>;
  /** Whether a window is in use, and what it shows; the timetable of the pull depends on it. */
  attention: Pick<AttentionBook, 'inUse' | 'isShown'>;
  pull?: Partial<
    Pick<
      PullOptions,
      | 'rounds'
      | 'pace'
      | 'censusMs'
      | 'recheckMs'
      | 'rereadMs'
      | 'detailBudget'
      | 'concurrency'
      | 'limits'
      | 'requestsPerMinute'
    >
  >;
  /** The copy of the records turned out to be damaged. */
  onDamage: () => void;
  onState: () => void;
  onRecords: (resource: ResourceName) => void;
  onLookups: () => void;
}

const REFRESH_AFTER_MS = 400;
const PROBE_TIMEOUT_MS = 5_000;

export interface PullParts {
  cache: CacheStore;
  connection: AccountConnection;
  scope: ScopeStore;
  /** Null until it exists. */
  travel: () => Pick<Travel, 'pinned'> | null;
  isClosed: () => boolean;
  dropOldCopies: () => void;
}

export const openPull = (
  options: AccountPullOptions,
  { cache, connection, scope, travel, isClosed, dropOldCopies }: PullParts,
): Pull => {
  const { clock, timers, random, log } = options.ports;
  return createPull({
    cache,
    client: connection.client,
    connectivity: connection.connectivity,
    isSignedIn: () => connection.session.state() === 'signed-in',
    mayRecover: () => connection.session.mayRecover(),
    clock,
    timers,
    random,
    log,
    ownerId: options.ownerId,
    scope,
    attention: options.attention,
    // The demo's service is in this process.
    ...(options.profile.demo ? { requestsPerMinute: Number.POSITIVE_INFINITY } : {}),
    ...options.pull,
    pinned: async () => {
      try {
        return (await travel()?.pinned()) ?? NOTHING_PINNED;
      } catch (cause) {
        // Closed while it was checked.
        if (isClosed()) return NOTHING_PINNED;
        throw cause;
      }
    },
    isLow: options.spare.isLow,
    throttle: options.throttle,
    onDamage: options.onDamage,
    onRecords: options.onRecords,
    onLookups: options.onLookups,
    onState: () => {
      if (!isClosed()) dropOldCopies();
      options.onState();
    },
  });
};

/**
 * Returns a function that makes one small read; `connectivity` gets its outcome. If the service asked for a
 * wait of more than `patienceMs`, nothing is sent.
 */
const createProbe =
  ({ client }: Pick<AccountConnection, 'client'>, pull: Pick<Pull, 'readLimiter'>, patienceMs?: number) =>
  (): Promise<{ ok: true } | { ok: false; trouble: Trouble }> =>
    pull.readLimiter.run(
      async () => asAnswer(await client.read(WAREHOUSE_LIST_PATH, {}, { timeoutMs: PROBE_TIMEOUT_MS })),
      true,
      patienceMs,
    );

/** Answers to an account that may not read the list of the probe. They prove that the service answers. */
const ANSWERS: ReadonlySet<Trouble['kind']> = new Set(['refused', 'forbidden', 'not-offered']);

/** Returns a function that asks the service; true if it answers and the account is signed in. */
export const createServiceAnswers = (
  connection: Pick<AccountConnection, 'client' | 'session'>,
  pull: Pick<Pull, 'readLimiter'>,
  isClosed: () => boolean,
): (() => Promise<boolean>) => {
  const probe = createProbe(connection, pull, PROBE_TIMEOUT_MS);
  const isSignedIn = (): boolean => !isClosed() && connection.session.state() === 'signed-in';
  return async () => {
    if (!isSignedIn()) return false;
    const answer = await probe();
    return (answer.ok || ANSWERS.has(answer.trouble.kind)) && isSignedIn();
  };
};

export const openHeartbeat = (
  { ports, attention }: Pick<AccountPullOptions, 'ports' | 'attention'>,
  connection: AccountConnection,
  pull: Pull,
): Heartbeat =>
  createHeartbeat({
    clock: ports.clock,
    timers: ports.timers,
    connectivity: connection.connectivity,
    random: ports.random,
    awake: attention.inUse,
    onBack: () => pull.resume(),
    probe: createProbe(connection, pull),
  });

export interface Refresh {
  soon(resource: ResourceName): void;
  cancel(): void;
}

/**
 * Reads the list of a delivered change soon. Until the pull has read it, the change is shown from the outbox.
 */
export const createRefresh = (
  timers: Ports['timers'],
  refresh: (resources: readonly ResourceName[]) => void,
): Refresh => {
  const delivered = new Set<ResourceName>();
  let cancel: (() => void) | null = null;
  return {
    soon: (resource) => {
      delivered.add(resource);
      cancel ??= timers.after(REFRESH_AFTER_MS, () => {
        cancel = null;
        refresh([...delivered]);
        delivered.clear();
      });
    },
    cancel: () => cancel?.(),
  };
};

const asAnswer = (outcome: Outcome): { ok: true } | { ok: false; trouble: Trouble } =>
  outcome.kind === 'ok' ? { ok: true } : { ok: false, trouble: outcome };
