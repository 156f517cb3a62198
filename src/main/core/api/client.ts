/**
 * Makes all requests of one account to the service. A read gets the header, the classification, one renewal of
 * the token with one retry after a 401, the sample for the server clock, and an entry in the short log of
 * requests for Diagnostics. Other retries are decided by the pull. `push` adds the header and returns the raw
 * result, because the outbox decides what the answer to a push proves.
 */
import type { Clock, HttpRequest, HttpResult, Transport } from '../ports/ports';
import { createBlockedPaths } from './blocked-paths';
import { alone as failedAlone, classifyRead, isAnswer, isPassing, type Outcome } from './classify-read';
import { urlOf, type Query } from './query-string';
import { createRefusedPaths } from './refused-paths';
import type { ServerClock } from './server-clock';
import type { Session } from './session';
import type { StoredRecords } from './unchanged-record';

export interface RequestNote {
  at: number;
  method: string;
  path: string;
  outcome: string;
  durationMs: number;
}

export interface ReadOptions {
  /** The time until the read ends; 30 s if not given, 60 s for a path that was too slow before. */
  timeoutMs?: number;
  /** List elements that are unchanged on disk are returned as `UnchangedRecord`. */
  stored?: StoredRecords;
}

export interface ApiClient {
  read(path: string, query?: Query, options?: ReadOptions): Promise<Outcome>;
  /** A read that the service wants as POST (E8). */
  readByPost(path: string, bodyText: string): Promise<Outcome>;
  push(path: string, bodyText: string, timeoutMs?: number): Promise<HttpResult>;
  /** The latest requests, newest first. */
  requests(): RequestNote[];
  readonly serverClock: ServerClock;
  readonly clock: Clock;
}

export interface ApiClientOptions {
  baseUrl: string;
  headerStyle: 'raw' | 'bearer';
  transport: Transport;
  session: Session;
  clock: Clock;
  serverClock: ServerClock;
  /** Called with every outcome. Connectivity is derived from them, not from the operating system. */
  onOutcome?: (outcome: Outcome) => void;
}

type ReadRequest = Pick<HttpRequest, 'method' | 'url' | 'body'> & ReadOptions;

const READ_TIMEOUT_MS = 30_000;
/** The service itself gives up after 60 s. */
const SLOW_READ_TIMEOUT_MS = 60_000;
const PUSH_TIMEOUT_MS = 60_000;
const NOTES_KEPT = 100;

