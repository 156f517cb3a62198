/**
 * The creator that the service records for what this account creates. Under client credentials it is the
 * account of the token, not the signed-in person, and the contract does not name it. It is learned from an
 * accepted create: its record is read by the id in the answer.
 *
 * Until then it is null, and no creator excludes a record (OB13). It counts only for attempts under the same
 * sign-in: another sign-in may be another user.
 */
import { INTENT_KINDS, type IntentKind } from '#shared/domain/intent';
import type { Intent } from '../store/intent-record';
import { sha256Hex } from '../../sha256';
import type { OutboxContext } from '../outbox-context';
import { readRecord } from './read-records';
import { creatorOf } from '../compare/server-snapshot';

const SINCE = 'sign-in-since';
const keyOf = (kind: IntentKind): string => `creator:${kind}`;

/**
 * The creator as it is stored, with a checksum: `meta` has none. A wrong creator would exclude our own record, and the
 * item would be sent again.
 */
const sealed = (kind: IntentKind, creator: string): string =>
  `${creator} ${sha256Hex(`${kind} ${creator}`).slice(0, 8)}`;
/** Null if none is stored, or if it was altered: then it is learned again. */
const unsealed = (kind: IntentKind, stored: string | null): string | null => {
  const creator = stored?.split(' ')[0] ?? '';
  return creator !== '' && stored === sealed(kind, creator) ? creator : null;
};

type MetaStore = Pick<OutboxContext['store'], 'meta' | 'setMeta' | 'atomically'>;

/**
 * Forgets the creators when another sign-in begins at this server time. Server times have whole seconds, so a
 * create in the same second may be older and does not count either.
 */
export const forgetOwnCreators = (store: MetaStore, serverNow: string): void =>
  store.atomically(() => {
    store.setMeta(SINCE, serverNow);
    for (const kind of INTENT_KINDS) store.setMeta(keyOf(kind), '');
  });

/**
 * The creator of our records of this kind; null if unknown, if the attempt was made before the current
 * sign-in, or if the command names a creator itself (contract E7, `create_user`).
 */
export const ownCreator = async (context: OutboxContext, intent: Intent): Promise<string | null> => {
  const since = context.store.meta(SINCE) ?? '';
  const { windowFrom } = intent.detail;
  if (windowFrom === null || windowFrom <= since || intent.command.fields.create_user !== undefined)
    return null;
  const held = unsealed(intent.kind, context.store.meta(keyOf(intent.kind)));
  if (held !== null) return held;
  const accepted = context.store.lastAccepted(intent.kind, since);
  if (accepted?.realId === undefined || accepted.realId === null) return null;
  const read = await readRecord(context.gateway, intent.kind, accepted.realId);
  const creator = read.kind === 'found' ? creatorOf(read.record) : null;
  if (creator !== null) context.store.setMeta(keyOf(intent.kind), sealed(intent.kind, creator));
  return creator;
};
