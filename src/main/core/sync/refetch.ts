/**
 * Downloads one resource again: its copy is deleted, then the round fills it. The copy is deleted only after
 * the service has answered for that list, so that nothing is lost offline.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { LaneContext } from './lane-context';
import { sourceOf } from './lanes';
import { dropAll } from './scope';

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
