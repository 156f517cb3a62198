/**
 * What of the service a person keeps on this computer: which kinds of record, how far back the details of
 * documents, and which records are taken along on a journey, whatever their age.
 *
 * A kind left out is not asked for and not held; the service keeps it, and so does the outbox: pending work
 * on it goes out as ever. Colleagues and companies cannot be left out, for their names stand in everything
 * else.
 *
 * How far back goes by details alone (ADR 6): lists are copied whole, so that counts, totals and searches by
 * name stay true; the lines and notes of older documents are read when one is opened, and then stay.
 *
 * How many requests a minute may leave is kept with it.
 *
 * The choice lies beside the cache, not in it: a cache that is rebuilt is rebuilt to the same measure.
 */
import { z } from 'zod';
import {
  ALWAYS_KEPT,
  DETAILS_BY_AGE,
  DETAILS_MONTHS,
  REQUEST_LIMITS,
  RESOURCES,
  USUAL_REQUEST_LIMIT,
  type ResourceName,
} from '#shared/domain/resources';
import { travelPinSchema, type TravelPin } from '#shared/contract/travel';
import type { ServerTime } from '#shared/domain/time';
import type { Files } from '../ports/ports';
import type { CacheStore } from '../store/cache-store';
import type { LaneContext } from './lane-runner';

export interface Scope {
  leftOut: ReadonlySet<ResourceName>;
  /** Months back that documents' details are kept for; null for all. */
  detailsMonths: number | null;
  /** Requests a minute that nobody waits for, at most. */
  requestsPerMinute: (typeof REQUEST_LIMITS)[number];
  /** Records and lists that are taken along (contract `travel`). */
  pins: readonly TravelPin[];
}

export interface ScopeStore {
  read(): Scope;
  write(scope: Scope): void;
}

const fileSchema = z.object({
  leftOut: z.array(z.enum(RESOURCES)).catch([]),
  detailsMonths: z.literal(DETAILS_MONTHS).nullable().catch(null),
  requestsPerMinute: z.literal(REQUEST_LIMITS).catch(USUAL_REQUEST_LIMIT),
  pins: z.array(travelPinSchema).catch([]),
});

/** The scope in a file of its own; one that is missing or unreadable keeps everything. */
export const scopeFile = (files: Pick<Files, 'readText' | 'writeText'>, path: string): ScopeStore => {
  const load = (): Scope => {
    try {
      const { leftOut, ...rest } = fileSchema.parse(JSON.parse(files.readText(path) ?? '{}'));
      return { ...rest, leftOut: new Set(leftOut.filter((resource) => !ALWAYS_KEPT.has(resource))) };
    } catch {
      return { leftOut: new Set(), detailsMonths: null, requestsPerMinute: USUAL_REQUEST_LIMIT, pins: [] };
    }
  };
  let scope = load();
  return {
    read: () => scope,
    write: (next) => {
      files.writeText(path, `${JSON.stringify({ ...next, leftOut: [...next.leftOut] })}\n`);
      scope = next;
    },
  };
};

const NONE: ReadonlySet<string> = new Set();
/** The ids of what is taken along, by kind of record. */
export type PinnedIds = () => Promise<ReadonlyMap<ResourceName, ReadonlySet<string>>>;

/** Set in the cache while older details are still to be dropped from it. */
const TRIM_KEY = 'scope/trim';
/** Records dropped between two turns of the event loop. */
const PIECE = 200;

type Work = Pick<LaneContext, 'cache' | 'turn' | 'stopped'>;

/**
 * Drops what is held of a resource, a few records to a turn of the event loop. False when the pull was
 * stopped meanwhile.
 */
export const dropAll = async ({ cache, turn, stopped }: Work, resource: ResourceName): Promise<boolean> => {
  for (;;) {
    await turn();
    if (stopped()) return false;
    if (cache.dropRecords(resource, PIECE) < PIECE) return true;
  }
};

/** The next round drops the details that the scope leaves out. */
export const planTrim = (cache: Pick<CacheStore, 'setState'>): void => cache.setState(TRIM_KEY, '1');

/** The server's day from which details of `resource` are kept; null for all of them. */
export const detailsSince = (
  resource: ResourceName,
  months: number | null,
  now: ServerTime,
): ServerTime | null => {
  if (months === null || !DETAILS_BY_AGE.has(resource)) return null;
  const day = new Date(`${now.slice(0, 7)}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - months);
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(Number(now.slice(8, 10)), last));
  return `${day.toISOString().slice(0, 10)} 00:00:00`;
};

/**
 * Drops the details that a narrowed choice leaves out, a few records to a turn of the event loop, but never
 * those of `keep`; answers what changed. A stopped pull begins again with the next round.
 */
export const trimDetails = async (
  { cache, turn, stopped }: Work,
  { months, now, keep }: { months: number | null; now: ServerTime; keep: PinnedIds },
): Promise<ResourceName[]> => {
  if (months === null || cache.state(TRIM_KEY) !== '1') return [];
  const changed: ResourceName[] = [];
  const kept = await keep();
  for (const resource of DETAILS_BY_AGE) {
    const before = detailsSince(resource, months, now);
    if (before === null) continue;
    const held = cache.counts(resource).details;
    for (let after: number | null = 0; after !== null;) {
      await turn();
      if (stopped()) return changed;
      after = cache.dropDetails(resource, {
        before,
        after,
        limit: PIECE,
        keep: kept.get(resource) ?? NONE,
      });
    }
    if (cache.counts(resource).details !== held) changed.push(resource);
  }
  cache.setState(TRIM_KEY, '0');
  return changed;
};

/** Pages given back between two turns of the event loop. */
const PAGES = 64;

/** Gives the disk back what a narrower scope no longer needs; a stopped pull goes on with the next round. */
export const giveSpaceBack = async ({ cache, turn, stopped }: Work): Promise<void> => {
  let gaveBack = false;
  for (await turn(); !stopped() && cache.giveBack(PAGES) > 0; await turn()) gaveBack = true;
  // What was dropped went through the log, which would keep its size until the account is closed.
  if (gaveBack && !stopped()) cache.foldLog();
};
