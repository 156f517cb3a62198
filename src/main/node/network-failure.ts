/**
 * Classifies a missing answer by Node's error codes only. `unsent` means that no byte of the request can have
 * left: name lookup, connecting, a proxy's refusal, and a certificate that we refused. A reset may come after
 * the request, so it does not prove this.
 */
import type { HttpResult } from '#core/ports/ports';
import { UnreadableBody } from './bounded-body';
import { ConnectFailure } from './connect-failure';

type Failure = Extract<HttpResult, { kind: 'failure' }>;

const REASONS: Readonly<Record<string, { reason: Failure['reason']; unsent: boolean }>> = {
  ENOTFOUND: { reason: 'dns', unsent: true },
  EAI_AGAIN: { reason: 'dns', unsent: true },
  EAI_FAIL: { reason: 'dns', unsent: true },
  ENODATA: { reason: 'dns', unsent: true },
  ECONNREFUSED: { reason: 'connect', unsent: true },
  UND_ERR_CONNECT_TIMEOUT: { reason: 'connect', unsent: true },
  EADDRNOTAVAIL: { reason: 'connect', unsent: true },
  UND_ERR_HEADERS_TIMEOUT: { reason: 'timeout', unsent: false },
  UND_ERR_BODY_TIMEOUT: { reason: 'timeout', unsent: false },
  UND_ERR_ABORTED: { reason: 'aborted', unsent: false },
  ECONNRESET: { reason: 'reset', unsent: false },
  EPIPE: { reason: 'reset', unsent: false },
  UND_ERR_SOCKET: { reason: 'reset', unsent: false },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { reason: 'reset', unsent: false },
  UND_ERR_DESTROYED: { reason: 'reset', unsent: false },
};
/**
 * These errors may also break an open connection. They prove that nothing was sent only if connecting itself
 * failed.
 */
const CONNECT_OR_LATER = new Set([
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'EACCES',
  'EPERM',
]);
/** Certificates that we refused: we ended the handshake before the request. */
const OWN_TLS_REFUSAL =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_ALTNAME_INVALID|ERR_TLS_CERT_SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;
/** The body is not what its Content-Encoding says, or ended early (zlib, Brotli). */
const BROKEN_CODING = /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/;
const ANY_TLS = /^(?:ERR_TLS|ERR_SSL|EPROTO)/;

/** Reads an error of undici or of our own reading, causes included. */
export const networkFailure = (error: unknown): Failure => {
  const failed = connectFailureIn(error);
  if (failed) return { kind: 'failure', reason: failed.reason, unsent: true, detail: failed.detail };
  if (error instanceof UnreadableBody)
    return { kind: 'failure', reason: error.reason, unsent: false, detail: error.message };
  const chain = causesOf(error);
  const named = chain.find((link) => link.code !== undefined);
  const code = named?.code ?? '';
  const detail = code === '' ? (chain[0]?.name ?? 'unknown') : code;
  if (chain.some((link) => link.name === 'TimeoutError'))
    return { kind: 'failure', reason: 'timeout', unsent: false, detail: 'timeout' };
  if (chain.some((link) => link.name === 'AbortError') && code === '')
    return { kind: 'failure', reason: 'aborted', unsent: false, detail: 'aborted' };
  const known = REASONS[code];
  if (
    code === 'ECONNRESET' &&
    chain.some((link) => link.message.includes('before secure TLS connection was established'))
  )
    return { kind: 'failure', reason: 'tls', unsent: true, detail };
  if (known) return { kind: 'failure', ...known, detail };
  if (CONNECT_OR_LATER.has(code))
    return {
      kind: 'failure',
      reason: named?.syscall === 'connect' ? 'connect' : 'reset',
      unsent: named?.syscall === 'connect',
      detail,
    };
  if (OWN_TLS_REFUSAL.test(code)) return { kind: 'failure', reason: 'tls', unsent: true, detail };
  if (BROKEN_CODING.test(code)) return { kind: 'failure', reason: 'unreadable', unsent: false, detail };
  if (ANY_TLS.test(code)) return { kind: 'failure', reason: 'tls', unsent: false, detail };
  return { kind: 'failure', reason: 'other', unsent: false, detail };
};

/** Finds our connector's error inside a wrapped error. */
const connectFailureIn = (error: unknown): ConnectFailure | null => {
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < 6; depth += 1) {
    if (current instanceof ConnectFailure) return current;
    current = current.cause;
  }
  return null;
};

interface Link {
  name: string;
  message: string;
  code: string | undefined;
  syscall: string | undefined;
}

/** The error, its causes, and the members of an AggregateError (one per address tried). */
const causesOf = (error: unknown): Link[] => {
  const links: Link[] = [];
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < 6; depth += 1) {
    const { code, syscall, errors, cause } = current as Error & {
      code?: unknown;
      syscall?: unknown;
      errors?: unknown;
      cause?: unknown;
    };
    links.push({
      name: current.name,
      message: current.message,
      code: typeof code === 'string' ? code : undefined,
      syscall: typeof syscall === 'string' ? syscall : undefined,
    });
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return links;
};
