/** Parses numbers typed into a filter: `50k`, `1.5m`, `12,500`, `５万`; and typed ids. */
import Big from 'big.js';
import { isLocalRef } from '#shared/domain/intent';
import { toDecimal } from '#shared/domain/money';
import { toRef } from '#shared/domain/push-value';

const UNITS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, 千: 1e3, 万: 1e4, 亿: 1e8 };

/**
 * The decimal text of a typed number; undefined if it is not a number. Commas may only separate groups of
 * three, and the first group does not begin with 0: whoever types `0,500` means a half.
 */
export const parseTypedNumber = (typed: string): string | undefined => {
  const text = typed.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, '');
  const unit = UNITS[text.slice(-1)];
  const figure = unit === undefined ? text : text.slice(0, -1);
  const plain = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(figure) ? figure.replaceAll(',', '') : figure;
  const decimal = /e/.test(plain) ? undefined : toDecimal(plain);
  if (decimal === undefined) return undefined;
  return unit === undefined ? decimal : new Big(decimal).times(unit).toFixed();
};

/** The id of a record of the CRM that was typed or pasted; null if the text is no such id. */
export const parseTypedId = (typed: string): string | null => {
  const id = toRef(typed);
  return id === null || id === '0' || isLocalRef(id) ? null : id;
};
