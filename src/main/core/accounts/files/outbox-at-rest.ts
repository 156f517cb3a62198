/**
 * Opens the outbox of an account that is not open, to count or export what is unsent. It is opened as always, with
 * every rescue, because only then is nothing overlooked. It is not started and has no connection, so it sends nothing.
 * What a rescue reports stays in the files until the account opens.
 */
import type { HttpResult, Ports } from '../../ports/ports';
import type { Outbox } from '../../outbox/create-outbox';
import type { OutboxGateway } from '../../outbox/delivery/outbox-gateway';
import { formatServerTime } from '#shared/domain/time';
import { directoryOf, type Profile } from './account-file';
import { hasHadCache } from './cache-files';
import { openOutbox } from './open-outbox';
import { hasOutbox, outboxKeyOf } from './outbox-files';
import { isBeingSalvaged } from './salvage-note';

type RestPorts = Pick<Ports, 'files' | 'outboxKeys' | 'log' | 'clock' | 'timers' | 'random'>;

/**
 * Returns null if the account has no outbox. The caller closes it. Throws AppError `outbox-locked`, and the errors of
 * `openOutbox`.
 */
export const openAtRest = async (ports: RestPorts, profile: Profile): Promise<Outbox | null> => {
  const { files, log, clock, timers, random } = ports;
  const directory = directoryOf(profile.id);
  if (!hasOutbox(files, directory) && !isBeingSalvaged(files, directory)) return null;
  const place = { files, keys: ports.outboxKeys, log, directory, accountId: profile.id };
  const key = await outboxKeyOf(place);
  return openOutbox({
    files,
    directory,
    key,
    isExpected: hasHadCache(files, directory),
    accountId: profile.id,
    clock,
    timers,
    random,
    log,
    gateway: withoutConnection(() => clock.now()),
    selfUserId: () => profile.selfUserId,
    notify: () => undefined,
  });
};

const UNSENT: HttpResult = {
  kind: 'failure',
  reason: 'other',
  unsent: true,
  detail: 'the account is not open',
};

const withoutConnection = (now: () => number): OutboxGateway => ({
  read: async () => ({ kind: 'offline', reason: 'other', detail: 'the account is not open' }),
  offers: async () => null,
  push: async () => UNSENT,
  renew: async () => 'unreached',
  isSignedIn: () => false,
  tokenMark: () => null,
  serverNow: () => formatServerTime(now()),
});
