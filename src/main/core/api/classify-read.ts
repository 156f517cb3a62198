/**
 * Classifies HTTP results of reads and token requests: what an answer means, and whether a retry makes sense.
 * Pure. Pushes have stricter rules about what was sent (`classify-push.ts`).
 *
 * Status and code decide. The message text counts only where the contract leaves nothing else
 * (`ROUTE_MISSING`, `NO_SCOPE`). `not-offered` means that the *route* is unknown. Only the probe of a route may
 * conclude this, never the answer for one record.
 */
import type { Failure } from '#shared/contract/errors';
import { parseServerTime } from '#shared/domain/time';
import { messageText } from '#shared/http-api/envelope';
import type { HttpResult } from '../ports/ports';
import { dropExcessiveRecords, type SkippedRecord, textFlaw, TOO_DEEP } from './answer-bounds';
import { readBody } from './read-answer';
import { retryAfterMs } from './retry-after';
import { DEFAULT_RETRY_AFTER_MS } from './throttle';
import type { StoredRecords } from './unchanged-record';

export type OfflineReason = 'dns' | 'connect' | 'tls' | 'proxy' | 'timeout' | 'reset' | 'aborted' | 'other';

export type Outcome =
  /**
   * `raws`: the exact texts of the elements of `data` or `data.list`, if they were cut out. `skipped`: elements that
   * were left out because they are nested too deep or are too long.
   */
  | {
      kind: 'ok';
      body: unknown;
      data: unknown;
      now: string | null;
      text: string;
      raws?: readonly string[];
      skipped?: readonly SkippedRecord[];
    }
  | { kind: 'offline'; reason: OfflineReason; detail: string }
  /** Only this request got no answer: the service answered others meanwhile (`client.ts`). */
  | { kind: 'unanswered'; reason: OfflineReason; detail: string }
  | { kind: 'captive-portal'; detail: string }
  | { kind: 'unauthorized'; detail: string }
  | { kind: 'oauth-error'; error: string; description: string; hint?: string }
  /**
   * `isUnexplained`: a 403 in neither the service's envelope nor the words of OAuth. A filter in front of the
   * service may have answered.
   */
  | { kind: 'forbidden'; detail: string; isUnexplained?: true }
  | { kind: 'rate-limited'; retryAfterMs: number }
  | { kind: 'server-error'; status: number; detail: string }
  | { kind: 'refused'; code: number; message: string; now: string | null }
  | { kind: 'not-offered'; detail: string }
  | { kind: 'bad-answer'; detail: string };
export type Trouble = Exclude<Outcome, { kind: 'ok' }>;

/**
 * When the same request may be sent again: `never`, after the `backoff`, `at` the end of a given delay, or
 * `after-sign-in`.
 */
export type Retry =
  | { when: 'never' }
  | { when: 'backoff' }
  | { when: 'at'; delayMs: number }
  | { when: 'after-sign-in' };

/** OAuth words that mean "this token is no longer accepted" (contract B). */
const TOKEN_REFUSED = new Set(['access_denied', 'invalid_token', 'unauthorized', 'expired_token']);
const SCOPE_MISSING = new Set(['insufficient_scope']);
/** Returns true if the `error` of a bare OAuth answer is about the token or its scope. */
export const concernsToken = (error: string): boolean => TOKEN_REFUSED.has(error) || SCOPE_MISSING.has(error);
/** The other words of OAuth (RFC 6749 and common servers). Gateways use words of their own, such as "Bad Request". */
const OAUTH_ERRORS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'invalid_credentials',
  'unauthorized_client',
  'unsupported_grant_type',
  'server_error',
  'temporarily_unavailable',
]);
/** Returns true if `error` is a word of OAuth. Only then a bare `{error}` comes from the service. */
export const isOAuthWord = (error: string): boolean => concernsToken(error) || OAUTH_ERRORS.has(error);
/**
 * How the live service words a token whose scope lacks a module ("no permission invoices scopes"). Its refusals usually
 * have the code 404 (contract B), so the code does not tell.
 */
const NO_SCOPE = /^no permission \w+ scopes?\.?$/i;
/** How frameworks word an unknown route. No other message decides here. */
const ROUTE_MISSING =
  /^(?:404 )?not found\.?$|route[^a-z]*(?:is\s+)?not\s+(?:found|exist)|no\s+(?:such\s+)?route|not\s+found[^a-z]+(?:the\s+)?route|cannot\s+(?:get|post)\s+\/|unknown\s+(?:path|endpoint|route)|page not found/i;

/** Success is the code 200, or the code 0 with the message `success` (contract B, "Errors"). */
export const isSuccess = (code: number, message: string): boolean =>
  code === 200 || (code === 0 && message === 'success');

/** Returns true if the message of an answer says that the service does not have this route. */
export const saysNoRoute = (message: string): boolean => ROUTE_MISSING.test(message);

/**
 * Classifies one result. `nowMs` is needed for a Retry-After that is a date. With `stored`, list elements that are
 * unchanged on disk are returned as `UnchangedRecord`.
 */
