/**
 * One opened account: its cache, its session, its client and its pull. Opening reads the disk only, so the last account
 * is there with its data whether or not there is a network. Two accounts are never open at once.
 */
import type { ResourceName } from '#shared/domain/resources';
import { createApiClient, type ApiClient } from '../api/client';
import { createOAuth } from '../api/oauth';
import { createServerClock } from '../api/server-clock';
import { createSession, type Session } from '../api/session';
import { switchable, type SwitchableTransport } from '../api/switchable-transport';
import type { Ports } from '../ports/ports';
import type { CacheStore } from '../store/cache-store';
import { createActivity, type Activity } from '../sync/activity';
import { createConnectivity, type Connectivity } from '../sync/connectivity';
import { createPull, type Pull, type PullOptions } from '../sync/pull';
import type { Profile } from './account-file';
import { DEMO_CREDENTIALS } from './demo-account';

export interface Workspace {
  readonly profileId: string;
  readonly cache: CacheStore;
  readonly client: ApiClient;
  readonly session: Session;
  readonly transport: SwitchableTransport;
  readonly connectivity: Connectivity;
  readonly pull: Pull;
  readonly activity: Activity;
  close(): Promise<void>;
}

export interface WorkspaceOptions {
  ports: Ports;
  profile: Profile;
  openCache: (directory: string) => CacheStore;
  ownerId: () => string | null;
  pull?: Partial<Pick<PullOptions, 'roundMs' | 'censusMs' | 'recheckMs' | 'detailBudget' | 'concurrency' | 'limits'>>;
  onState: () => void;
  onSession: () => void;
  onRecords: (resource: ResourceName) => void;
  onLookups: () => void;
}

export const directoryOf = (profileId: string): string => `accounts/${profileId}`;
const OFFSET_KEY = 'server-offset';

export const openWorkspace = async (options: WorkspaceOptions): Promise<Workspace> => {
  const { ports, profile } = options;
  const { clock, timers, random, log, secrets } = ports;
  ports.files.ensureDirectory(directoryOf(profile.id));
  const cache = options.openCache(directoryOf(profile.id));
  const transport = switchable(ports.transport({ baseUrl: profile.baseUrl, demo: profile.demo }));
  const oauth = createOAuth({ baseUrl: profile.baseUrl, transport, now: () => clock.now() });
  const session = createSession({ accountId: profile.id, secrets, oauth, log, onChange: options.onSession, ...(profile.demo ? { fallback: DEMO_CREDENTIALS } : {}) });
  await session.restore();
  const connectivity = createConnectivity(clock, options.onState);
  const remembered = cache.state(OFFSET_KEY);
  const serverClock = createServerClock(remembered === null ? null : Number(remembered));
  const client = createApiClient({ baseUrl: profile.baseUrl, headerStyle: profile.headerStyle, transport, session, clock, serverClock, onOutcome: (outcome) => connectivity.hear(outcome) });
  let closed = false;
  const pull = createPull({
    cache, client, connectivity, clock, timers, random, log, ownerId: options.ownerId, ...options.pull,
    onRecords: options.onRecords, onLookups: options.onLookups, onState: options.onState,
  });
  const activity = createActivity({ cache, client, gate: pull.gate, clock, closed: () => closed, onChange: options.onState });
  return {
    profileId: profile.id, cache, client, session, transport, connectivity, pull, activity,
    close: async () => {
      closed = true;
      await pull.close();
      const offset = serverClock.offsetMs();
      if (offset !== null) cache.setState(OFFSET_KEY, String(offset));
      cache.close();
    },
  };
};
