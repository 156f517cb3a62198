/**
 * Every request that the service received, in order. Tests count them to prove that nothing was sent twice.
 */
import { createHash } from 'node:crypto';

export interface LoggedRequest {
  index: number;
  /** Server clock, milliseconds since the epoch. */
  at: number;
  method: string;
  path: string;
  query: string;
  /** SHA-256 of the body's bytes, hex; empty for none. */
  bodyHash: string;
  body: string;
  /** True if it wrote something permanently. */
  committed: boolean;
  /** The HTTP status answered, or the wire fault that answered in its place. */
  outcome: string;
}

const MOST = 20_000;

export class RequestLog {
  #entries: LoggedRequest[] = [];
  #count = 0;

  open(at: number, method: string, url: URL, body: string): LoggedRequest {
    const entry = {
      index: this.#count++,
      at,
      method,
      path: url.pathname,
      query: url.search.slice(1),
      bodyHash: body === '' ? '' : createHash('sha256').update(body).digest('hex'),
      body,
      committed: false,
      outcome: 'open',
    };
    this.#entries.push(entry);
    if (this.#entries.length > MOST) this.#entries.splice(0, MOST / 2);
    return entry;
  }

  list(): readonly LoggedRequest[] {
    return this.#entries;
  }
  clear(): void {
    this.#entries = [];
  }
}
