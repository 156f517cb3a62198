/**
 * Reads filters from an address, which may contain anything. It does not use the contract's schema, because
 * the schema library would be a tenth of the code before the first list. It accepts the same filters as
 * `filterSchema` (tested).
 */
import type { ListFilter } from './filter-model';
import { PRESETS } from './filter-model';

/** The most values and the longest text, in characters, of one filter (contract `filterSchema`). */
export const MOST_VALUES = 500;
export const LONGEST_TEXT = 200;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNone = (value: unknown): value is string | undefined => value === undefined || isText(value);

/** Returns the filter with only its own keys; undefined for anything else. */
export const readFilter = (given: unknown): ListFilter | undefined => {
  if (typeof given !== 'object' || given === null) return undefined;
  const { field, op, values, from, to, text, preset } = given as Record<string, unknown>;
  if (!isText(field)) return undefined;
  switch (op) {
    case 'in':
      return Array.isArray(values) &&
        values.length > 0 &&
        values.length <= MOST_VALUES &&
        values.every(isText)
        ? { field, op, values }
        : undefined;
    case 'between':
      return isTextOrNone(from) && isTextOrNone(to)
        ? { field, op, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
        : undefined;
    case 'contains':
      return isText(text) && text.length <= LONGEST_TEXT ? { field, op, text } : undefined;
    case 'empty':
    case 'notEmpty':
      return { field, op };
    case 'within': {
      const known = PRESETS.find((name) => name === preset);
      return known === undefined ? undefined : { field, op, preset: known };
    }
    default:
      return undefined;
  }
};
