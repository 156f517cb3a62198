/**
 * Faults for the next matching requests. Faults that a response can express (statuses, pages, redirects,
 * changing lists) are answered here. Faults of the connection are thrown as `WireFault`; the HTTP front
 * applies them to the socket, and an in-process transport converts them to its errors. Each fault ends after
 * `times` requests.
 */
export const FAULT_KINDS = [
  'stall',
  'latency',
  'lost',
  'reset',
  'torn',
  'idle-close',
  'status',
  'html',
  'redirect',
  'shuffle',
  'shift',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  method?: string;
  /** Matches a path that starts with it. */
  path?: string;
  /** How many requests it affects; 1 by default. */
  times?: number;
  /** Matching requests let through first. */
  skip?: number;
  /** `latency`: how long an answer waits, in milliseconds. */
  delayMs?: number;
  /** `status`: 401, 421, 429, 5xx; `redirect`: 302, 307 and the like. */
  status?: number;
  retryAfter?: string;
  location?: string;
  /** `shift`: by how many records the page is shifted. */
  by?: number;
}

/**
 * A fault of the connection in place of a complete answer. `committed` tells whether the request took effect.
 */
export class WireFault extends Error {
  readonly kind: 'stall' | 'lost' | 'reset' | 'torn' | 'idle-close';
  readonly committed: boolean;
  /** `torn`: the answer, of which only the beginning arrives. */
  readonly response: Response | undefined;
  constructor(kind: WireFault['kind'], committed: boolean, response?: Response) {
    super(`wire fault: ${kind}`);
    this.name = 'WireFault';
    this.kind = kind;
    this.committed = committed;
    this.response = response;
  }
}

interface Armed {
  id: number;
  fault: Fault;
  left: number;
  skip: number;
}

export class FaultBook {
  #armed: Armed[] = [];
  #lastId = 0;

  add(fault: Fault): number {
    this.#lastId += 1;
    this.#armed.push({ id: this.#lastId, fault, left: fault.times ?? 1, skip: fault.skip ?? 0 });
    return this.#lastId;
  }

  clear(): void {
    this.#armed = [];
  }

  list(): { id: number; fault: Fault; left: number }[] {
    return this.#armed.map(({ id, fault, left }) => ({ id, fault, left }));
  }

  /**
   * The faults of this request, in the order in which they were set. A fault for reused connections does not
   * affect new ones.
   */
  take(method: string, path: string, reusedConnection: boolean): Fault[] {
    const met: Fault[] = [];
    for (const armed of this.#armed) {
      const { fault } = armed;
      if (
        (fault.method !== undefined && fault.method !== method) ||
        (fault.path !== undefined && !path.startsWith(fault.path))
      )
        continue;
      if (fault.kind === 'idle-close' && (!reusedConnection || method !== 'POST')) continue;
      if (armed.skip > 0) {
        armed.skip -= 1;
        continue;
      }
      armed.left -= 1;
      met.push(fault);
    }
    this.#armed = this.#armed.filter((armed) => armed.left > 0);
    return met;
  }
}

const HTML =
  '<!doctype html><html><head><title>Welcome to Hotel Wi-Fi</title></head><body><form ' +
  'action="/login">Please sign in to continue.</form></body></html>';

/** The answer of a fault in place of the service's; undefined if the service still answers. */
export const answerOf = (fault: Fault, now: string): Response | undefined => {
  if (fault.kind === 'html')
    return new Response(HTML, {
      status: fault.status ?? 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  if (fault.kind === 'redirect')
    return new Response('', {
      status: fault.status ?? 302,
      headers: { location: fault.location ?? '/v1/elsewhere' },
    });
  if (fault.kind !== 'status') return undefined;
  const status = fault.status ?? 503;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
  };
  const body =
    status === 401
      ? {
          error: 'access_denied',
          error_description: 'The resource owner or authorization server denied the request.',
          message: 'The resource owner or authorization server denied the request.',
        }
      : {
          code: status,
          message: status === 429 ? 'Too Many Requests' : 'Service Unavailable',
          now,
          data: {},
        };
  return new Response(JSON.stringify(body), { status, headers });
};
