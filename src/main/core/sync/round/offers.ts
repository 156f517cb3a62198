/**
 * Which optional endpoints this service offers (contract B, "Optional endpoints"). A probe of the route
 * without a record decides, never the answer for one record. An unknown route or a missing scope means not
 * offered; a business error means offered. The probe is repeated daily, because services change.
 *
 * A proxy may answer 404 for every route while the service is deployed. So a route that was offered stays
 * offered until a second probe, some minutes later, does not find it either, and is then probed hourly for a
 * day. A route that the first probe does not find is probed once more after some minutes.
 */
import { z } from 'zod';
import { COLLECTION_INFO_PATH, COLLECTION_LIST_PATH } from '#shared/http-api/collection';
import { COMPANY_INFO_PATH, COMPANY_QUERY_PATH } from '#shared/http-api/company';
import { LEAD_INFO_PATH } from '#shared/http-api/lead';
import { OPPORTUNITY_LIST_PATH } from '#shared/http-api/opportunity';
import { ORDER_INFO_PATH } from '#shared/http-api/order';
import { PRODUCT_INFO_PATH, PRODUCT_INVENTORY_PATH, PRODUCT_LIST_PATH } from '#shared/http-api/product';
import { PURCHASE_ORDER_INFO_PATH } from '#shared/http-api/purchase-order';
import { QUOTATION_INFO_PATH } from '#shared/http-api/quotation';
import { RECEIPT_INFO_PATH, RECEIPT_LIST_PATH } from '#shared/http-api/receipt';
import { failureOf, mayBeProxy, saysNoRoute, type Trouble } from '../../api/classify-read';
import type { ApiClient } from '../../api/client';
import type { Clock, Log } from '../../ports/ports';
import type { CacheStore } from '../../store/cache-store';
import type { ReadLimiter } from '../rate/read-limiter';
import { isOver } from '../rate/is-over';

export const OPTIONAL_PATHS = [
  RECEIPT_LIST_PATH,
  COMPANY_INFO_PATH,
  COMPANY_QUERY_PATH,
  LEAD_INFO_PATH,
  ORDER_INFO_PATH,
  RECEIPT_INFO_PATH,
  QUOTATION_INFO_PATH,
  PURCHASE_ORDER_INFO_PATH,
  PRODUCT_LIST_PATH,
  PRODUCT_INFO_PATH,
  PRODUCT_INVENTORY_PATH,
  OPPORTUNITY_LIST_PATH,
  COLLECTION_LIST_PATH,
  COLLECTION_INFO_PATH,
] as const;

const STATE_KEY = 'offers';
const PROBE_LIFE_MS = 24 * 60 * 60_000;
/** A permission may be given at any time. */
const FORBIDDEN_LIFE_MS = 60 * 60_000;
/** The time from a first probe that did not find a route to the second. */
const CONFIRM_MS = 5 * 60_000;
const LOST_LIFE_MS = 60 * 60_000;
/** The time after a probe without a result, such as a server error. */
const RETRY_MS = 60_000;
/** The service cannot be reached or asked at all. */
const ENDS_THE_PROBES: ReadonlySet<Trouble['kind']> = new Set(['offline', 'captive-portal', 'unauthorized']);
const offersSchema = z.record(
  z.string(),
  z.object({
    offered: z.boolean(),
    forbidden: z.boolean().optional(),
    probedAt: z.number(),
    /** When a probe first did not find a route that was offered before. */
    lostAt: z.number().optional(),
    /** The first probe ever did not find the route. */
    isUnconfirmed: z.boolean().optional(),
  }),
);
type Offer = z.infer<typeof offersSchema>[string];

export interface Offers {
  /** null: not probed yet. Paths of the contract itself are always offered. */
  offered(path: string): boolean | null;
  /** Returns true if this account, or the scope of its token, may not use the route. */
  forbidden(path: string): boolean;
  all(): { path: string; offered: boolean | null; probedAt: number | null }[];
  /** After another sign-in: probes the forbidden routes again. */
  signInChanges(): void;
  /** Probes the routes that are due; returns the trouble that stopped it. */
  probe(): Promise<Trouble | null>;
}

