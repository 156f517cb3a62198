/**
 * Money is decimal text, never a float (contract: amounts come as numbers in some fields and numeric
 * strings in others). Arithmetic goes through big.js; rates are per 100 units of the document's currency
 * (contract E4).
 */
import Big from 'big.js';
import { currencyDecimals } from './currency';

/** The exponent is at most 40: `1e3000000` has three million digits, and adding it takes seconds. */
const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?0*(?:[0-3]?\d|40))?$/;
const LONGEST_DECIMAL = 100;
/** A number with a comma between its thousands. `0,500` is a half in many countries, so it is none. */
const GROUPED = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
/** No number of a record is larger than this, and none except 0 is smaller than its reciprocal. */
export const LARGEST_NUMBER = 1e40;
const isUsable = (value: number): boolean => {
  const size = Math.abs(value);
  return size === 0 || (size <= LARGEST_NUMBER && size >= 1 / LARGEST_NUMBER);
};

/**
 * Decimal text with every digit that the service sent, without commas between thousands; undefined if it is not a
 * number, or is impossibly large or small.
 */
export const toDecimal = (value: unknown): string | undefined => {
  if (typeof value === 'number') return isUsable(value) ? String(value) : undefined;
  if (typeof value !== 'string' || value.length > LONGEST_DECIMAL) return undefined;
  const text = value.trim();
  if (DECIMAL.test(text)) return text;
  return GROUPED.test(text) ? text.replaceAll(',', '') : undefined;
};

/** A double is exact up to fifteen digits. A sum of doubles has one or two wrong digits more. */
const CERTAIN_DIGITS = 15;
const TAILED_DIGITS = 16;
/** Real amounts have up to six decimal places. */
const MOST_PLACES = 6;
/** The real value is short: 510.04499999999996 is 510.045. */
const MOST_OF_A_VALUE = 13;
const significant = (decimal: string): string => decimal.replaceAll(/\D/g, '').replace(/^0+/, '');

/** If equal amounts are subtracted as floats, the remaining error has at least this many digits. */
const REST_DIGITS = 14;
const isRest = (decimal: string): boolean =>
  Math.abs(Number(decimal)) < 10 ** -MOST_PLACES &&
  significant(decimal.split(/e/i, 1)[0] ?? '').length >= REST_DIGITS;

/**
 * Returns decimal text without an exponent and without the floating-point error. The error is removed only
 * from a text that is exactly such a double and is short after rounding; 1.1368683772161603e-13, which is
 * nothing but error, is 0. Every other text keeps its digits.
 */
export const withoutTail = (decimal: string): string => {
  if (/e/i.test(decimal)) return isRest(decimal) ? '0' : withoutTail(new Big(decimal).toFixed());
  const places = decimal.length - 1 - decimal.indexOf('.');
  if (!decimal.includes('.') || places <= MOST_PLACES) return decimal;
  if (isRest(decimal)) return '0';
  if (significant(decimal).length < TAILED_DIGITS) return decimal;
  if (String(Number(decimal)) !== decimal) return decimal;
  const rounded = new Big(new Big(decimal).toPrecision(CERTAIN_DIGITS)).toFixed();
  return significant(rounded).length <= MOST_OF_A_VALUE ? rounded : decimal;
};

/** The decimals of amounts in this currency; two for a currency that is not known. */
export const placesOf = (currency: string): number => currencyDecimals(currency) ?? 2;

/** Rounds a sum to what can be paid in its currency: half a cent up, away from zero. */
export const roundToCurrency = (decimal: string, currency: string): string =>
  new Big(decimal).round(placesOf(currency), Big.roundHalfUp).toFixed();

/** The decimal text with the opposite sign. */
export const negated = (decimal: string): string =>
  decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;

/** Sum of decimal texts. */
export const sumDecimals = (values: readonly string[]): string =>
  values.reduce((sum, v) => sum.plus(withoutTail(v)), new Big(0)).toFixed();
