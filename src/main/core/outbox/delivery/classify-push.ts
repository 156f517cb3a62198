/**
 * Decides what the outcome of a push proves: accepted, refused, not sent, or no verdict.
 *
 * - A refusal is a complete JSON error envelope with status 2xx or 4xx and a code below 500.
 * - 401 and a bare OAuth error about the token concern the sign-in, and 429 the rate limit: they refuse nothing.
 * - Only the transport can prove that nothing was sent.
 * - Everything else gives no verdict: HTML, 3xx, 408, 421, 5xx, a torn or unknown body, a time-out, a reset, the code 0
 *   without the message `success`, and a success of a create without an id. Gateways send bodies such as
 *   `{"error":"Request Timeout"}`, also after the service has accepted the push.
 *
 * The status and the code of the envelope decide. The text decides only where they leave nothing else: the
 * message `success` with code 0, and why a push was refused (`refusalOf`: a missing record, an unknown route).
 */
import { isObject } from '#shared/domain/is-object';
import { oauthErrorSchema, envelopeSchema } from '#shared/http-api/envelope';
import type { Command, IntentKind } from '#shared/domain/intent';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { keysWith } from '#shared/domain/push-fields/push-field';
import { RESOURCE_OF_KIND } from '#shared/domain/intent-resources';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { isNoId, toId } from '#shared/domain/ids';
import { isTooDeep, textFlaw } from '../../api/answer-bounds';
import { concernsToken, isSuccess, saysNoRoute } from '../../api/classify-read';
import { saysNotFound } from '../../api/not-found-words';
import { readBody } from '../../api/read-answer';
import { retryAfterMs } from '../../api/retry-after';
import type { HttpResult } from '../../ports/ports';

export type PushVerdict =
  | {
      kind: 'accepted';
      realId: string | null;
      number: string | null;
      children: Record<string, unknown>[];
      now: string | null;
      text: string;
    }
  | { kind: 'refused'; code: number; message: string; field: string | null; now: string | null; text: string }
  | { kind: 'throttled'; retryAfterMs: number | null; text: string }
  | { kind: 'unauthorized'; text: string }
  | { kind: 'unsent'; detail: string }
  | { kind: 'noVerdict'; detail: string; text: string };

/**
 * The only messages that name a field: `'xxx' cannot be empty` (contract E5), `Input data validate error xxx
 * must be …` (E2), and `… cannot be empty use xxx` (opportunity/push).
 */
const FIELD_PATTERNS: readonly RegExp[] = [
  /^'([^']+)' cannot be empty$/,
  /validate error (\w+) must be/,
  /cannot be empty use (\w+)$/,
];

const fieldNamedBy = (message: string): string | null => {
  for (const pattern of FIELD_PATTERNS) {
    const found = pattern.exec(message);
    if (found) return found[1] ?? null;
  }
  return null;
};

const asObject = (text: string): Record<string, unknown> | null => {
  const body = textFlaw(text) === null ? readBody(text) : null;
  return body === null || isTooDeep(body.value) ? null : body.value;
};

