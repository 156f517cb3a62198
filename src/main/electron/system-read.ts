/**
 * Reads through Chromium's network stack, which can sign in to proxies with the user's login. For reads only:
 * this stack may resend a request on a connection that it considers stale, which must never happen to a push.
 * It uses a separate session in memory, without cookies. The session of the windows still has no network
 * access.
 */
import type { Session } from 'electron';
import type { HttpRequest, HttpResult } from '#core/ports/ports';
import { readBounded, UnreadableBody } from '../node/bounded-body';
import { withDeadline } from '../node/deadline';
import { checkSpelling } from './spell-check';

const READ_PARTITION = 'satchel-reads';
/** The same limit as for a read by our own stack. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The session of these reads, in memory and without spell checking. */
export const readSession = (sessions: Pick<typeof Electron.session, 'fromPartition'>): Session => {
  const session = sessions.fromPartition(READ_PARTITION, { cache: false });
  checkSpelling(session, process.platform, []);
  return session;
};

/**
 * Never throws: every error becomes a failure that proves nothing. Redirects are not followed, so
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
    // Chromium's stack has already decoded the body.
    text: response.body === null ? '' : await readBounded(response.body, MAX_ANSWER_BYTES),
    url: request.url,
  };
};