export const createApiClient = (options: ApiClientOptions): ApiClient => {
  const { baseUrl, transport, session, clock, serverClock } = options;
  const notes: RequestNote[] = [];
  const headers = (json: boolean): Record<string, string> => {
    const token = session.token();
    return {
      accept: 'application/json',
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(token === null
        ? {}
        : { authorization: options.headerStyle === 'bearer' ? `Bearer ${token}` : token }),
    };
  };
  const note = (method: string, path: string, sentAt: number, outcome: string): void => {
    notes.unshift({ at: sentAt, method, path, outcome, durationMs: clock.now() - sentAt });
    if (notes.length > NOTES_KEPT) notes.pop();
  };

  /** How many reads the service has answered. */
  let answered = 0;
  /** Paths whose last slow read timed out although others were answered, and of which no read was quick since. */
  const slowPaths = new Set<string>();
  const blockedPaths = createBlockedPaths();
  const noteAnswer = (path: string, outcome: Outcome, tookMs: number): void => {
    if (isAnswer(outcome)) {
      answered += 1;
      blockedPaths.answered(path);
      if (tookMs < READ_TIMEOUT_MS / 2) slowPaths.delete(path);
    }
    if (outcome.kind === 'unanswered' && outcome.reason === 'timeout') slowPaths.add(path);
  };

  const once = async (path: string, request: ReadRequest): Promise<Outcome> => {
    const sentAt = clock.now();
    const answeredBefore = answered;
    const { stored, ...sent } = request;
    const result = await transport.read({
      timeoutMs: slowPaths.has(path) ? SLOW_READ_TIMEOUT_MS : READ_TIMEOUT_MS,
      ...sent,
      headers: { ...headers(request.body !== undefined), 'cache-control': 'no-cache' },
    });
    const read = ofRecords(classifyRead(result, clock.now(), stored), result);
    const isAnswering = answered > answeredBefore;
    const isPage = read.kind === 'captive-portal' && blockedPaths.gotPage(path, isAnswering);
    const outcome = isAnswering || isPage ? failedAlone(read) : read;
    noteAnswer(path, outcome, clock.now() - sentAt);
    // An answer with an `Age` header comes from a cache in between, so its time is not the present one.
    const isFresh = result.kind === 'answer' && !(Number(result.headers.age) > 0);
    if (isFresh && (outcome.kind === 'ok' || outcome.kind === 'refused'))
      serverClock.learn(outcome.now, sentAt, clock.now());
    note(request.method, path, sentAt, outcome.kind);
    options.onOutcome?.(outcome);
    return outcome;
  };

  /**
   * Paths that need a token, because the service refused one there. The service may answer other paths with any token.
   */
  const guardedPaths = new Set<string>();
  const refusedPaths = createRefusedPaths(clock);

  const send = async (path: string, request: ReadRequest): Promise<Outcome> => {
    if (session.token() === null) {
      const renewal = await session.renew(null);
      if (renewal.kind === 'unreached') {
        options.onOutcome?.(renewal.trouble);
        return renewal.trouble;
      }
      if (renewal.kind === 'expired') return signInNeeded(options.onOutcome);
    }
    const used = session.token();
    const first = await once(path, request);
    if (isAnswer(first) && guardedPaths.has(path)) session.accepted(used);
    if (first.kind !== 'unauthorized') {
      refusedPaths.forget(path);
      return first;
    }
    guardedPaths.add(path);
    const alone: Outcome = { kind: 'bad-answer', detail: `refused alone: ${first.detail}` };
    if (refusedPaths.isAlone(path, answered) && refusedPaths.isResting(path)) return alone;
    const renewal = await session.renew(used);
    if (renewal.kind === 'renewed') {
      const second = await once(path, request);
      if (second.kind !== 'unauthorized') {
        refusedPaths.forget(path);
        return second;
      }
      refusedPaths.refused(path, answered);
      return refusedPaths.isAlone(path, answered) ? alone : second;
    }
    if (renewal.kind === 'unreached') {
      options.onOutcome?.(renewal.trouble);
      return renewal.trouble;
    }
    return first;
  };

  return {
    read: (path, query = {}, more = {}) =>
      send(path, { ...more, method: 'GET', url: urlOf(baseUrl, path, query) }),
    readByPost: (path, body) => send(path, { method: 'POST', url: urlOf(baseUrl, path), body }),
    push: async (path, body, timeoutMs = PUSH_TIMEOUT_MS) => {
      const sentAt = clock.now();
      const result = await transport.push({
        method: 'POST',
        url: urlOf(baseUrl, path),
        headers: headers(true),
        body,
        timeoutMs,
      });
      note('POST', path, sentAt, result.kind === 'answer' ? `HTTP ${result.status}` : result.reason);
      return result;
    },
    requests: () => [...notes],
    serverClock,
    clock,
  };
};

/** The words of OAuth that say that this sign-in is over. */
const ABOUT_SIGN_IN: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_grant',
  'invalid_credentials',
  'unauthorized_client',
]);

/**
 * A read of records that fails in other words of OAuth, such as `invalid_request`, needs no sign-in: only this read
 * failed.
 */
const ofRecords = (outcome: Outcome, result: HttpResult): Outcome => {
  if (outcome.kind !== 'oauth-error' || ABOUT_SIGN_IN.has(outcome.error)) return outcome;
  const detail = outcome.description || outcome.error;
  const status = result.kind === 'answer' ? result.status : 0;
  return isPassing(outcome.error) ? { kind: 'server-error', status, detail } : { kind: 'bad-answer', detail };
};

const signInNeeded = (onOutcome: ApiClientOptions['onOutcome']): Outcome => {
  const outcome: Outcome = { kind: 'unauthorized', detail: 'no token' };
  onOutcome?.(outcome);
  return outcome;
};
