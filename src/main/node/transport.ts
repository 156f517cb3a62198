/**
 * The real network, with the system's proxies and root certificates (`connector.ts`). Every request uses
 * undici: HTTP/1.1, no pipelining, no retry, one deadline for the whole request, and a limit on the decoded
 * answer. Redirects of reads are handled here, so that Authorization never reaches another host. A push uses
 * a fresh connection and follows no redirect, so that it is sent at most once.
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
const MAX_READ_BYTES = 16 * 1024 * 1024;
/** The answer to a push or a token request contains only a record with its lines, or a token. */
const MAX_POST_BYTES = 4 * 1024 * 1024;

export interface NodeTransport extends Transport {
  close(): Promise<void>;
}

export interface NodeTransportOptions extends Partial<ConnectorOptions> {
  /**
   * A second way to read, for a proxy whose sign-in only the shell's browser supports. Never used for pushes,
   * because it may send twice.
   */
  readThroughShell?(request: HttpRequest): Promise<HttpResult>;
  /** For tests only: the time in place of the computer's clock. */
  now?(): number;
}

/**
 * Connections of reads that were not used for this long are not used again. A computer that slept, or another network,
 * may have lost them: a read would then wait until its deadline. The computer's clock counts, because timers stand
 * still during a sleep.
 */
const MOST_IDLE_MS = 15_000;

export const createNodeTransport = ({
  readThroughShell,
  route = async () => 'DIRECT',
  now = Date.now,
  ...rest
}: NodeTransportOptions = {}): NodeTransport => {
  const connect = createConnector({ route, ...rest });
  const pushes = new Agent({ allowH2: false, pipelining: 1, connections: 4, connect });
  const newReads = (): Agent => new Agent({ allowH2: false, pipelining: 1, connections: 8, connect });
  let reads = newReads();
  let readAt = now();
  const usableReads = (): Agent => {
    const idleMs = Math.abs(now() - readAt);
    readAt = now();
    if (idleMs <= MOST_IDLE_MS) return reads;
    // Ends its connections when their reads have ended.
    reads.close().catch(() => undefined);
    reads = newReads();
    return reads;
  };

  return {
    read: async (request) => {
      const result = await attempt(request, (signal) => readOnce(request, usableReads(), signal));
      const signInAtProxy = result.kind === 'failure' && result.reason === 'proxy' && result.detail === '407';
      return readThroughShell && signInAtProxy ? attempt(request, () => readThroughShell(request)) : result;
    },
    // `reset` closes the connection after the answer: if the server dropped an idle connection, the next push
    // could be in doubt.
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

/** Runs one exchange within the request's deadline; every error becomes a failure. */
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
    // Only a GET to the same origin follows the redirect. Any other redirect (to a login page or a portal) is
    // the answer.
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
  // An empty body is no compressed one, whatever its header says.
  const coding = flat['content-length'] === '0' ? undefined : flat['content-encoding'];
  const text = await readBounded(decodedBody(body, coding), maxBytes);
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
