/**
 * Money is decimal text, never a float (contract: amounts come as numbers in some fields and numeric
 * strings in others). Arithmetic goes through big.js; rates are per 100 units of the document's currency
 * (contract E4).
 */
import Big from 'big.js';

const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Decimal text with every digit the service sent; undefined when it is not a number. */
export const toDecimal = (value: unknown): string | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'string' && DECIMAL.test(value.trim())) return value.trim();
  return undefined;
};

/**
 * A double holds fifteen digits for certain; what a sum leaves beyond them is a tail: 510.04499999999996.
 */
const CERTAIN_DIGITS = 15;

/** Decimal text without the tail that arithmetic with doubles leaves: 510.045. */
export const withoutTail = (decimal: string): string => {
  const digits = decimal.replace(/e.*$/i, '').replaceAll(/\D/g, '').replace(/^0+/, '');
  if (digits.length <= CERTAIN_DIGITS || !/[.e]/i.test(decimal)) return decimal;
  return new Big(new Big(decimal).toPrecision(CERTAIN_DIGITS)).toFixed();
};

/** Sum of decimal texts. */
export const sumDecimals = (values: readonly string[]): string =>
  values.reduce((sum, v) => sum.plus(v), new Big(0)).toFixed();