export const createOffers = (options: {
  cache: CacheStore;
  client: ApiClient;
  readLimiter: ReadLimiter;
  clock: Clock;
  log: Log;
}): Offers => {
  const { cache, client, readLimiter, clock, log } = options;
  const known = read(cache);
  /** When a route was last probed without a result. It is probed again a minute later. */
  const withoutResult = new Map<string, number>();
  const due = (path: string): boolean => {
    const offer = known.get(path);
    const tried = withoutResult.get(path);
    if (tried !== undefined && !isOver(clock.now(), tried, RETRY_MS)) return false;
    return offer === undefined || isOver(clock.now(), offer.probedAt, lifeMs(offer, clock.now()));
  };

  const keep = (path: string, offer: Offer): void => {
    known.set(path, offer);
    cache.setState(STATE_KEY, JSON.stringify(Object.fromEntries(known)));
  };

  const probeOne = async (path: string): Promise<Trouble | null> => {
    const answer = await readLimiter.run(async () => {
      const outcome = await client.read(path, path.endsWith('list') ? { count: 1, start_index: 1 } : {});
      return outcome.kind === 'ok'
        ? { ok: true as const }
        : { ok: false as const, trouble: withoutRoute(path, outcome) };
    });
    const offered = answer.ok ? true : offeredDespite(answer.trouble);
    // A web page, or a refusal of the token, may concern this path alone. The next round must not begin with it again.
    if (offered === null && !answer.ok && answer.trouble.kind !== 'offline')
      withoutResult.set(path, clock.now());
    if (offered === null) return answer.ok ? null : answer.trouble;
    const before = known.get(path);
    const isLost = !answer.ok && mayBeProxy(answer.trouble);
    if (isLost && before?.offered && before.lostAt === undefined) {
      log.warn('optional endpoint not found, will be probed again', { path });
      keep(path, { ...before, probedAt: clock.now(), lostAt: clock.now() });
      return null;
    }
    if (before?.offered !== offered)
      log.info('optional endpoint', {
        path,
        offered,
        why: answer.ok ? 'ok' : failureOf(answer.trouble).code,
      });
    const forbidden = !answer.ok && answer.trouble.kind === 'forbidden';
    keep(path, {
      offered,
      ...(forbidden ? { forbidden } : {}),
      probedAt: clock.now(),
      ...(isLost && before?.lostAt !== undefined ? { lostAt: before.lostAt } : {}),
      ...(isLost && before === undefined ? { isUnconfirmed: true } : {}),
    });
    return null;
  };

  return {
    offered: (path) =>
      (OPTIONAL_PATHS as readonly string[]).includes(path) ? (known.get(path)?.offered ?? null) : true,
    forbidden: (path) => known.get(path)?.forbidden === true,
    all: () =>
      OPTIONAL_PATHS.map((path) => ({
        path,
        offered: known.get(path)?.offered ?? null,
        probedAt: known.get(path)?.probedAt ?? null,
      })),
    signInChanges: () => {
      for (const [path, { forbidden }] of known) if (forbidden) known.delete(path);
    },
    probe: async () => {
      for (const path of OPTIONAL_PATHS) {
        if (!due(path)) continue;
        const trouble = await probeOne(path);
        if (trouble && ENDS_THE_PROBES.has(trouble.kind)) return trouble;
      }
      return null;
    },
  };
};

/** How long a probe's result counts. */
const lifeMs = ({ offered, forbidden, lostAt, isUnconfirmed }: Offer, now: number): number => {
  if (forbidden) return FORBIDDEN_LIFE_MS;
  if (isUnconfirmed) return CONFIRM_MS;
  if (lostAt === undefined) return PROBE_LIFE_MS;
  if (offered) return CONFIRM_MS;
  return isOver(now, lostAt, PROBE_LIFE_MS) ? PROBE_LIFE_MS : LOST_LIFE_MS;
};

/** May be about the record that a probe of a route for one record does not name. */
const BARE_NOT_FOUND = /^(?:404 )?not found\.?$/i;
/**
 * A service may send every refusal with HTTP 200 and the code 404 (contract B). Only the message then tells an unknown
 * route from other refusals.
 */
const withoutRoute = (path: string, trouble: Trouble): Trouble => {
  if (trouble.kind !== 'refused' || trouble.code !== 404) return trouble;
  const message = trouble.message.trim();
  const isRoute = saysNoRoute(message) && (path.endsWith('list') || !BARE_NOT_FOUND.test(message));
  return isRoute ? { kind: 'not-offered', detail: message } : trouble;
};

/** Returns true if the service has the route although it answered with trouble; null if that proves nothing. */
const offeredDespite = (trouble: Trouble): boolean | null => {
  switch (trouble.kind) {
    case 'not-offered':
    case 'forbidden':
      return false;
    case 'refused':
      return true;
    default:
      return null;
  }
};

const read = (cache: CacheStore): Map<string, Offer> => {
  const json = cache.state(STATE_KEY);
  if (json === null) return new Map();
  try {
    return new Map(Object.entries(offersSchema.parse(JSON.parse(json))));
  } catch {
    return new Map();
  }
};
