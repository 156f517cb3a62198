import type { SearchHit } from '#shared/contract/records';
import { lowerCased } from '#shared/domain/lower-case';

type Named = Pick<SearchHit, 'resource' | 'title' | 'subtitle'>;

/**
 * Kinds whose second line in the results contains their own number. The second line of a document contains names of
 * other records.
 */
const NUMBERED_BELOW: ReadonlySet<string> = new Set(['company', 'lead', 'product']);

/** The form in which texts are compared: as in the search, without case, width, accents and spare spaces. */
export const compared = (text: string): string =>
  lowerCased(text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns true if the text is the whole title of the hit, or its whole number. */
export const isExact = ({ resource, title, subtitle }: Named, text: string): boolean => {
  const names = [title, ...(NUMBERED_BELOW.has(resource) ? subtitle.split(' · ') : [])];
  const wanted = compared(text);
  return names.some((name) => compared(name) === wanted);
};

/**
 * Moves the exact hits to the front; the others keep their order. The search returns the newest first, so an
 * invoice that names an order comes before the order, and a newer company whose name contains the text before
 * the company with this name. `Enter` takes the first hit.
 */
export const exactFirst = <T extends Named>(hits: readonly T[], text: string): T[] => [
  ...hits.filter((hit) => isExact(hit, text)),
  ...hits.filter((hit) => !isExact(hit, text)),
];
