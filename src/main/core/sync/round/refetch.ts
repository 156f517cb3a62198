/**
 * Downloads one resource again: its copy is deleted, then the round fills it. The copy is deleted only after
 * the service has answered for that list, so that nothing is lost offline.
 */
import { z } from 'zod';
import { RESOURCES, type ResourceName } from '#shared/domain/resources';
import type { CacheStore } from '../../store/cache-store';
import type { LaneContext } from '../lane/lane-context';
import { sourceOf } from '../lane/lanes';
import { dropAll } from '../scope';

/**
 * The resources whose copy is to be deleted and downloaded again. Stored with the copy, because the service may
 * answer only after a restart. A kill after a deletion only makes the next round delete the rest again.
 */
export interface RefetchList {
  all(): ResourceName[];
  /** Throws disk errors. */
  add(resource: ResourceName): void;
  delete(resource: ResourceName): void;
}

const REFETCH_KEY = 'refetch';
const resourceSchema = z.enum(RESOURCES);
const listSchema = z.array(z.unknown());

/** What cannot be read is left out: the user can ask for it again. */
const readList = (text: string): ResourceName[] => {
  try {
    return listSchema.parse(JSON.parse(text)).flatMap((one) => resourceSchema.safeParse(one).data ?? []);
  } catch {
    return [];
  }
};

export const createRefetchList = (cache: Pick<CacheStore, 'state' | 'setState'>): RefetchList => {
  const all = (): ResourceName[] => {
    const text = cache.state(REFETCH_KEY);
    return text === null ? [] : readList(text);
  };
  const write = (resources: Iterable<ResourceName>): void =>
    cache.setState(REFETCH_KEY, JSON.stringify([...new Set(resources)]));
  return {
    all,
    add: (resource) => write([...all(), resource]),
    delete: (resource) => write(all().filter((one) => one !== resource)),
  };
};

/**
 * Returns false if the service did not answer, or the pull closed meanwhile. The next round then tries again.
 */
export const dropForRefetch = async (
  context: Pick<LaneContext, 'cache' | 'client' | 'readLimiter' | 'turn' | 'stopped'>,
  resource: ResourceName,
): Promise<boolean> => {
  const { client, readLimiter } = context;
  const answer = await readLimiter.run(() =>
    sourceOf(resource).list(client, {
      page: 1,
      count: 1,
      flag: 'live',
      status: undefined,
      window: undefined,
    }),
  );
  return answer.ok && dropAll(context, resource);
};
