/**
 * What holds a whole account's queue, or one kind of it: no connection, a Retry-After, an expired sign-in, a
 * kind the service does not permit, the first review. Pause, releases and kind holds are on disk; the rest is
 * found out again.
 */
import type { IntentKind } from '#shared/domain/intent';
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import type { Trouble } from '../api/classify';
import type { OutboxDesk } from './outbox-desk';

export interface AccountGates {
  paused(): boolean;
  setPaused(paused: boolean): void;
  /** Why nothing of this kind goes now, null when it may. */
  holdOf(kind: IntentKind): 'review' | 'not-permitted' | null;
  release(kind: IntentKind): void;
  permit(kind: IntentKind): void;
  /** Epoch ms before which the account stays quiet. */
  notBefore(): number;
  needsSignIn(): boolean;
  /** Signed in again, or the connection is back: nothing learnt earlier holds any longer. */
  clear(): void;
  answered(): void;
  unreached(): void;
  throttled(delayMs: number): void;
  trouble(trouble: Trouble): void;
  /**
   * After a 401 on a push of `kind` sent under `tokenMark`: renews, and tells an expired sign-in from a kind
   * that is not permitted.
   */
  unauthorized(kind: IntentKind, tokenMark: string | null): Promise<void>;
  accepted(kind: IntentKind): void;
}

/** A 401 under a token younger than this speaks of the permission, not of the token. */
const FRESH_TOKEN_MS = 60_000;

export const createAccountGates = (desk: OutboxDesk): AccountGates => {
  const { store, clock } = desk;
  let quietUntil = Number(store.meta('quiet-until') ?? 0);
  let misses = 0;
  let signIn = false;
  /**
   * Kinds that got a 401, with the time at which the token was renewed for it; nothing of them was accepted
   * since.
   */
  const refusals = new Map<IntentKind, number>();
  const quiet = (delayMs: number): void => {
    quietUntil = Math.max(quietUntil, clock.now() + delayMs);
  };
  const gates: AccountGates = {
    paused: () => store.meta('paused') === '1',
    setPaused: (paused) => store.setMeta('paused', paused ? '1' : '0'),
    holdOf: (kind) =>
      store.meta(`forbidden:${kind}`) === '1'
        ? 'not-permitted'
        : desk.settings.reviewFirst && store.meta(`released:${kind}`) !== '1'
          ? 'review'
          : null,
    release: (kind) => store.setMeta(`released:${kind}`, '1'),
    permit: (kind) => {
      refusals.delete(kind);
      store.setMeta(`forbidden:${kind}`, '0');
    },
    notBefore: () => quietUntil,
    needsSignIn: () => signIn,
    clear: () => {
      signIn = false;
      misses = 0;
      quietUntil = Number(store.meta('quiet-until') ?? 0);
      refusals.clear();
    },
    answered: () => {
      misses = 0;
    },
    unreached: () => {
      misses++;
      quiet(desk.parts.backoffDelayMs(misses, desk.random.next()));
    },
    throttled: (delayMs) => {
      quiet(delayMs);
      store.setMeta('quiet-until', String(quietUntil));
    },
    trouble: (trouble) => {
      if (trouble.kind === 'unauthorized' || trouble.kind === 'oauth-error') signIn = true;
      else if (trouble.kind === 'rate-limited') gates.throttled(trouble.retryAfterMs);
      else gates.unreached();
    },
    accepted: (kind) => {
      misses = 0;
      // What was taken is permitted, whatever a token that had ended seemed to say.
      if (store.meta(`forbidden:${kind}`) === '1') gates.permit(kind);
      refusals.delete(kind);
    },
    unauthorized: async (kind, tokenMark) => {
      // Several pushes fly under one token: only the first 401 of a token says anything.
      if (desk.gateway.tokenMark() !== tokenMark) return;
      // A token renewed a while ago may have ended meanwhile, which a read that needs none cannot tell.
      if (clock.now() - (refusals.get(kind) ?? -FRESH_TOKEN_MS) >= FRESH_TOKEN_MS) {
        const renewal = await desk.gateway.renew();
        if (renewal === 'expired') signIn = true;
        else if (renewal === 'unreached') gates.unreached();
        else refusals.set(kind, clock.now());
        return;
      }
      const read = await desk.gateway.read(USER_LIST_PATH, { count: 1 });
      if (read.kind !== 'ok') {
        gates.trouble(read);
        return;
      }
      if (desk.gateway.tokenMark() !== tokenMark) return;
      store.setMeta(`forbidden:${kind}`, '1');
      desk.changed(null);
    },
  };
  return gates;
};
