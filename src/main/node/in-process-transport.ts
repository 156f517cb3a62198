/**
 * A transport that calls a request handler in this process, for the demo workspace and the tests. It refuses
 * every other host, so no packet leaves the computer.
 */
import type { HttpRequest, HttpResult, Transport } from '#core/ports/ports';

export const DEMO_ORIGIN = 'http://demo.invalid';

export const inProcessTransport = (
  handle: (request: Request) => Response | Promise<Response>,
  origin: string = DEMO_ORIGIN,
): Transport => {
  const send = async (request: HttpRequest): Promise<HttpResult> => {
    if (!URL.canParse(request.url) || new URL(request.url).origin !== origin)
      return { kind: 'failure', reason: 'dns', unsent: true, detail: 'not the demo service' };
    try {
      const response = await handle(
        new Request(request.url, {
          method: request.method,
          headers: { ...request.headers },
          ...(request.body === undefined ? {} : { body: request.body }),
        }),
      );
      return {
        kind: 'answer',
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
        url: request.url,
      };
    } catch (error) {
      return {
        kind: 'failure',
        reason: 'reset',
        unsent: false,
        detail: error instanceof Error ? error.name : 'unknown',
      };
    }
  };
  return { read: send, push: send };
};