/** The number of a record. Some services send one of digits as a JSON number. */
const numberIn = (body: Record<string, unknown>, key: string | undefined): string | null => {
  const value = key === undefined ? undefined : body[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

const accepted = (command: Command, data: unknown, now: string | null, text: string): PushVerdict => {
  const tables = KIND_TABLES[command.kind];
  const body = isObject(data) ? data : {};
  const { idField, numberField } = RESOURCE_INFO[RESOURCE_OF_KIND[command.kind]];
  const given = toId(body[idField]) ?? null;
  const realId = isNoId(given) ? null : given;
  const list = tables.childrenKey === null ? undefined : body[tables.childrenKey];
  // A create whose answer has no id proves nothing: a portal or proxy may also answer "success".
  if (realId === null && command.target === null)
    return { kind: 'noVerdict', detail: 'success without an id', text };
  return {
    kind: 'accepted',
    realId: realId ?? command.target,
    number: numberIn(body, numberField),
    children: Array.isArray(list)
      ? list.filter((item): item is Record<string, unknown> => item !== null && typeof item === 'object')
      : [],
    now,
    text,
  };
};

/** The verdict on one attempt of `command`. Pure; `nowMs` turns an HTTP date into a delay. */
export const classifyPush = (result: HttpResult, command: Command, nowMs: number): PushVerdict => {
  if (result.kind === 'failure')
    return result.unsent
      ? { kind: 'unsent', detail: `${result.reason}: ${result.detail}` }
      : { kind: 'noVerdict', detail: `${result.reason}: ${result.detail}`, text: '' };
  const { status, text } = result;
  if (status === 401) return { kind: 'unauthorized', text };
  if (status === 429) return { kind: 'throttled', retryAfterMs: retryAfterMs(result.headers, nowMs), text };
  // 408 and 421 concern the connection, never the record, whatever the body contains.
  if (status >= 500 || status === 408 || status === 421 || (status >= 300 && status < 400) || status < 200)
    return { kind: 'noVerdict', detail: `HTTP ${status}`, text };
  const body = asObject(text);
  if (!body) return { kind: 'noVerdict', detail: `HTTP ${status} without a whole JSON body`, text };
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) {
    const oauth = oauthErrorSchema.safeParse(body);
    return oauth.success && concernsToken(oauth.data.error) && !('data' in body)
      ? { kind: 'unauthorized', text }
      : { kind: 'noVerdict', detail: `HTTP ${status} with an unknown body`, text };
  }
  const { code, now } = envelope.data;
  // Some services send both, one of them empty.
  const message = envelope.data.message || envelope.data.msg;
  if (isSuccess(code, message))
    return status < 300
      ? accepted(command, envelope.data.data, now, text)
      : { kind: 'noVerdict', detail: `HTTP ${status} says success`, text };
  // Code 0 is known only from successes. With other words, or none, it tells neither success nor refusal.
  if (code === 0) return { kind: 'noVerdict', detail: 'code 0 without the message success', text };
  if (code === 401) return { kind: 'unauthorized', text };
  if (code === 429) return { kind: 'throttled', retryAfterMs: retryAfterMs(result.headers, nowMs), text };
  if (code >= 500) return { kind: 'noVerdict', detail: `code ${code}`, text };
  return { kind: 'refused', code, message, field: fieldNamedBy(message), now, text };
};

/** Fields that link another record, which may be the one that was not found. */
const LINKS: ReadonlySet<string> = new Set([
  'company_id',
  'lead_id',
  'opportunity_id',
  'customer_id',
  'order_id',
  'order_record_id',
  'product_id',
  'sku_id',
  'refer_id',
]);
const linksRecords = ({ kind, fields, children }: Command): boolean =>
  [
    ...Object.keys(fields),
    ...children.flatMap((item) => Object.keys(item.fields)),
    // Every edit also carries these fields of the record.
    ...keysWith(KIND_TABLES[kind].fields, ({ isRepeated }) => isRepeated === true),
  ].some((key) => LINKS.has(key));

/** Kinds whose push some services do not offer. The route is never probed, because a push writes. */
const OPTIONAL_PUSHES: ReadonlySet<IntentKind> = new Set(['opportunity', 'trailNote']);

/**
 * The reason that a refused item gets: the service's words, under a code.
 *
 * - `gone`: the service says to an edit that there is no such record. The read before a push gives the same code. An
 *   edit that links other records gets another code, because one of those may be missing, and the user can choose
 *   another one.
 * - `not-offered`: the service does not know the route of an optional push.
 * - `refused-<code>` otherwise.
 */
export const refusalOf = (
  verdict: Extract<PushVerdict, { kind: 'refused' }>,
  command: Command,
): { code: string; message: string; field: string | undefined } => ({
  code: refusalCodeOf(verdict, command),
  message: verdict.message,
  field: verdict.field ?? undefined,
});

const refusalCodeOf = (
  { code, message }: Extract<PushVerdict, { kind: 'refused' }>,
  command: Command,
): string => {
  if (command.target !== null && saysNotFound(message) && !linksRecords(command)) return 'gone';
  if (OPTIONAL_PUSHES.has(command.kind) && (code === 404 || code === 405) && saysNoRoute(message))
    return 'not-offered';
  return `refused-${code}`;
};
