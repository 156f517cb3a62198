/**
 * Defines an endpoint: who may call it, how its body is read, how its answer is wrapped. Handlers are
 * synchronous, so that a write is complete before the next request is handled.
 */
import type { Hono } from 'hono';
import type { Actor } from './auth/token-book';
import { nowOf, type ServiceContext } from './context';
import { missingScope } from './live/scopes';
import { Refusal } from './refusal';
import { parseExact, writeExact, type Json } from './store/exact-json';

/** Further data of a request: the log entry and list faults of `--control`. */
export interface RequestEnvironment {
  committed: boolean;
  listFault?: { shuffle?: boolean; shiftBy?: number };
}
export type ServiceApp = Hono<{ Bindings: RequestEnvironment }>;

/** An answer's `data` that is JSON text already. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface Call {
  query: URLSearchParams;
  body: Json;
  actor: Actor;
  environment: RequestEnvironment;
}

export interface EndpointOptions {
  /** Declared as requiring the header by the contract (E2, E8, E10). */
  declaredAuth?: boolean;
  /** Offered beyond the contract: absent in profile `contract`. */
  optional?: boolean;
  /** True for a push: a success means that it has committed. */
  writes?: boolean;
  /** The code its errors carry when it is not the contract's (trail/push: -1). */
  errorCode?: number;
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

export const envelopeText = (code: number, message: string, now: string, data: string): string =>
  `{"code":${code},"message":${JSON.stringify(message)},"now":"${now}","data":${data}}`;

/** HTTP 200 with the code in the envelope, unless codes are statuses too. */
const refusalAnswer = (context: ServiceContext, refusal: Refusal, errorCode?: number): Response => {
  const code = context.quirks.minusOne ? -1 : (errorCode ?? refusal.code);
  const status = context.quirks.httpErrors ? refusal.code : 200;
  return new Response(envelopeText(code, refusal.message, nowOf(context), '{}'), {
    status,
    headers: JSON_HEADERS,
  });
};

/** 401 in OAuth's form, without an envelope (contract B). */
export const unauthorized = (hint: string): Response =>
  new Response(
    JSON.stringify({
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
      hint,
      message: 'The resource owner or authorization server denied the request.',
    }),
    { status: 401, headers: { ...JSON_HEADERS, 'www-authenticate': 'Bearer' } },
  );

const readBody = (text: string): Json => {
  if (text.trim() === '') throw new Refusal(400, 'Empty POST request body data');
  let value: unknown;
  try {
    value = parseExact(text);
  } catch {
    throw new Refusal(400, 'Invalid data json');
  }
  if (value === null || typeof value !== 'object') throw new Refusal(400, 'Invalid data json');
  if (Object.keys(value).length === 0) throw new Refusal(400, 'Empty POST request body data');
  if (Array.isArray(value)) throw new Refusal(400, 'Invalid data json');
  return value as Json;
};

const admit = (
  context: ServiceContext,
  header: string | undefined,
  options: EndpointOptions,
): Actor | Response => {
  const demanded = context.authRequired === 'all' || options.declaredAuth === true;
  const actor = header ? context.tokens.actorOf(header) : undefined;
  if (actor) return actor;
  if (demanded)
    return unauthorized(header ? 'Access token is invalid or has expired' : 'Missing "Authorization" header');
  return context.tokens.defaultActor();
};

export const endpoint = (
  app: ServiceApp,
  context: ServiceContext,
  method: 'GET' | 'POST',
  path: string,
  options: EndpointOptions,
  handle: (call: Call) => unknown,
): void => {
  if (options.optional && context.profile === 'contract') return;
  app.on(method, path, async (c) => {
    const text = method === 'POST' ? await c.req.text() : '';
    const actor = admit(context, c.req.header('authorization'), options);
    if (actor instanceof Response) return actor;
    try {
      const module = context.quirks.scopes ? missingScope(path, actor.scope) : undefined;
      if (module !== undefined) throw new Refusal(403, `no permission ${module} scopes`);
      const body = method === 'POST' ? readBody(text) : {};
      const call: Call = { query: new URL(c.req.url).searchParams, body, actor, environment: c.env };
      const data = handle(call);
      if (options.writes) c.env.committed = true;
      return new Response(
        envelopeText(200, 'success', nowOf(context), data instanceof JsonText ? data.text : writeExact(data)),
        { headers: JSON_HEADERS },
      );
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(context, error, options.errorCode);
      throw error;
    }
  });
};
