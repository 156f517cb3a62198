/**
 * The connection was never made: name lookup, connecting, the proxy or the TLS handshake failed. Only the
 * connector throws it, before the first byte of the request. So a request that ends with it was certainly not
 * sent.
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  // Not one of undici's own codes, because undici retries after some of them.
  readonly code = 'ERR_NOT_CONNECTED';
  readonly reason: 'dns' | 'connect' | 'tls' | 'proxy';
  /** The system's code, or what the proxy answered, e.g. `407`. */
  readonly detail: string;

  constructor(reason: ConnectFailure['reason'], detail: string, cause?: unknown) {
    super(`${reason}: ${detail}`, cause === undefined ? {} : { cause });
    this.reason = reason;
    this.detail = detail;
  }
}
