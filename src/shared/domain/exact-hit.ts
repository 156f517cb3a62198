/**
 * Tells whether a search hit is the record whose whole name or number was typed. The core keeps it among its hits,
 * and the window lists it first. Pure.
 */
import type { ResourceName } from './resources';
import { lowerCased } from './lower-case';

interface Named {
  resource: ResourceName;
  title: string;
  subtitle: string;
}

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
