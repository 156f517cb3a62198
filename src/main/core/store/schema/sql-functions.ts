/**
 * Functions of the core that the SQL of the cache calls. They give filters and sorts the rules that the
 * screens use where SQLite's own functions differ: upper and lower case beyond ASCII, readable text, numbers.
 */
import { jsonOrNull } from '#shared/domain/json-or-null';
import { lowerCased } from '#shared/domain/lower-case';
import { toDecimal, withoutTail } from '#shared/domain/money';
import { isNoDateText } from '#shared/domain/time';
import type { SqlDatabase, SqlValue } from '../../ports/ports';
import { sortText } from '../words/sort-text';
import { readable } from '../write/contract-form';

/** The value in lower case; SQLite's `lower` and `LIKE` know only ASCII. */
export const LOWER_CASE = 'in_lower_case';
/** The text of a custom field as a screen shows it; NULL for every form of "none". */
export const SHOWN_TEXT = 'shown_text';
/** The text as a number; NULL if it is not a number. */
export const NUMBER_IN = 'number_in';
/** The text if it begins with a day, YYYY-MM-DD; otherwise NULL. */
export const DAY_IN = 'day_in';
/** The text to sort a text by (`sort-text.ts`). */
export const SORT_TEXT = 'sort_text';
/** The text as a number, otherwise the text to sort by. SQLite sorts all numbers before all texts. */
export const NUMBER_OR_TEXT = 'number_or_text';

const lowerCase = (value: SqlValue): SqlValue => (value === null ? null : lowerCased(String(value)));

/** The choices of a custom field that has several, which SQLite gives as JSON; null for every other text. */
const choicesIn = (value: SqlValue): string | null => {
  if (typeof value !== 'string' || !value.startsWith('["')) return null;
  const list = jsonOrNull(value);
  const isOfTexts = Array.isArray(list) && list.every((one) => typeof one === 'string');
  return isOfTexts ? list.filter((one) => one !== '').join(', ') : null;
};

const shownText = (value: SqlValue): SqlValue => {
  if (value === '[]' || isNoDateText(value)) return null;
  const shown = choicesIn(value) ?? readable(value);
  return typeof shown !== 'string' || shown === '' ? null : shown;
};

const numberIn = (value: SqlValue): number | null => {
  const decimal = toDecimal(value);
  return decimal === undefined ? null : Number(withoutTail(decimal));
};

const sortedAs = (value: SqlValue): SqlValue => (typeof value === 'string' ? sortText(value) : value);

export const BEGINS_WITH_DAY = /^\d{4}-\d{2}-\d{2}/;

const FUNCTIONS: Readonly<Record<string, (value: SqlValue) => SqlValue>> = {
  [LOWER_CASE]: lowerCase,
  [SHOWN_TEXT]: shownText,
  [NUMBER_IN]: numberIn,
  [DAY_IN]: (value) => (typeof value === 'string' && BEGINS_WITH_DAY.test(value) ? value : null),
  [SORT_TEXT]: sortedAs,
  [NUMBER_OR_TEXT]: (value) => numberIn(value) ?? sortedAs(value),
};

/** Adds the functions to a connection. Every connection that reads a view needs them. */
export const addSqlFunctions = (db: SqlDatabase): void => {
  for (const [name, body] of Object.entries(FUNCTIONS)) db.function(name, { deterministic: true }, body);
};
