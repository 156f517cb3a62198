/**
 * The connection of one account to its service: transport, sign-in, connectivity, the service's clock, and the
 * client that uses them. Opening it reads only the disk.
 */
import { createApiClient, type ApiClient } from '../../api/client';
import { createOAuth } from '../../api/oauth';
import { createServerClock, type ServerClock } from '../../api/server-clock';
import { createSession, type Session } from '../../api/session';
import { switchable, type SwitchableTransport } from '../../api/switchable-transport';
import { withThrottle, type Throttle } from '../../api/throttle';
import type { Ports } from '../../ports/ports';
import type { CacheStore } from '../../store/cache-store';
import { createConnectivity, type Connectivity } from '../../sync/rate/connectivity';
import type { Profile } from '../files/account-file';
import { DEMO_CREDENTIALS } from '../demo-account';

export interface AccountConnection {
  readonly transport: SwitchableTransport;
  readonly session: Session;
  readonly connectivity: Connectivity;
  readonly serverClock: ServerClock;
  readonly client: ApiClient;
  /** Stores the offset of the service's clock for a start without a connection, also after a kill. */
  rememberOffset(): void;
}

export interface AccountConnectionOptions {
  ports: Pick<Ports, 'transport' | 'clock' | 'log' | 'secrets'>;
  profile: Profile;
  throttle: Throttle;
  cache: Pick<CacheStore, 'state' | 'setState'>;
  isClosed: () => boolean;
  onSession: (session: Session) => void;
  /** False if the keychain did not store the token of an earlier opening. True by default. */
  wasKept?: boolean;
  /** A new token was stored, or could not be. */
  onKept: (isKept: boolean) => void;
  /** The service answers again. */
  onReached: () => void;
  onConnectivity: () => void;
}

const OFFSET_KEY = 'server-offset';
/** When the offset was learnt. */
const OFFSET_AT_KEY = 'server-offset-at';

export const openConnection = async (options: AccountConnectionOptions): Promise<AccountConnection> => {
  const { ports, profile, throttle, cache } = options;
  const { clock, log, secrets } = ports;
  const transport = switchable(
    withThrottle(ports.transport({ baseUrl: profile.baseUrl, demo: profile.demo }), throttle, clock),
  );
  const session = createSession({
    accountId: profile.id,
    now: () => clock.now(),
    secrets,
    oauth: createOAuth({ baseUrl: profile.baseUrl, transport, now: () => clock.now() }),
    log,
    onChange: () => options.onSession(session),
    wasKept: options.wasKept ?? true,
    onKept: options.onKept,
    ...(profile.demo ? { fallback: DEMO_CREDENTIALS } : {}),
  });
  await session.restore();

  const numberOf = (key: string): number | null => {
    const text = cache.state(key);
    return text === null ? null : Number(text);
  };
  const serverClock = createServerClock(numberOf(OFFSET_KEY), numberOf(OFFSET_AT_KEY));
  const rememberOffset = (): void => {
    const learnt = serverClock.learnt();
    if (learnt === null) return;
    try {
      cache.setState(OFFSET_KEY, String(learnt.offsetMs));
      if (learnt.learntAt !== null) cache.setState(OFFSET_AT_KEY, String(learnt.learntAt));
    } catch (error) {
      log.warn('the service’s clock is not remembered', { error: String(error) });
    }
  };

  let isReached = false;
  const connectivity = createConnectivity(clock, () => {
    const isOnline = connectivity.state().connectivity === 'online';
    if (isOnline && !isReached && !options.isClosed()) {
      rememberOffset();
      options.onReached();
    }
    isReached = isOnline;
    options.onConnectivity();
  });
  const client = createApiClient({
    baseUrl: profile.baseUrl,
    headerStyle: profile.headerStyle,
    transport,
    session,
    clock,
    serverClock,
    onOutcome: (outcome) => {
      connectivity.onOutcome(outcome);
      // A round would report this too, but without a sign-in no round begins by itself.
      const isRefused = outcome.kind === 'unauthorized' || outcome.kind === 'oauth-error';
      if (isRefused && session.state() !== 'signed-in') connectivity.signInNeeded();
    },
  });
  return { transport, session, connectivity, serverClock, client, rememberOffset };
};
