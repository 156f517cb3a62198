/**
 * The real network, by the system's proxies and with the system's roots (`connector.ts`). Reads go through ky
 * (one try, a deadline, redirects followed by hand so that Authorization never reaches another host). Pushes
 * go through undici on a fresh connection: HTTP/1.1, no pipelining, no redirects, no retry, so a push leaves
 * at most once whatever happens (design, "Pushes are different").
 */
import ky from 'ky';
import { Agent, fetch as undiciFetch, request as undiciRequest, type Dispatcher } from 'undici';
import type { HttpRequest, HttpResult, Transport } from '#core/ports/ports';
import { createConnector, type ConnectorOptions } from './connector';
import { networkFailure } from './network-failure';

export { inProcessTransport } from './in-process-transport';

const MAX_REDIRECTS = 3;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

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
      try {
        return await readOnce(request, reads);
      } catch (error) {
        const failure = networkFailure(error);
        return readThroughShell && failure.reason === 'proxy' && failure.detail === '407'
          ? readThroughShell(request)
          : failure;
      }
    },
    push: async (request) => {
      try {
        // `reset` closes the connection after the answer: an idle one that the server drops could leave a
        // push in doubt.
        const { statusCode, headers, body } = await undiciRequest(request.url, {
          dispatcher: pushes,
          method: request.method,
          headers: { ...request.headers },
          body: request.body ?? null,
          reset: true,
          headersTimeout: request.timeoutMs,
          bodyTimeout: request.timeoutMs,
          signal: AbortSignal.timeout(request.timeoutMs),
        });
        const text = await body.text();
        return { kind: 'answer', status: statusCode, headers: flatten(headers), text, url: request.url };
      } catch (error) {
        return networkFailure(error);
      }
    },
    close: async () => {
      await Promise.all([pushes.destroy(), reads.destroy()]);
    },
  };
};

/** Fetch of the undici that we bundle, so that it takes our dispatcher; ky hands over a platform Request. */
const fetchVia =
  (dispatcher: Dispatcher) =>
  async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const body = request.body === null ? null : await request.text();
    const answer = await undiciFetch(request.url, {
      method: request.method,
      headers: [...request.headers],
      body,
      redirect: 'manual',
      signal: request.signal,
      dispatcher,
    });
    return new Response(NO_BODY.has(answer.status) ? null : (answer.body as unknown as ReadableStream), {
      status: answer.status,
      statusText: answer.statusText,
      headers: [...answer.headers],
    });
  };
const NO_BODY = new Set([204, 205, 304]);

const readOnce = async (request: HttpRequest, dispatcher: Dispatcher): Promise<HttpResult> => {
  const deadline = AbortSignal.timeout(request.timeoutMs);
  let { url } = request;
  for (let hop = 0; ; hop += 1) {
    const response = await ky(url, {
      method: request.method,
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      retry: 0,
      timeout: request.timeoutMs,
      throwHttpErrors: false,
      redirect: 'manual',
      signal: deadline,
      fetch: fetchVia(dispatcher),
    });
    const next = redirectOf(response, url);
    // A GET on the same origin may move; anything else (another host: a login page or a portal) is the answer
    // itself.
    if (next !== null && hop < MAX_REDIRECTS && request.method === 'GET' && sameOrigin(url, next)) {
      url = next;
      await response.body?.cancel();
      continue;
    }
    const length = Number(response.headers.get('content-length') ?? 0);
    if (length > MAX_ANSWER_BYTES) {
      await response.body?.cancel();
      return { kind: 'failure', reason: 'other', unsent: false, detail: 'answer too large' };
    }
    return {
      kind: 'answer',
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
      url,
    };
  }
};

const redirectOf = (response: Response, from: string): string | null => {
  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || location === null) return null;
  return URL.canParse(location, from) ? new URL(location, from).href : null;
};

const sameOrigin = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin;

const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
