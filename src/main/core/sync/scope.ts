/**
 * The user's choice of what is kept on this computer: the resources, the months of details of documents, and the
 * records that are taken along on a journey (of any age).
 *
 * A resource that is left out is not read and has no copy. Pending work on it is still sent. Colleagues and
 * companies cannot be left out, because all other records show their names.
 *
 * The number of months limits only details (ADR 6). Lists are copied whole, so that counts, totals and
 * searches by name stay correct. The lines and notes of older documents are read when one is opened, and then
 * stay.
 *
 * It also holds the limit of requests per minute.
 *
 * The choice is stored beside the cache, so that it survives a rebuilding of the cache.
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
import type { LaneContext } from './lane/lane-context';

export interface Scope {
  leftOut: ReadonlySet<ResourceName>;
  /** How many months of details of documents are kept; null for all. */
  detailsMonths: number | null;
  /** The limit of background requests per minute. */
  requestsPerMinute: (typeof REQUEST_LIMITS)[number];
  /** Records and lists that are taken along (contract `travel`). */
  pins: readonly TravelPin[];
}

export interface ScopeStore {
  read(): Scope;
  write(scope: Scope): void;
}

/** A list without the elements that are not understood: a newer version may have written them. */
const understood = <T>(element: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) =>
      all.flatMap((one) => {
        const parsed = element.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );

const fileSchema = z.object({
  leftOut: understood(z.enum(RESOURCES)),
  detailsMonths: z.literal(DETAILS_MONTHS).nullable().catch(null),
  requestsPerMinute: z.literal(REQUEST_LIMITS).catch(USUAL_REQUEST_LIMIT),
  pins: understood(travelPinSchema),
});

/** Stores the scope in a file. If the file is missing or unreadable, everything is kept. */
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

/** Key of the state that is set while older details are still to be deleted. */
const TRIM_KEY = 'scope/trim';
/** Records that are deleted per turn of the event loop. */
const PIECE = 200;

type Work = Pick<LaneContext, 'cache' | 'turn' | 'stopped'>;

/**
 * Deletes the copy of a resource, a few records per turn of the event loop. Returns false if the pull was
 * stopped meanwhile.
 */
export const dropAll = async ({ cache, turn, stopped }: Work, resource: ResourceName): Promise<boolean> => {
  for (;;) {
    await turn();
    if (stopped()) return false;
    if (cache.dropRecords(resource, PIECE) < PIECE) return true;
  }
};

/** Makes the next round delete the details that the scope leaves out. */
export const planTrim = (cache: Pick<CacheStore, 'setState'>): void => cache.setState(TRIM_KEY, '1');

/** The server day from which details of `resource` are kept; null for all. */
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
 * Deletes the details that a smaller scope leaves out, except those of `keep`, a few records per turn of the
 * event loop. Returns the resources that changed. If the pull is stopped, the next round continues.
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

/** Database pages that are freed per turn of the event loop. */
const PAGES = 64;

/**
 * Frees the disk space that a smaller scope no longer needs. If the pull is stopped, the next round
 * continues.
 */
export const giveSpaceBack = async ({ cache, turn, stopped }: Work): Promise<void> => {
  let gaveBack = false;
  for (await turn(); !stopped() && cache.giveBack(PAGES) > 0; await turn()) gaveBack = true;
  // The deletion made the write-ahead log large, and it would keep its size until the account is closed.
  if (gaveBack && !stopped()) cache.foldLog();
};