export const classifyRead = (result: HttpResult, nowMs: number, stored?: StoredRecords): Outcome => {
  if (result.kind === 'failure') {
    const { reason, detail } = result;
    // The service was reached, but its answer cannot be used.
    if (reason === 'too-large') return { kind: 'bad-answer', detail: 'answer too large' };
    if (reason === 'unreadable') return { kind: 'bad-answer', detail };
    return { kind: 'offline', reason, detail };
  }
  const { status, text } = result;
  if (status === 429) return { kind: 'rate-limited', retryAfterMs: retryAfter(result.headers, nowMs) };
  if (status === 511) return { kind: 'captive-portal', detail: 'HTTP 511' };
  if (status === 407) return { kind: 'offline', reason: 'proxy', detail: 'HTTP 407' };
  if (status >= 300 && status < 400) return { kind: 'captive-portal', detail: `HTTP ${status}, redirected` };

  const flaw = textFlaw(text);
  if (flaw !== null && status < 400) return { kind: 'bad-answer', detail: flaw };
  const read = flaw === null ? readBody(text, stored) : null;
  if (read === null) return withoutJson(status, text, header(result.headers, 'content-type') ?? '');
  const { value: body } = read;
  const bounded = dropExcessiveRecords(body, read.raws, text.length);
  if (!bounded) return { kind: 'bad-answer', detail: TOO_DEEP };
  if (typeof body.error === 'string' && !isCode(body.code)) return bareError(status, body.error, body);
  if (!isCode(body.code)) return withoutEnvelope(status, body, text);
  const outcome = envelope({ ...result, text: read.text }, Number(body.code), body, nowMs);
  if (outcome.kind !== 'ok') return outcome;
  const { raws, skipped } = bounded;
  return {
    ...outcome,
    ...(raws === null ? {} : { raws }),
    ...(skipped.length === 0 ? {} : { skipped }),
  };
};

const envelope = (
  { status, text, headers }: Extract<HttpResult, { kind: 'answer' }>,
  code: number,
  body: Record<string, unknown>,
  nowMs: number,
): Outcome => {
  const message = words(body);
  // A `now` that is no time is dropped. Otherwise it would count as earlier than every watermark, and the list would be
  // read again endlessly.
  const now = typeof body.now === 'string' && parseServerTime(body.now) !== undefined ? body.now : null;
  if (NO_SCOPE.test(message)) return { kind: 'forbidden', detail: message };
  if (code === 401 || status === 401) return { kind: 'unauthorized', detail: message };
  if (code === 429) return { kind: 'rate-limited', retryAfterMs: retryAfter(headers, nowMs) };
  if (code === 403 || status === 403) return { kind: 'forbidden', detail: message };
  const success = isSuccess(code, message);
  if (success && status < 400) return { kind: 'ok', body, data: body.data, now, text };
  if (code >= 500 && code < 600) return { kind: 'server-error', status: code, detail: message };
  if (status > 500 && !success) return { kind: 'server-error', status, detail: message };
  if (success) return { kind: 'server-error', status, detail: 'an error status with a success envelope' };
  if ((status === 404 || status === 405) && saysNoRoute(message))
    return { kind: 'not-offered', detail: message };
  return { kind: 'refused', code, message, now };
};

const unexplained = (detail: string): Outcome => ({ kind: 'forbidden', detail, isUnexplained: true });

const bareError = (status: number, error: string, body: Record<string, unknown>): Outcome => {
  const description = typeof body.error_description === 'string' ? body.error_description : words(body);
  const noScope = [description, words(body), body.hint].find(
    (text) => typeof text === 'string' && NO_SCOPE.test(text),
  );
  if (noScope !== undefined && concernsToken(error)) return { kind: 'forbidden', detail: String(noScope) };
  if (TOKEN_REFUSED.has(error) || (status === 401 && error !== 'invalid_client'))
    return { kind: 'unauthorized', detail: error };
  if (SCOPE_MISSING.has(error)) return { kind: 'forbidden', detail: error };
  if (status === 403) return unexplained(error);
  if (status === 404 && /not.?found/i.test(error)) return { kind: 'not-offered', detail: error };
  if (status >= 500) return { kind: 'server-error', status, detail: error };
  if (!OAUTH_ERRORS.has(error)) return { kind: 'bad-answer', detail: `HTTP ${status}, ${error}` };
  return {
    kind: 'oauth-error',
    error,
    description,
    ...(typeof body.hint === 'string' ? { hint: body.hint } : {}),
  };
};

const withoutJson = (status: number, text: string, contentType: string): Outcome => {
  if (status === 401) return { kind: 'unauthorized', detail: 'HTTP 401' };
  if (status === 404 || status === 405 || status === 501)
    return { kind: 'not-offered', detail: `HTTP ${status} without an envelope` };
  if (status >= 500) return { kind: 'server-error', status, detail: `HTTP ${status}` };
  if (/html/i.test(contentType) || /^\s*<(?:!doctype|html|head|body|script|meta)/i.test(text))
    return { kind: 'captive-portal', detail: `HTTP ${status} with a web page` };
  if (status === 403) return unexplained('HTTP 403');
  return { kind: 'bad-answer', detail: text === '' ? `HTTP ${status}, empty` : `HTTP ${status}, not JSON` };
};

