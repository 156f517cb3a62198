/**
 * Reads through Chromium's stack, which signs in to proxies with the user's own login where ours cannot. For
 * reads alone: this stack may send a request again on a connection it takes for stale, which a push must
 * never do. A session of its own, in memory, without cookies; the windows' session stays shut to the network.
 */
import type { Session } from 'electron';
import type { HttpRequest, HttpResult } from '#core/ports/ports';

export const READ_PARTITION = 'satchel-reads';
const MAX_ANSWER_CHARS = 64 * 1024 * 1024;

/**
 * Never throws: what goes wrong is a failure that claims nothing. Redirects are not followed, so
 * Authorization stays with its host.
 */
export const readThroughSession = async (
  session: Pick<Session, 'fetch'>,
  request: HttpRequest,
): Promise<HttpResult> => {
  try {
    const response = await session.fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(request.timeoutMs),
      bypassCustomProtocolHandlers: true,
    });
    if (response.status === 407) return { kind: 'failure', reason: 'proxy', unsent: true, detail: '407' };
    const text = await response.text();
    if (text.length > MAX_ANSWER_CHARS)
      return { kind: 'failure', reason: 'other', unsent: false, detail: 'answer too large' };
    return {
      kind: 'answer',
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      url: request.url,
    };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return {
      kind: 'failure',
      reason: timedOut ? 'timeout' : 'proxy',
      unsent: false,
      detail: timedOut ? 'timeout' : 'system',
    };
  }
};
