/** Parses numbers typed into a filter: `50k`, `1.5m`, `12,500`, `12 500`, `５万`; and typed ids. */
import Big from 'big.js';
import { isLocalRef } from '#shared/domain/intent';
import { toPlainDecimal, toRef } from '#shared/domain/push-value';

const UNITS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, 千: 1e3, 万: 1e4, 亿: 1e8 };

/** The decimal text of a typed number, read as in a form, and with a unit; undefined if it is not a number. */
export const parseTypedNumber = (typed: string): string | undefined => {
  const text = typed.trim();
  const unit = UNITS[text.slice(-1).normalize('NFKC').toLowerCase()];
  const decimal = toPlainDecimal(unit === undefined ? text : text.slice(0, -1));
  if (decimal === null) return undefined;
  return unit === undefined ? decimal : new Big(decimal).times(unit).toFixed();
};

/** The id of a record of the CRM that was typed or pasted; null if the text is no such id. */
export const parseTypedId = (typed: string): string | null => {
  const id = toRef(typed);
  return id === null || id === '0' || isLocalRef(id) ? null : id;
};
