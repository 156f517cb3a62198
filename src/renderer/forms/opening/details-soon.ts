/**
 * Requests a record's details at once, but waits only a moment, so that a form never waits for the network.
 */
import type { ResourceName } from '#shared/domain/resources';
import { core } from '../../client/client';

const PATIENCE_MS = 700;

/** Returns true if the details are on disk now. Details that arrive later are used the next time. */
export const detailsSoon = async (resource: ResourceName, id: string): Promise<boolean> => {
  const asked = core.sync.fetchDetail({ resource, id }).then(
    ({ held }) => held,
    () => false,
  );
  return await Promise.race([
    asked,
    new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), PATIENCE_MS);
    }),
  ]);
};
