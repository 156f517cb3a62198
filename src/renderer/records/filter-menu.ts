/** The values of a filter menu, and the filter that it makes. */
import type { Column, Facet, Filter } from '#shared/contract/records';
import { USER_ID_FIELDS } from '#shared/domain/nested-values';
import { displayText, type FormatContext } from '../format/values';

/** The record has a code, and the screen shows a name that only the window knows. */
const isNamedHere = ({ key, kind }: Column): boolean =>
  kind === 'enum' || kind === 'flag' || (kind === 'text' && key === 'country');

/** Returns true for texts and names, which can be filtered by a part of them besides their frequent values. */
export const takesContains = (column: Column): boolean => {
  switch (column.kind) {
    case 'text':
      return !isNamedHere(column);
    case 'longText':
    case 'phone':
    case 'company':
    case 'lead':
    case 'opportunity':
    case 'supplier':
    case 'warehouse':
      return true;
    case 'id':
      return !USER_ID_FIELDS.has(column.key);
    default:
      return false;
  }
};

/** The screen also names former colleagues, whom the user list of the core does not have. */
const isPerson = ({ key, kind }: Column): boolean =>
  kind === 'user' || kind === 'users' || (kind === 'id' && USER_ID_FIELDS.has(key));

/** Returns the values of a filter menu with the labels of the screen. */
export const labelledFacets = (column: Column, facets: readonly Facet[], format: FormatContext): Facet[] =>
  facets.map((facet) => ({
    ...facet,
    label:
      facet.label === facet.value && (isNamedHere(column) || isPerson(column))
        ? displayText(column, facet.value, {}, format) || facet.label
        : facet.label,
  }));

/**
 * Returns the filter of a menu: the chosen values. Without one, the typed text counts: as a part of the value;
 * where the record has only a code, as all values that are shown for the text; otherwise as the only value that
 * is shown for it. Undefined if there is no filter.
 */
export const menuFilter = (
  column: Column,
  { chosen, typed, shown }: { chosen: ReadonlySet<string>; typed: string; shown: readonly Facet[] },
): Filter | undefined => {
  const field = column.key;
  if (chosen.size > 0) return { field, op: 'in', values: [...chosen] };
  if (typed === '') return undefined;
  if (takesContains(column)) return { field, op: 'contains', text: typed };
  const isFound = isNamedHere(column) ? shown.length > 0 : shown.length === 1;
  return isFound ? { field, op: 'in', values: shown.map(({ value }) => value) } : undefined;
};

/** Returns true if the core can narrow the values by a text: it knows the labels of the menu. */
export const isNarrowedByCore = (column: Column): boolean => !isNamedHere(column);
