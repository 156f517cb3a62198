/**
 * A connection that never stood: name lookup, connecting, a proxy's refusal or the TLS handshake failed. It
 * arises only inside the connector, which runs before the first request byte, so a request that ends in it
 * was provably not sent.
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  // Never one of undici's own codes: it takes some of them for a reason to try again.
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
