/** The values of a filter menu, and the filter that it makes. */
import type { Column, Facet, Filter } from '#shared/contract/records';
import { NO_VALUE } from '#shared/domain/fields';
import { lowerCased } from '#shared/domain/lower-case';
import { containsText } from '#shared/domain/text-forms';
import { USER_ID_FIELDS } from '#shared/domain/nested-values';
import { displayText, type FormatContext } from '../format/values';

const isCountry = ({ key, kind }: Column): boolean => kind === 'text' && key === 'country';

/** The record has a code, and the screen shows a name that only the window knows. */
const isNamedHere = (column: Column): boolean =>
  column.kind === 'enum' || column.kind === 'flag' || isCountry(column);

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

/** Returns the values of a filter menu with the labels of the screen. `none` is the label of `NO_VALUE`. */
export const labelledFacets = (
  column: Column,
  facets: readonly Facet[],
  format: FormatContext,
  none: string,
): Facet[] => {
  const labelOf = ({ value, label }: Facet): string => {
    if (value === NO_VALUE) return none;
    const isBare = label === value && (isNamedHere(column) || isPerson(column));
    return isBare ? displayText(column, value, {}, format) || label : label;
  };
  return facets.map((facet) => ({ ...facet, label: labelOf(facet) }));
};

/**
 * Returns the values for the typed text. Chosen values that the answer does not have come first. The code of a
 * country, e.g. "us", stands for that country alone, and not for Russia or Cyprus.
 */
export const shownFacets = (
  column: Column,
  facets: readonly Facet[],
  { chosen, typed }: { chosen: ReadonlyMap<string, Facet | null>; typed: string },
): Facet[] => {
  const known = new Set(facets.map(({ value }) => value));
  const others = [...chosen.values()].flatMap((facet) =>
    facet === null || known.has(facet.value) ? [] : facet,
  );
  const all = [...others, ...facets];
  const text = lowerCased(typed);
  const isCode = isCountry(column) && text !== '';
  const ofCode = isCode ? all.filter(({ value }) => lowerCased(value) === text) : [];
  return ofCode.length > 0 ? ofCode : all.filter(({ label }) => containsText(label, typed));
};

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
