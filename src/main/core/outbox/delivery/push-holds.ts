/**
 * The reasons not to send that apply to the whole account or to one kind: no connection, a Retry-After, an
 * expired sign-in, a kind that the service does not permit, the first review. The pause, the released kinds
 * and the forbidden kinds are on disk. The other holds are found again after a start.
 */
import type { IntentKind } from '#shared/domain/intent';
import { USER_LIST_PATH } from '#shared/http-api/lookups';
import type { Trouble } from '../../api/classify-read';
import type { OutboxContext } from '../outbox-context';

export interface PushHolds {
  paused(): boolean;
  setPaused(paused: boolean): void;
  /** The reason why this kind is not sent now; null if it may be sent. */
  holdOf(kind: IntentKind): 'review' | 'not-permitted' | null;
  release(kind: IntentKind): void;
  permit(kind: IntentKind): void;
  /** Epoch ms before which nothing of the account is sent. */
  notBefore(): number;
  needsSignIn(): boolean;
  /** After a new sign-in: ends the holds that are not on disk, except a Retry-After. */
  clear(): void;
  /** The service answers again: does the same after a short random delay. */
  reconnected(): void;
  /** For work that begins now. Of the failures with the same epoch only the first counts. */
  failureEpoch(): number;
  /**
   * How often the connection came back. A failure of work that began before the last time does not count.
   */
  reconnectCount(): number;
  answered(): void;
  /** `epoch`: the failure epoch when the failed work began. */
  unreached(epoch: number): void;
  throttled(delayMs: number): void;
  trouble(trouble: Trouble, epoch: number): void;
  /**
   * Handles a 401 to a push of `kind` under `tokenMark`: renews the token, and finds out whether the sign-in
   * expired or the kind is not permitted.
   */
  unauthorized(kind: IntentKind, tokenMark: string | null, epoch: number): Promise<void>;
  accepted(kind: IntentKind): void;
}

/** A 401 with a token younger than this means a missing permission, not an expired token. */
const FRESH_TOKEN_MS = 60_000;
/** The longest Retry-After that is accepted. */
const DAY_MS = 24 * 3_600_000;
/**
 * With this delay the first push leaves within ten seconds after the connection is back, including the time
 * to notice it.
 */
const RETURN_SPREAD_MS = 1_500;

export const createPushHolds = (context: OutboxContext): PushHolds => {
  const { store, clock } = context;
  /** The current Retry-After; stored on disk for the next start. */
  let retryAfter = {
    until: store.metaNumber('quiet-until') ?? 0,
    forMs: store.metaNumber('quiet-for') ?? DAY_MS,
  };
  let { until: quietUntil, forMs: quietForMs } = retryAfter;
  let misses = 0;
  let failureEpoch = 0;
  let reconnectCount = 0;
  let signIn = false;
  /** Kinds that got a 401 and no acceptance since, with the time at which the token was renewed for it. */
  const refusals = new Map<IntentKind, number>();
  const quiet = (delayMs: number): void => {
    if (clock.now() + delayMs <= quietUntil) return;
    quietUntil = clock.now() + delayMs;
    quietForMs = delayMs;
  };
  /** Shortens the wait if the clock was set back after it began: it is never longer than it was at first. */
  const rebased = (): number => {
    const now = clock.now();
    // A wait that is over stays over, whatever the clock is set to later.
    if (retryAfter.until <= now) retryAfter = { until: 0, forMs: 0 };
    if (quietUntil <= now) quietUntil = 0;
    if (quietUntil - now > quietForMs) quietUntil = now + quietForMs;
    return quietUntil;
  };
  const pushHolds: PushHolds = {
    paused: store.isPaused,
    setPaused: store.setPaused,
    holdOf: (kind) => {
      if (store.meta(`forbidden:${kind}`) === '1') return 'not-permitted';
      return context.settings.reviewFirst && store.meta(`released:${kind}`) !== '1' ? 'review' : null;
    },
    release: (kind) => store.setMeta(`released:${kind}`, '1'),
    permit: (kind) => {
      refusals.delete(kind);
      store.setMeta(`forbidden:${kind}`, '0');
    },
    notBefore: () => Math.max(rebased(), context.gateway.quietUntil?.() ?? 0),
    needsSignIn: () => signIn,
    clear: () => {
      const isWaiting = signIn || rebased() > clock.now();
      signIn = false;
      misses = 0;
      ({ until: quietUntil, forMs: quietForMs } = retryAfter);
      refusals.clear();
      if (isWaiting) context.changed(null);
    },
    reconnected: () => {
      pushHolds.clear();
      failureEpoch++;
      reconnectCount++;
      quiet(Math.round(context.random.next() * RETURN_SPREAD_MS));
    },
    failureEpoch: () => failureEpoch,
    reconnectCount: () => reconnectCount,
    answered: () => {
      misses = 0;
    },
    unreached: (epoch) => {
      if (epoch !== failureEpoch) return;
      failureEpoch++;
      misses++;
      quiet(context.parts.backoffDelayMs(misses, context.random.next()));
    },
    throttled: (delayMs) => {
      quiet(delayMs);
      retryAfter = { until: quietUntil, forMs: quietForMs };
      store.atomically(() => {
        store.setMeta('quiet-until', String(quietUntil));
        store.setMeta('quiet-for', String(quietForMs));
      });
    },
    trouble: (trouble, epoch) => {
      const isRefused = trouble.kind === 'unauthorized' || trouble.kind === 'oauth-error';
      // If the token was renewed since the request, or just now, a 401 does not mean that the user has to sign in.
      if (isRefused && !context.gateway.isSignedIn()) signIn = true;
      else if (trouble.kind === 'rate-limited') pushHolds.throttled(trouble.retryAfterMs);
      else pushHolds.unreached(epoch);
    },
    accepted: (kind) => {
      misses = 0;
      // An accepted push proves that the kind is permitted. The earlier 401 was caused by an expired token.
      if (store.meta(`forbidden:${kind}`) === '1') pushHolds.permit(kind);
      refusals.delete(kind);
    },
    unauthorized: async (kind, tokenMark, epoch) => {
      // Several pushes may be in flight with one token. Only the first 401 of a token counts.
      if (context.gateway.tokenMark() !== tokenMark) return;
      // A token that was renewed some time ago may have expired, and a read that needs no token cannot show
      // this. The clock may have been set forward or back since.
      const renewedAt = refusals.get(kind);
      if (renewedAt === undefined || Math.abs(clock.now() - renewedAt) >= FRESH_TOKEN_MS) {
        const renewal = await context.gateway.renew();
        if (renewal === 'expired') signIn = true;
        else if (renewal === 'unreached') pushHolds.unreached(epoch);
        else refusals.set(kind, clock.now());
        return;
      }
      const read = await context.gateway.read(USER_LIST_PATH, { count: 1 });
      // "No permission" proves that the service accepts the token.
      if (read.kind !== 'ok' && read.kind !== 'refused' && read.kind !== 'forbidden') {
        pushHolds.trouble(read, epoch);
        return;
      }
      if (context.gateway.tokenMark() !== tokenMark) return;
      store.setMeta(`forbidden:${kind}`, '1');
      context.changed(null);
    },
  };
  return pushHolds;
};
