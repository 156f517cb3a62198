/**
 * The wait of one account after a 429, or after a 503 with a Retry-After. It lasts as long as the service asks. Until
 * its end no request of the account is sent; a request is answered with 429 at once. The pull's read limiter and the
 * outbox read `until` first, so that they wait instead.
 *
 * A 503 may concern one path only, if one part of the service is down. So a path that gets 503 again begins no wait if
 * the service has answered requests to other paths meanwhile.
 */
import type { Clock, HttpRequest, HttpResult, Transport } from '../ports/ports';
import { readBody } from './read-answer';
import { MAX_RETRY_AFTER_MS, retryAfterMs } from './retry-after';

/** The wait after a 429 that does not say how long. */
export const DEFAULT_RETRY_AFTER_MS = 30_000;
/** An error envelope is shorter. */
const LONGEST_ENVELOPE = 4096;

/** A wait: when it ends, and its original length. */
export interface Wait {
  until: number;
  forMs: number;
}

export interface Throttle {
  /** Epoch ms before which nothing is sent; a time in the past if there is no wait. */
  until(): number;
  hold(delayMs: number): void;
  /** Continues the wait that an earlier run stored, and calls `keep` at every change from now on. */
  restore(stored: Wait | null, keep: (wait: Wait) => void): void;
}

export const createThrottle = (clock: Clock): Throttle => {
  let wait: Wait = { until: 0, forMs: 0 };
  let keep: (wait: Wait) => void = () => undefined;
  /** A wait that is longer than its original length began before the clock was set back. */
  const until = (): number => {
    const now = clock.now();
    if (wait.until !== 0 && wait.until <= now) {
      // Otherwise the wait would begin again at the next start if the clock is set back later.
      wait = { until: 0, forMs: 0 };
      keep(wait);
    }
    if (wait.until - now > wait.forMs) wait = { ...wait, until: now + wait.forMs };
    return wait.until;
  };
  return {
    until,
    hold: (delayMs) => {
      const next = clock.now() + delayMs;
      if (next <= until()) return;
      wait = { until: next, forMs: delayMs };
      keep(wait);
    },
    restore: (stored, keeper) => {
      keep = keeper;
      if (stored && stored.until > until())
        wait = { ...stored, forMs: Math.min(stored.forMs, MAX_RETRY_AFTER_MS) };
    },
  };
};

/**
 * `inner` with the throttle: a 429, or a 503 with a Retry-After, begins a wait, and nothing is sent during one.
 */
export const withThrottle = (inner: Transport, throttle: Throttle, clock: Clock): Transport => {
  let answers = 0;
  /** For each path whose last answer was a 503: the number of other answers at its first 503. */
  const busyAt = new Map<string, number>();
  const waitAfter = (result: Answer, path: string): number | null => {
    const askedMs = retryAfterMs(result.headers, clock.now());
    if (isTooMany(result)) return askedMs ?? DEFAULT_RETRY_AFTER_MS;
    if (result.status !== 503) {
      busyAt.delete(path);
      if (result.status < 500) answers += 1;
      return null;
    }
    const before = busyAt.get(path) ?? answers;
    busyAt.set(path, before);
    return answers > before ? null : askedMs;
  };
  const listen = (result: HttpResult, { url }: HttpRequest): HttpResult => {
    const delayMs = result.kind === 'answer' ? waitAfter(result, url.split('?')[0] ?? url) : null;
    if (delayMs !== null) throttle.hold(delayMs);
    return result;
  };
  const waitMs = (): number => throttle.until() - clock.now();
  return {
    read: async (request) =>
      waitMs() > 0
        ? {
            kind: 'answer',
            status: 429,
            headers: { 'retry-after': String(Math.ceil(waitMs() / 1000)) },
            text: '',
            url: request.url,
          }
        : listen(await inner.read(request), request),
    push: async (request) =>
      waitMs() > 0
        ? { kind: 'failure', reason: 'other', unsent: true, detail: 'rate limit' }
        : listen(await inner.push(request), request),
  };
};

type Answer = Extract<HttpResult, { kind: 'answer' }>;

const isTooMany = ({ status, text }: Answer): boolean => {
  if (status === 429) return true;
  if (text.length > LONGEST_ENVELOPE || !text.includes('429')) return false;
  const code = readBody(text)?.value.code;
  return code === 429 || code === '429';
};
