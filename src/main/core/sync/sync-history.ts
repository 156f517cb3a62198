/**
 * The latest rounds of the pull: start, duration, what changed, what failed. They are stored in the cache, so
 * that they survive a restart. They contain no records.
 */
import { z } from 'zod';
import { ERROR_CODES, type Failure } from '#shared/contract/errors';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { Clock } from '../ports/ports';
import type { CacheStore } from '../store/cache-store';

const roundSchema = z.object({
  /** Epoch ms of this computer's clock. */
  startedAt: z.number(),
  endedAt: z.number(),
  /** The error that ended the round early, and the lists that failed. */
  trouble: z.enum(ERROR_CODES).nullable(),
  failed: z.array(z.enum(RESOURCES)),
  /** The numbers of new or changed records, by resource. */
  changed: z.partialRecord(z.enum(RESOURCES), z.number()),
});
/** A round that is over; the one that runs now is the `Round` of `round/round.ts`. */
type PastRound = z.infer<typeof roundSchema>;

const KEY = 'pull/history';
const KEPT = 60;

export interface SyncHistory {
  begin(): void;
  /** Counts new or changed records. */
  changed(resource: ResourceName, records: number): void;
  /** Returns true if a record arrived in this round. */
  hasChanged(): boolean;
  end(trouble: Failure | null, failed: readonly ResourceName[]): void;
}

export const createSyncHistory = (
  cache: Pick<CacheStore, 'state' | 'setState'>,
  clock: Clock,
): SyncHistory => {
  let startedAt = 0;
  let counts = new Map<ResourceName, number>();
  return {
    begin: () => {
      startedAt = clock.now();
      counts = new Map();
    },
    changed: (resource, records) => {
      if (records > 0) counts.set(resource, (counts.get(resource) ?? 0) + records);
    },
    hasChanged: () => counts.size > 0,
    end: (trouble, failed) => {
      const round: PastRound = {
        startedAt,
        endedAt: clock.now(),
        trouble: trouble?.code ?? null,
        failed: [...failed],
        changed: Object.fromEntries(counts),
      };
      cache.setState(KEY, JSON.stringify([round, ...readHistory(cache)].slice(0, KEPT)));
    },
  };
};

/** Newest first; unreadable rounds are left out. */
export const readHistory = (cache: Pick<CacheStore, 'state'>): PastRound[] => {
  try {
    const stored: unknown = JSON.parse(cache.state(KEY) ?? '[]');
    return (Array.isArray(stored) ? stored : []).flatMap((round) => {
      const parsed = roundSchema.safeParse(round);
      return parsed.success ? [parsed.data] : [];
    });
  } catch {
    return [];
  }
};
