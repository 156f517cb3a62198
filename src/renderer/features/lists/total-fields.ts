/**
 * Selects the amounts that a list can add up: the currency must be in the row or in the name of the field.
 * Also adds sums of parts.
 */
import Big from 'big.js';
import type { Column, Totals } from '#shared/contract/records';
import type { CellRange } from './grid/use-grid-keys';

/** These are unit prices of products; their sum has no meaning. */
const UNIT_PRICE = /^price_(?:min|max)$/;

export const summable = (all: readonly Column[]): Column[] => {
  const hasCurrency = all.some(({ key }) => key === 'currency');
  return all.filter(
    ({ key, kind, fromDetail, customName }) =>
      kind === 'money' &&
      !UNIT_PRICE.test(key) &&
      !fromDetail &&
      customName === undefined &&
      (hasCurrency || /_(?:rmb|usd)$/.test(key)),
  );
};

/**
 * Returns true if the currency of an amount is in the details of its record (contract E10: a list item has none). Amounts
 * without it may be in several currencies, so their sum has no meaning.
 */
export const isCurrencyOfDetails = (all: readonly Column[]): boolean =>
  all.some(({ key, fromDetail }) => key === 'currency' && fromDetail === true);

/**
 * Returns true for columns whose cells can be added up. Rates are excluded, because the sum of rates has no
 * meaning.
 */
export const isAddable = ({ kind }: Column): boolean =>
  kind === 'money' || kind === 'number' || kind === 'int';

/** Returns the columns of a range of cells that can be added up; empty if the range has none. */
export const addableIn = (range: CellRange | undefined, shown: readonly Column[]): Column[] =>
  range === undefined ? [] : shown.slice(range.left, range.right + 1).filter(isAddable);

/** Returns the user's choice; by default the first amount on screen, or the first of all amounts. */
export const totalFields = (
  all: readonly Column[],
  shown: readonly Column[],
  chosen: readonly string[] | undefined,
): string[] => {
  const keys = summable(all).map(({ key }) => key);
  if (chosen !== undefined) return chosen.filter((key) => keys.includes(key));
  const first =
    shown.find(({ key }) => keys.includes(key))?.key ??
    keys.find((key) => key.startsWith('amount')) ??
    keys[0];
  return first === undefined ? [] : [first];
};

type CurrencySums = Totals['fields'][number]['sums'];

const addSums = (a: CurrencySums, b: CurrencySums): CurrencySums => {
  const all = new Map(a.map((one) => [one.currency, one]));
  for (const one of b) {
    const before = all.get(one.currency);
    all.set(
      one.currency,
      before === undefined
        ? one
        : {
            currency: one.currency,
            count: before.count + one.count,
            sum: new Big(before.sum).plus(one.sum).toFixed(),
          },
    );
  }
  return [...all.values()].sort((x, y) => y.count - x.count || (x.currency < y.currency ? -1 : 1));
};

/**
 * Adds both sums, those of drafts apart; the most frequent currency comes first, which is also the order of the core.
 */
export const addTotals = (a: Totals, b: Totals): Totals => ({
  fields: a.fields.map(({ field, sums, drafts }) => {
    const other = b.fields.find((one) => one.field === field);
    return {
      field,
      sums: addSums(sums, other?.sums ?? []),
      drafts: addSums(drafts, other?.drafts ?? []),
    };
  }),
});

/**
 * Returns true for amounts that each document gives in yuan or dollars, converted at its own exchange rate.
 */
export const isConverted = ({ key }: Column): boolean => /_(?:rmb|usd)$/.test(key);
