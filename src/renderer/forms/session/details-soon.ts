/**
 * Asks for a record's details ahead of their turn, but never lets a form wait for the network: what is not
 * here in a moment is not waited for.
 */
import type { ResourceName } from '#shared/domain/resources';
import { core } from '../../client/client';

const PATIENCE_MS = 700;

/** True when the details are on disk now. What arrives later is there the next time. */
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
