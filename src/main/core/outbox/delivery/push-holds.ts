/**
 * What holds a whole account's queue, or one kind of it: no connection, a Retry-After, an expired sign-in, a
 * kind the service does not permit, the first review. The pause, the released kinds and the forbidden kinds
 * are on disk. The other holds are learnt again after a start.
 */
import type { IntentKind } from '#shared/domain/intent';
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import type { Trouble } from '../../api/classify-read';
import type { OutboxContext } from '../outbox-context';

export interface PushHolds {
  paused(): boolean;
  setPaused(paused: boolean): void;
  /** Why nothing of this kind is sent now; null when it may be sent. */
  holdOf(kind: IntentKind): 'review' | 'not-permitted' | null;
  release(kind: IntentKind): void;
  permit(kind: IntentKind): void;
  /** Epoch ms before which the account stays quiet. */
  notBefore(): number;
  needsSignIn(): boolean;
  /** Signed in again: nothing learnt earlier holds any longer. A Retry-After does. */
  clear(): void;
  /** The service answers again: the same, after a moment that is not the same for every user. */
  reconnected(): void;
  /** Work that begins now belongs to this round of failures. */
  round(): number;
  /** How often the connection came back: what failed and had begun before says nothing about now. */
  returns(): number;
  answered(): void;
  /** `round` is that of the work that failed: of those that ran side by side only the first counts. */
  unreached(round: number): void;
  throttled(delayMs: number): void;
  trouble(trouble: Trouble, round: number): void;
  /**
   * After a 401 on a push of `kind` sent under `tokenMark`: renews, and tells an expired sign-in from a kind
   * that is not permitted.
   */
  unauthorized(kind: IntentKind, tokenMark: string | null, round: number): Promise<void>;
  accepted(kind: IntentKind): void;
}

/** A 401 under a token younger than this speaks of the permission, not of the token. */
const FRESH_TOKEN_MS = 60_000;
/** Longest Retry-After that is believed. */
const DAY_MS = 24 * 3_600_000;
/**
 * The first push after the connection came back leaves within ten seconds, the time to notice it included.
 */
const RETURN_SPREAD_MS = 1_500;

export const createPushHolds = (context: OutboxContext): PushHolds => {
  const { store, clock } = context;
  /** The Retry-After that is not over yet; on disk for the next start. */
  let asked = {
    until: Number(store.meta('quiet-until') ?? 0),
    forMs: Number(store.meta('quiet-for') ?? DAY_MS),
  };
  let { until: quietUntil, forMs: quietForMs } = asked;
  let misses = 0;
  let round = 0;
  let returns = 0;
  let signIn = false;
  /**
   * Kinds that got a 401, with the time at which the token was renewed for it; nothing of them was accepted
   * since.
   */
  const refusals = new Map<IntentKind, number>();
  const quiet = (delayMs: number): void => {
    if (clock.now() + delayMs <= quietUntil) return;
    quietUntil = clock.now() + delayMs;
    quietForMs = delayMs;
  };
  /** A wait longer than it was when it began was begun by a clock that has been set back since. */
  const rebased = (): number => {
    const now = clock.now();
    // Once over it stays so, whatever the clock is set to later.
    if (asked.until <= now) asked = { until: 0, forMs: 0 };
    if (quietUntil <= now) quietUntil = 0;
    if (quietUntil - now > quietForMs) quietUntil = now + quietForMs;
    return quietUntil;
  };
  const pushHolds: PushHolds = {
    paused: () => store.meta('paused') === '1',
    setPaused: (paused) => store.setMeta('paused', paused ? '1' : '0'),
    holdOf: (kind) =>
      store.meta(`forbidden:${kind}`) === '1'
        ? 'not-permitted'
        : context.settings.reviewFirst && store.meta(`released:${kind}`) !== '1'
          ? 'review'
          : null,
    release: (kind) => store.setMeta(`released:${kind}`, '1'),
    permit: (kind) => {
      refusals.delete(kind);
      store.setMeta(`forbidden:${kind}`, '0');
    },
    notBefore: () => Math.max(rebased(), context.gateway.quietUntil?.() ?? 0),
    needsSignIn: () => signIn,
    clear: () => {
      signIn = false;
      misses = 0;
      ({ until: quietUntil, forMs: quietForMs } = asked);
      refusals.clear();
    },
    reconnected: () => {
      pushHolds.clear();
      round++;
      returns++;
      quiet(Math.round(context.random.next() * RETURN_SPREAD_MS));
    },
    round: () => round,
    returns: () => returns,
    answered: () => {
      misses = 0;
    },
    unreached: (of) => {
      if (of !== round) return;
      round++;
      misses++;
      quiet(context.parts.backoffDelayMs(misses, context.random.next()));
    },
    throttled: (delayMs) => {
      quiet(delayMs);
      asked = { until: quietUntil, forMs: quietForMs };
      store.atomically(() => {
        store.setMeta('quiet-until', String(quietUntil));
        store.setMeta('quiet-for', String(quietForMs));
      });
    },
    trouble: (trouble, of) => {
      if (trouble.kind === 'unauthorized' || trouble.kind === 'oauth-error') signIn = true;
      else if (trouble.kind === 'rate-limited') pushHolds.throttled(trouble.retryAfterMs);
      else pushHolds.unreached(of);
    },
    accepted: (kind) => {
      misses = 0;
      // What was taken is permitted, whatever a token that had ended seemed to say.
      if (store.meta(`forbidden:${kind}`) === '1') pushHolds.permit(kind);
      refusals.delete(kind);
    },
    unauthorized: async (kind, tokenMark, of) => {
      // Several pushes fly under one token: only the first 401 of a token says anything.
      if (context.gateway.tokenMark() !== tokenMark) return;
      // A token renewed a while ago may have ended meanwhile, which a read that needs none cannot tell.
      // The clock may have been set since, either way.
      const renewedAt = refusals.get(kind);
      if (renewedAt === undefined || Math.abs(clock.now() - renewedAt) >= FRESH_TOKEN_MS) {
        const renewal = await context.gateway.renew();
        if (renewal === 'expired') signIn = true;
        else if (renewal === 'unreached') pushHolds.unreached(of);
        else refusals.set(kind, clock.now());
        return;
      }
      const read = await context.gateway.read(USER_LIST_PATH, { count: 1 });
      if (read.kind !== 'ok') {
        pushHolds.trouble(read, of);
        return;
      }
      if (context.gateway.tokenMark() !== tokenMark) return;
      store.setMeta(`forbidden:${kind}`, '1');
      context.changed(null);
    },
  };
  return pushHolds;
};
