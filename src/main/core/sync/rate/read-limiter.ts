/**
 * Runs at most `limit` requests at once, in the order in which they came. Background requests are also limited to
 * `rate`. A rate limit or an overloaded server halves both, and every request waits as long as the server asked. A run
 * of good answers restores both step by step.
 */
import { retryOf, type Trouble } from '../../api/classify-read';
import { createThrottle, type Throttle } from '../../api/throttle';
import type { Clock, Timers } from '../../ports/ports';
import type { RequestRate } from './request-rate';

export interface ReadLimiter {
  /**
   * Runs one request in turn; an `urgent` one goes first, because a person is waiting for it. If the service's wait
   * would delay it by more than `patienceMs` in all, it is not sent, and the answer is `rate-limited`.
   */
  run<T extends { ok: true } | { ok: false; trouble: Trouble }>(
    request: () => Promise<T>,
    urgent?: boolean,
    patienceMs?: number,
  ): Promise<T | TooLong | Ended>;
  limit(): number;
  /** How much is left of the wait that the service asked for; 0 or less if there is no wait. */
  waitMs(): number;
  /**
   * Ends all requests, including those in flight, and sends no more. So a service that does not answer does not delay
   * the switch to another account.
   */
  close(): void;
}

/** The request was not sent, because the service asked for too long a wait. */
export interface TooLong {
  ok: false;
  trouble: Extract<Trouble, { kind: 'rate-limited' }>;
}

/** The account was closed before the service answered. */
export interface Ended {
  ok: false;
  trouble: Extract<Trouble, { kind: 'offline' }>;
}
const ENDED: Ended = {
  ok: false,
  trouble: { kind: 'offline', reason: 'aborted', detail: 'the account is closed' },
};

/** A request in the queue. `giveUp` ends it with the wait that is too long for it. */
interface Waiting {
  go: () => void;
  giveUp: (waitMs: number) => void;
  since: number;
  patienceMs: number;
}

const GOOD_RUN = 20;

export interface ReadLimiterOptions {
  clock: Clock;
  timers: Timers;
  max: number;
  /** The account's throttle, so that a 429 to a push or a token request also stops the lists. */
  throttle?: Throttle | undefined;
  /** Limits how fast background requests follow each other; if absent, there is no limit. */
  rate?: RequestRate | undefined;
  /** Called when a background request is sent. */
  onBackground?: (() => void) | undefined;
}

export const createReadLimiter = (options: ReadLimiterOptions): ReadLimiter => {
  const { clock, timers, max, rate } = options;
  const throttle = options.throttle ?? createThrottle(clock);
  const waiting: Waiting[] = [];
  let [limit, busy, good, closed] = [max, 0, 0, false];
  let cancelTimer: (() => void) | null = null;
  const pausing = new Set<() => void>();
  /** For each request in flight, a function that ends it. */
  const sent = new Set<() => void>();
  /** Runs a request until it is answered, or until the account closes; then its answer is dropped. */
  const untilClosed = async <T>(request: () => Promise<T>): Promise<T | Ended> => {
    const { promise, resolve } = Promise.withResolvers<Ended>();
    const end = (): void => resolve(ENDED);
    sent.add(end);
    try {
      return await Promise.race([request(), promise]);
    } finally {
      sent.delete(end);
    }
  };
  /** Waits as long as the rate requires. */
  const pause = (): Promise<void> | null => {
    const waitMs = closed ? 0 : (rate?.takePlace() ?? 0);
    if (waitMs <= 0) return null;
    return new Promise((resolve) => {
      const wake = (): void => {
        pausing.delete(wake);
        cancel();
        resolve();
      };
      const cancel = timers.after(waitMs, wake);
      pausing.add(wake);
    });
  };

  const waitMs = (): number => throttle.until() - clock.now();
  const pump = (): void => {
    const wait = waitMs();
    if (wait > 0 && !closed) {
      giveUp(wait);
      if (waiting.length > 0 && !cancelTimer)
        cancelTimer = timers.after(wait, () => {
          cancelTimer = null;
          pump();
        });
      return;
    }
    while (waiting.length > 0 && (busy < limit || closed)) {
      busy += 1;
      waiting.shift()?.go();
    }
  };
  /** Removes the requests that would wait too long from the queue. */
  const giveUp = (wait: number): void => {
    const now = clock.now();
    for (const one of [...waiting])
      if (Math.max(0, now - one.since) + wait > one.patienceMs) {
        waiting.splice(waiting.indexOf(one), 1);
        one.giveUp(wait);
      }
  };
  /** Resolves with null when the request may be sent, otherwise with the wait that is too long. */
  const turn = (urgent: boolean, patienceMs: number): Promise<number | null> =>
    new Promise((resolve) => {
      const one: Waiting = { go: () => resolve(null), giveUp: resolve, since: clock.now(), patienceMs };
      if (urgent) waiting.unshift(one);
      else waiting.push(one);
      pump();
    });

  const learn = (trouble: Trouble | null): void => {
    if (trouble === null) {
      good += 1;
      if (good >= GOOD_RUN && limit < max) {
        limit += 1;
        good = 0;
      }
      return;
    }
    const isTimeout =
      (trouble.kind === 'offline' || trouble.kind === 'unanswered') && trouble.reason === 'timeout';
    if (trouble.kind !== 'rate-limited' && trouble.kind !== 'server-error' && !isTimeout) return;
    good = 0;
    // After a time-out the limit stays at two: the second request shows whether the service answers at all.
    limit = Math.min(limit, Math.max(isTimeout ? 2 : 1, Math.floor(limit / 2)));
    rate?.troubled();
    const retry = retryOf(trouble);
    if (retry.when === 'at') throttle.hold(retry.delayMs);
  };

  return {
    run: async (request, urgent = false, patienceMs = Number.POSITIVE_INFINITY) => {
      if (!urgent) await pause();
      const tooLongMs = await turn(urgent, patienceMs);
      if (tooLongMs !== null)
        return { ok: false, trouble: { kind: 'rate-limited', retryAfterMs: tooLongMs } };
      try {
        if (closed) return ENDED;
        rate?.left();
        if (!urgent) options.onBackground?.();
        const sentAt = clock.now();
        const answer = await untilClosed(request);
        if (answer.ok) rate?.answered(clock.now() - sentAt);
        learn(answer.ok ? null : answer.trouble);
        return answer;
      } finally {
        busy -= 1;
        pump();
      }
    },
    limit: () => limit,
    waitMs,
    close: () => {
      closed = true;
      for (const end of sent) end();
      cancelTimer?.();
      cancelTimer = null;
      for (const wake of pausing) wake();
      pump();
    },
  };
};
