/**
 * What the outbox needs of the network: reads that are classified, pushes that leave at most once, and a way
 * to renew the token. `gatewayOver` binds it to the API client; the simulation binds the very same over its
 * own transport.
 */
import type { ApiClient } from '../../api/client';
import type { Outcome } from '../../api/classify-read';
import type { Query } from '../../api/query-string';
import type { Session } from '../../api/session';
import type { HttpResult } from '../../ports/ports';

/** Reads as the outbox sees them: an `Outcome` per call, no retries beyond one after a renewed token. */
export interface OutboxReads {
  read(path: string, query?: Query): Promise<Outcome>;
  /**
   * Whether an optional route exists; null while unknown. Decided by probing the route, never by one record's
   * answer.
   */
  offers(path: string): Promise<boolean | null>;
}

export interface OutboxGateway extends OutboxReads {
  push(path: string, bodyText: string): Promise<HttpResult>;
  /** After a 401. `expired`: only signing in helps; `unreached`: nothing was learnt. */
  renew(): Promise<'renewed' | 'expired' | 'unreached'>;
  /** Changes whenever the token does; says nothing else. */
  tokenMark(): string | null;
  /** Server wall-clock time now, as far as learnt. */
  serverNow(): string;
  /** Epoch ms before which a rate limit keeps the whole account quiet; absent where nothing else asks. */
  quietUntil?(): number;
}

export const gatewayOver = (
  client: ApiClient,
  session: Session,
  offers: (path: string) => Promise<boolean | null>,
  quietUntil: () => number = () => 0,
): OutboxGateway => ({
  quietUntil,
  read: (path, query) => client.read(path, query),
  offers,
  push: async (path, body) => {
    if (session.token() === null) await session.renew(null);
    return client.push(path, body);
  },
  renew: async () => (await session.renew(session.token())).kind,
  tokenMark: () => session.token(),
  serverNow: () => client.serverClock.at(client.clock.now()),
});

/** Same answer, as far as an answer can tell one route from another. */
const alike = (a: Outcome, b: Outcome): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'refused' || (b.kind === 'refused' && a.code === b.code && a.message === b.message));

/**
 * Probes an optional route and remembers the verdict for a day; an unreachable service teaches nothing. A
 * refusal counts as "offered" only where the service answers a route that surely does not exist differently:
 * some say 404 for both.
 */
export const createOfferProbe = (
  read: OutboxReads['read'],
  now: () => number,
  lifeMs = 86_400_000,
): ((path: string) => Promise<boolean | null>) => {
  const known = new Map<string, { offered: boolean; at: number }>();
  const learn = (path: string, offered: boolean): boolean => {
    known.set(path, { offered, at: now() });
    return offered;
  };
  return async (path) => {
    const held = known.get(path);
    if (held && now() - held.at < lifeMs) return held.offered;
    const outcome = await read(path, { count: 1, start_index: 1 });
    if (outcome.kind === 'ok') return learn(path, true);
    if (outcome.kind === 'not-offered' || outcome.kind === 'forbidden') return learn(path, false);
    if (outcome.kind !== 'refused') return held?.offered ?? null;
    const control = await read(`${path}-no-such-route`);
    if (control.kind === 'refused' || control.kind === 'not-offered')
      return learn(path, !alike(outcome, control));
    return held?.offered ?? null;
  };
};
