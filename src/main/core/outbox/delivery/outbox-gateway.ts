/**
 * What the outbox needs of the network: classified reads, pushes that are sent at most once, and the renewal
 * of the token. `gatewayOver` binds it to the API client. The simulation uses the same function with its own
 * transport.
 */
import type { ApiClient } from '../../api/client';
import { mayBeProxy, type Outcome } from '../../api/classify-read';
import type { Query } from '../../api/query-string';
import type { Session } from '../../api/session';
import type { HttpResult } from '../../ports/ports';

/** Reads for the outbox: one `Outcome` per call. The only retry is after a renewed token. */
export interface OutboxReads {
  read(path: string, query?: Query): Promise<Outcome>;
  /**
   * Whether an optional route exists; null if unknown. A probe of the route decides, never the answer for one
   * record. `anew` probes also if the answer is known: a read has just answered as if there were no such route.
   */
  offers(path: string, anew?: boolean): Promise<boolean | null>;
}

export interface OutboxGateway extends OutboxReads {
  push(path: string, bodyText: string): Promise<HttpResult>;
  /**
   * Renews the token after a 401. `expired`: the user has to sign in; `unreached`: the service did not
   * answer.
   */
  renew(): Promise<'renewed' | 'expired' | 'unreached'>;
  /** The account has a sign-in that is not known to be over. */
  isSignedIn(): boolean;
  /** A value that changes whenever the token changes. */
  tokenMark(): string | null;
  /** The current server time, computed from earlier answers. */
  serverNow(): string;
  /** Epoch ms before which a rate limit stops the whole account; absent if only the outbox tracks it. */
  quietUntil?(): number;
  /** Call before another sign-in is used; absent if nothing is known of the service's routes. */
  signInChanges?(): void;
}

/** Whether an optional route exists (`OutboxReads.offers`). */
export interface OfferProbe {
  (path: string, anew?: boolean): Promise<boolean | null>;
  /** Another sign-in may use other routes: all are probed again. */
  forget(): void;
}

/**
 * The contract does not say that every push needs a token. Without one the service would not know whose record it is.
 */
const WITHOUT_TOKEN: HttpResult = { kind: 'failure', reason: 'other', unsent: true, detail: 'no token' };

export const gatewayOver = (
  client: ApiClient,
  session: Session,
  offers: OfferProbe,
  quietUntil: () => number = () => 0,
): OutboxGateway => ({
  quietUntil,
  signInChanges: offers.forget,
  read: (path, query) => client.read(path, query),
  offers,
  push: async (path, body) => {
    if (session.token() === null && (await session.renew(null)).kind !== 'renewed') return WITHOUT_TOKEN;
    return client.push(path, body);
  },
  renew: async () => (await session.renew(session.token())).kind,
  isSignedIn: () => session.state() === 'signed-in',
  tokenMark: () => session.token(),
  serverNow: () => client.serverClock.at(client.clock.now()),
});

/** Returns true if the two answers cannot distinguish the two routes. */
const alike = (a: Outcome, b: Outcome): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'refused' || (b.kind === 'refused' && a.code === b.code && a.message === b.message));

const DAY_MS = 24 * 3_600_000;
/** A permission may be given at any time, and a proxy may answer 404 while the service is deployed. */
export const NOT_OFFERED_MS = 3_600_000;
/** An offered route is gone if so many probes in a row, over so long a time, did not find it. */
const LOST_COUNT = 3;
const LOST_MS = 5 * 60_000;

interface Offer {
  offered: boolean;
  at: number;
  /** When a probe first did not find the route, and how many did not since then. */
  lost?: { at: number; count: number };
}

/**
 * Asks whether the service offers an optional route, and remembers the answer: "offered" for a day, "not offered" for
 * an hour, because edits are sent without a comparison in that time. An unreachable service gives no answer. A refusal
 * counts as "offered" only if the service answers differently for a route that certainly does not exist: some
 * services answer 404 for both.
 *
 * A proxy may answer 404 or 403 for every route while the service is deployed. So a route that may have been offered
 * counts as gone only after three probes in a row, over five minutes, did not find it. Until then the answer is null.
 * `wasOffered` returns false only for routes that the service is known not to offer. The pull knows this, also from
 * before the start.
 */
export const createOfferProbe = (
  read: OutboxReads['read'],
  now: () => number,
  {
    lifeMs = DAY_MS,
    wasOffered = () => false,
  }: { lifeMs?: number; wasOffered?: (path: string) => boolean } = {},
): OfferProbe => {
  const known = new Map<string, Offer>();
  const learn = (path: string, offered: boolean): boolean => {
    known.set(path, { offered, at: now() });
    return offered;
  };
  /** No route was found. Returns null until a later probe has confirmed it. */
  const missed = (path: string): boolean | null => {
    const held = known.get(path);
    if (!(held?.offered ?? wasOffered(path))) return learn(path, false);
    const { at, count } = held?.lost ?? { at: now(), count: 0 };
    // The clock may have been set back since.
    if (count + 1 >= LOST_COUNT && Math.abs(now() - at) >= LOST_MS) return learn(path, false);
    known.set(path, { offered: true, at: held?.at ?? now(), lost: { at, count: count + 1 } });
    return null;
  };
  // The clock may have been set back since.
  const isFresh = ({ offered, at, lost }: Offer): boolean =>
    lost === undefined && Math.abs(now() - at) < (offered ? lifeMs : Math.min(lifeMs, NOT_OFFERED_MS));
  /** The answer from before; null if it is in doubt. */
  const before = (held: Offer | undefined): boolean | null =>
    held === undefined || held.lost !== undefined ? null : held.offered;
  const probe = async (path: string, anew = false): Promise<boolean | null> => {
    const held = known.get(path);
    if (!anew && held && isFresh(held)) return held.offered;
    const outcome = await read(path, { count: 1, start_index: 1 });
    if (outcome.kind === 'ok') return learn(path, true);
    if (mayBeProxy(outcome)) return missed(path);
    if (outcome.kind === 'forbidden') return learn(path, false);
    if (outcome.kind !== 'refused') return before(held);
    const control = await read(`${path}-no-such-route`);
    if (control.kind === 'refused' || control.kind === 'not-offered')
      return learn(path, !alike(outcome, control));
    return before(held);
  };
  return Object.assign(probe, { forget: () => known.clear() });
};
