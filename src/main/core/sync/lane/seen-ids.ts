/**
 * The ids that a walk has seen, stored page by page beside the progress. So a walk can resume after a kill
 * and still be verified. Later walks of the same lane reuse the keys, so old ids do not accumulate.
 */
import { z } from 'zod';
import type { CacheStore } from '../../store/cache-store';
import type { Walk } from './lane-state';

const pageSchema = z.object({ walk: z.string(), ids: z.array(z.string()) });

export interface SeenIds {
  ids: ReadonlySet<string>;
  /** Returns the ids that are new to the walk. Pure; `keep` stores them. */
  fresh(ids: readonly string[]): string[];
  keep(page: number, fresh: readonly string[]): void;
}

type Cache = Pick<CacheStore, 'state' | 'setState'>;

/** Returns null if a stored page is missing; then the walk must start again. */
export const loadSeen = (cache: Cache, laneKey: string, walk: Walk): SeenIds | null => {
  const ids = new Set<string>();
  for (let page = 1; page < walk.page; page += 1) {
    const stored = readPage(cache.state(`${laneKey}/ids/${page}`));
    if (!stored || stored.walk !== walk.key) return null;
    for (const id of stored.ids) ids.add(id);
  }
  return {
    ids,
    fresh: (candidates) => [...new Set(candidates)].filter((id) => !ids.has(id)),
    keep: (page, fresh) => {
      for (const id of fresh) ids.add(id);
      cache.setState(`${laneKey}/ids/${page}`, JSON.stringify({ walk: walk.key, ids: fresh }));
    },
  };
};

const readPage = (json: string | null): { walk: string; ids: string[] } | null => {
  if (json === null) return null;
  try {
    return pageSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
};