const withoutEnvelope = (status: number, body: Record<string, unknown>, text: string): Outcome => {
  if (typeof body.access_token === 'string' && status < 400)
    return { kind: 'ok', body, data: body, now: null, text };
  if (status === 401) return { kind: 'unauthorized', detail: 'HTTP 401' };
  if (status === 403) return unexplained(words(body));
  if (status === 404 || status === 405)
    return { kind: 'not-offered', detail: words(body) || `HTTP ${status}` };
  if (status >= 500) return { kind: 'server-error', status, detail: words(body) };
  return { kind: 'bad-answer', detail: `HTTP ${status}, no envelope` };
};

/** Returns true if this `error` of OAuth says that the same request may succeed later. */
export const isPassing = (error: string): boolean =>
  error === 'server_error' || error === 'temporarily_unavailable';

/** Whether and when the same read makes sense again. */
export const retryOf = (outcome: Outcome): Retry => {
  switch (outcome.kind) {
    case 'rate-limited':
      return { when: 'at', delayMs: outcome.retryAfterMs };
    case 'offline':
    case 'unanswered':
    case 'captive-portal':
    case 'server-error':
    case 'bad-answer':
      return { when: 'backoff' };
    case 'unauthorized':
      return { when: 'after-sign-in' };
    case 'oauth-error':
      return { when: isPassing(outcome.error) ? 'backoff' : 'after-sign-in' };
    case 'ok':
    case 'refused':
    case 'forbidden':
    case 'not-offered':
      return { when: 'never' };
  }
};

/** Returns true if only this request may have failed: it was sent, and no complete answer came. */
const MAY_FAIL_ALONE: ReadonlySet<OfflineReason> = new Set(['timeout', 'reset', 'other']);

/**
 * Converts the trouble of a request without an answer of the service if the service answered others. The service is
 * reached then, and only this request failed.
 */
export const alone = (outcome: Outcome): Outcome => {
  if (outcome.kind === 'captive-portal') return { kind: 'bad-answer', detail: outcome.detail };
  return outcome.kind === 'offline' && MAY_FAIL_ALONE.has(outcome.reason)
    ? { ...outcome, kind: 'unanswered' }
    : outcome;
};

/** Returns true if this answer can only come from the service. */
export const isAnswer = (outcome: Outcome): boolean =>
  outcome.kind === 'ok' ||
  outcome.kind === 'refused' ||
  (outcome.kind === 'forbidden' && outcome.isUnexplained !== true);

/**
 * Returns true if the answer may come from something in front of the service: no such route, or a 403 that the
 * service did not word. One such answer proves nothing about a route or a permission.
 */
export const mayBeProxy = (outcome: Outcome): boolean =>
  outcome.kind === 'not-offered' || (outcome.kind === 'forbidden' && outcome.isUnexplained === true);

/** True when the outcome says that the service was not reached at all. */
export const isUnreached = (outcome: Outcome): boolean =>
  outcome.kind === 'offline' || outcome.kind === 'captive-portal';

/** The contract's failure code for an outcome; the detail never carries a token. */
export const failureOf = (outcome: Trouble): Failure => {
  switch (outcome.kind) {
    case 'offline':
      return { code: offlineCodeOf(outcome.reason), detail: outcome.detail };
    case 'unanswered':
      return { code: outcome.reason === 'timeout' ? 'timeout' : 'bad-answer', detail: outcome.detail };
    case 'oauth-error':
      return {
        code: OAUTH_CODES[outcome.error] ?? 'unauthorized',
        detail: outcome.description || outcome.error,
      };
    case 'rate-limited':
      return { code: 'rate-limited', detail: `${Math.ceil(outcome.retryAfterMs / 1000)} s` };
    case 'refused':
      return { code: 'refused', detail: `${outcome.code} ${outcome.message}`.trim() };
    default:
      return { code: outcome.kind, detail: outcome.detail };
  }
};

const offlineCodeOf = (
  reason: Extract<Outcome, { kind: 'offline' }>['reason'],
): 'timeout' | 'tls' | 'offline' => (reason === 'timeout' || reason === 'tls' ? reason : 'offline');

const OAUTH_CODES: Readonly<Record<string, Failure['code']>> = {
  invalid_client: 'invalid-client',
  invalid_grant: 'invalid-grant',
  invalid_scope: 'invalid-scope',
};

const retryAfter = (headers: Readonly<Record<string, string>>, nowMs: number): number =>
  retryAfterMs(headers, nowMs) ?? DEFAULT_RETRY_AFTER_MS;

const header = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  headers[name] ?? headers[Object.keys(headers).find((key) => key.toLowerCase() === name) ?? ''];

/** Some services send both, one of them empty. */
const words = (body: Record<string, unknown>): string => messageText(body.message) || messageText(body.msg);

const isCode = (code: unknown): boolean =>
  Number.isInteger(code) || (typeof code === 'string' && /^-?\d{1,6}$/.test(code));
