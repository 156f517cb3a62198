import type { SearchHit } from '#shared/contract/records';
import { isExact } from '#shared/domain/exact-hit';

type Named = Pick<SearchHit, 'resource' | 'title' | 'subtitle'>;

/**
 * Moves the exact hits to the front; the others keep their order. The search returns the newest first, so an
 * invoice that names an order comes before the order, and a newer company whose name contains the text before
 * the company with this name. `Enter` takes the first hit.
 */
export const exactFirst = <T extends Named>(hits: readonly T[], text: string): T[] => [
  ...hits.filter((hit) => isExact(hit, text)),
  ...hits.filter((hit) => !isExact(hit, text)),
];
