/**
 * Copies one resource anew: what is held of it goes, then the round fills it again. It goes only once the
 * service has answered for that very list, so that asking for it on a plane empties nothing.
 */
import type { ResourceName } from '#shared/domain/resources';
import type { LaneContext } from './lane-runner';
import { sourceOf } from './lanes';
import { dropAll } from './scope';

/**
 * False when the service did not answer, or the pull closed meanwhile: then it is tried again with the next
 * round.
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
