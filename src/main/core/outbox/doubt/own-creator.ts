/**
 * Under which user the service records what this account creates. Under client credentials that is the
 * token's own account, not the person at the context, and nothing in the contract names it. It is learned from a
 * record that the service itself said we made: a create with an accepting answer, read back by its id.
 *
 * Until it is learned it is null, and then no creator rules a record out (OB13). It counts only for attempts
 * made under the same sign-in: another sign-in may act as another user.
 */
import type { IntentKind } from '#shared/domain/intent';
import type { Intent } from '../store/intent-record';
import type { OutboxContext } from '../outbox-context';
import { readRecord } from './read-records';
import { creatorOf } from '../compare/server-snapshot';

const SINCE = 'sign-in-since';
const keyOf = (kind: IntentKind): string => `creator:${kind}`;
const KINDS: readonly IntentKind[] = ['company', 'lead', 'outboundInvoice', 'receipt', 'trailNote'];

type MetaStore = Pick<OutboxContext['store'], 'meta' | 'setMeta' | 'atomically'>;

/**
 * Another sign-in begins at this server time: what was learned under the one before no longer counts. Server
 * times count whole seconds, so what lies in the same second may have come before and does not count either.
 */
export const forgetOwnCreators = (store: MetaStore, serverNow: string): void =>
  store.atomically(() => {
    store.setMeta(SINCE, serverNow);
    for (const kind of KINDS) store.setMeta(keyOf(kind), '');
  });

/**
 * The user under whom our records of this kind are made; null while unknown, and for an attempt that was made
 * before the present sign-in or that names its creator itself (contract E7, `create_user`).
 */
export const ownCreator = async (context: OutboxContext, intent: Intent): Promise<string | null> => {
  const since = context.store.meta(SINCE) ?? '';
  const { windowFrom } = intent.detail;
  if (windowFrom === null || windowFrom <= since || intent.command.fields.create_user !== undefined)
    return null;
  const held = context.store.meta(keyOf(intent.kind));
  if (held) return held;
  const accepted = context.store.lastAccepted(intent.kind, since);
  if (accepted?.realId === undefined || accepted.realId === null) return null;
  const read = await readRecord(context.gateway, intent.kind, accepted.realId);
  const creator = read.kind === 'found' ? creatorOf(read.record) : null;
  if (creator !== null) context.store.setMeta(keyOf(intent.kind), creator);
  return creator;
};
