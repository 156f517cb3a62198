/** The outbox of one account over its connection and its copy, and the wait for its last answers. */
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import type { ResourceName } from '#shared/domain/resources';
import type { Outbox } from '../../outbox/create-outbox';
import { createOfferProbe, gatewayOver } from '../../outbox/delivery/outbox-gateway';
import type { Ports } from '../../ports/ports';
import type { CacheStore } from '../../store/cache-store';
import { DETAILS_AS_OF } from '../../store/overlay/cached-record';
import type { SpareRoom } from '../../store/spare-room';
import type { Pull } from '../../sync/pull';
import { openOutbox, type OpenOutboxOptions } from '../files/open-outbox';
import type { AccountConnection } from './account-connection';
import type { AccountPullOptions } from './account-pull';

export interface AccountOutboxOptions extends Pick<
  AccountPullOptions,
  'ports' | 'profile' | 'ownerId' | 'throttle'
> {
  /** The seconds that a saved item waits before it is sent, if the user chose no other time. */
  undoSeconds?: number;
  /** The reserve file for unsent work. */
  spare: SpareRoom;
  /** Something in the outbox changed; null when it may concern every resource. */
  onOutbox: (resource: ResourceName | null) => void;
  notify: (code: string, detail: string) => void;
}

/**
 * A push or a renewal in progress at closing may still get its answer in this time. Otherwise the push is in
 * doubt, and read-back settles it.
 */
export const LAST_ANSWERS_MS = 4_000;

export interface OutboxParts extends Required<Pick<OpenOutboxOptions, 'directory' | 'key' | 'isExpected'>> {
  cache: CacheStore;
  connection: Pick<AccountConnection, 'client' | 'session'>;
  pull: Pick<Pull, 'offers' | 'details'>;
  /** A change of this kind was delivered. */
  refreshSoon: (resource: ResourceName) => void;
}

/** Throws what `openOutbox` throws. */
export const openAccountOutbox = (
  { ports, profile, throttle, ...options }: AccountOutboxOptions,
  { cache, connection: { client, session }, pull, refreshSoon, ...place }: OutboxParts,
): Outbox => {
  const { files, clock, timers, random, log } = ports;
  const offers = createOfferProbe(
    (path, query) => client.read(path, query),
    () => clock.now(),
    { wasOffered: (path) => pull.offers.offered(path) !== false },
  );
  /** Null until it is open. */
  let opened: Outbox | null = null;
  opened = openOutbox({
    ...place,
    files,
    accountId: profile.id,
    spare: options.spare,
    clock,
    timers,
    random,
    log,
    notify: (code, detail) => {
      // `outbox-cut`: only a save was interrupted, so every delivered item is still there.
      if (code !== 'outbox-cut') pull.details.itemsLost();
      options.notify(code, detail);
    },
    gateway: gatewayOver(client, session, offers, () => throttle.until()),
    selfUserId: options.ownerId,
    copyTime: (kind, id) => copyTimeOf(cache, RESOURCE_OF_KIND[kind], id),
    settings: { reviewFirst: !profile.demo, undoSeconds: options.undoSeconds ?? 0 },
    onChange: (id) => {
      const intent = id === null ? null : (opened?.store.get(id) ?? null);
      if (intent?.state === 'applied') refreshSoon(RESOURCE_OF_KIND[intent.kind]);
      options.onOutbox(intent && RESOURCE_OF_KIND[intent.kind]);
    },
  });
  return opened;
};

/** The latest update time of the copy of a record: that of its list item or of its details. */
const copyTimeOf = (cache: CacheStore, resource: ResourceName, id: string): string | null => {
  const values = cache.recordForEdit(resource, id)?.values;
  const listed = typeof values?.update_time === 'string' ? values.update_time : '';
  const detailed = values?.[DETAILS_AS_OF] ?? '';
  return (detailed > listed ? detailed : listed) || null;
};

/** Resolves when no push is in progress any more, or after `LAST_ANSWERS_MS`. */
export const lastAnswers = async (outbox: Pick<Outbox, 'busy'>, timers: Ports['timers']): Promise<void> => {
  for (let waited = 0; outbox.busy() > 0 && waited < LAST_ANSWERS_MS; waited += 50)
    await new Promise<void>((resolve) => {
      timers.after(50, resolve);
    });
};
