/**
 * The real network, by the system's proxies and with the system's roots (`connector.ts`). Every request is
 * one of undici's: HTTP/1.1, no pipelining, no retry, a deadline for the whole of it and a bound on the
 * decoded answer. Reads follow redirects by hand, so that Authorization never reaches another host. Pushes
 * go out on a fresh connection and follow none, so that a push leaves at most once whatever happens.
 */
import { Agent, request as undiciRequest, type Dispatcher } from 'undici';
import type { HttpRequest, HttpResult, Transport } from '#core/ports/ports';
import { ACCEPTED_CODINGS, decodedBody, discard, readBounded, UnreadableBody } from './bounded-body';
import { createConnector, type ConnectorOptions } from './connector';
import { withDeadline } from './deadline';
import { networkFailure } from './network-failure';

export { inProcessTransport } from './in-process-transport';

const MAX_REDIRECTS = 3;
/** A page of a hundred orders with all their lines and columns is about 4 MB. */
export const MAX_READ_BYTES = 16 * 1024 * 1024;
/** What answers a push or a token request names a record, its lines, or a token. */
export const MAX_POST_BYTES = 4 * 1024 * 1024;

export interface NodeTransport extends Transport {
  close(): Promise<void>;
}

export interface NodeTransportOptions extends Partial<ConnectorOptions> {
  /**
   * Another way to read, for a proxy whose sign-in only the shell's browser can do. Never used for pushes: it
   * may send twice.
   */
  readThroughShell?(request: HttpRequest): Promise<HttpResult>;
}

export const createNodeTransport = ({
  readThroughShell,
  route = async () => 'DIRECT',
  ...rest
}: NodeTransportOptions = {}): NodeTransport => {
  const connect = createConnector({ route, ...rest });
  const pushes = new Agent({ allowH2: false, pipelining: 1, connections: 4, connect });
  const reads = new Agent({ allowH2: false, pipelining: 1, connections: 8, connect });

  return {
    read: async (request) => {
      const result = await attempt(request, (signal) => readOnce(request, reads, signal));
      const signInAtProxy = result.kind === 'failure' && result.reason === 'proxy' && result.detail === '407';
      return readThroughShell && signInAtProxy ? attempt(request, () => readThroughShell(request)) : result;
    },
    // `reset` closes the connection after the answer: an idle one that the server drops could leave a push in
    // doubt.
    push: (request) =>
      attempt(request, async (signal) =>
        answerOf(await send(request, request.url, { dispatcher: pushes, reset: true, signal }), {
          url: request.url,
          maxBytes: MAX_POST_BYTES,
        }),
      ),
    close: async () => {
      await Promise.all([pushes.destroy(), reads.destroy()]);
    },
  };
};

type Answer = Dispatcher.ResponseData;

/** Runs one exchange within the request's deadline; whatever goes wrong is a failure. */
const attempt = async (
  request: HttpRequest,
  work: (signal: AbortSignal) => Promise<HttpResult>,
): Promise<HttpResult> => {
  try {
    return await withDeadline(request.timeoutMs, work);
  } catch (error) {
    return networkFailure(error);
  }
};

const send = (
  request: HttpRequest,
  url: string,
  options: { dispatcher: Dispatcher; signal: AbortSignal; reset?: boolean },
): Promise<Answer> =>
  undiciRequest(url, {
    ...options,
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    headersTimeout: request.timeoutMs,
    bodyTimeout: request.timeoutMs,
  });

const readOnce = async (
  request: HttpRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<HttpResult> => {
  const coded = { ...request, headers: { 'accept-encoding': ACCEPTED_CODINGS, ...request.headers } };
  let { url } = request;
  for (let hop = 0; ; hop += 1) {
    const answer = await send(coded, url, { dispatcher, signal });
    const next = redirectOf(answer, url);
    // A GET on the same origin may move; anything else (another host: a login page or a portal) is the answer
    // itself.
    if (next === null || hop >= MAX_REDIRECTS || request.method !== 'GET' || !sameOrigin(url, next))
      return answerOf(answer, { url, maxBytes: request.method === 'GET' ? MAX_READ_BYTES : MAX_POST_BYTES });
    url = next;
    await answer.body.dump();
  }
};

const answerOf = async (
  { statusCode, headers, body }: Answer,
  { url, maxBytes }: { url: string; maxBytes: number },
): Promise<HttpResult> => {
  const flat = flatten(headers);
  if (Number(flat['content-length'] ?? 0) > maxBytes) {
    discard(body);
    throw new UnreadableBody('too-large', `more than ${maxBytes} bytes`);
  }
  const text = await readBounded(decodedBody(body, flat['content-encoding']), maxBytes);
  return { kind: 'answer', status: statusCode, headers: flat, text, url };
};

const redirectOf = ({ statusCode, headers }: Answer, from: string): string | null => {
  const { location } = headers;
  if (statusCode < 300 || statusCode >= 400 || typeof location !== 'string') return null;
  return URL.canParse(location, from) ? new URL(location, from).href : null;
};

const sameOrigin = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin;

const flatten = (headers: Answer['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
