/**
 * Reads through Chromium's stack, which signs in to proxies with the user's own login where ours cannot. For
 * reads alone: this stack may send a request again on a connection it takes for stale, which a push must
 * never do. A session of its own, in memory, without cookies; the windows' session stays shut to the network.
 */
import type { Session } from 'electron';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import { readBounded, UnreadableBody } from '../node/bounded-body';
import { withDeadline } from '../node/deadline';

export const READ_PARTITION = 'satchel-reads';
/** As much as a read by our own stack may answer. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Never throws: what goes wrong is a failure that claims nothing. Redirects are not followed, so
 * Authorization stays with its host.
 */
export const readThroughSession = async (
  session: Pick<Session, 'fetch'>,
  request: HttpRequest,
): Promise<HttpResult> => {
  try {
    return await withDeadline(request.timeoutMs, (signal) => readOnce(session, request, signal));
  } catch (error) {
    if (error instanceof UnreadableBody)
      return { kind: 'failure', reason: error.reason, unsent: false, detail: error.message };
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return {
      kind: 'failure',
      reason: timedOut ? 'timeout' : 'proxy',
      unsent: false,
      detail: timedOut ? 'timeout' : 'system',
    };
  }
};

const readOnce = async (
  session: Pick<Session, 'fetch'>,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResult> => {
  const response = await session.fetch(request.url, {
    method: request.method,
    headers: { ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    signal,
    bypassCustomProtocolHandlers: true,
  });
  if (response.status === 407) {
    await response.body?.cancel();
    return { kind: 'failure', reason: 'proxy', unsent: true, detail: '407' };
  }
  return {
    kind: 'answer',
    status: response.status,
    headers: Object.fromEntries(response.headers),
    // The browser's stack has decoded the body already.
    text: response.body === null ? '' : await readBounded(response.body, MAX_ANSWER_BYTES),
    url: request.url,
  };
};
