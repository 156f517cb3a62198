/**
 * Computes sums of the cells of a range: per column, and per currency in a column of amounts. The cells of drafts are
 * added apart. Pure.
 */
import Big from 'big.js';
import type { Column, Row } from '#shared/contract/records';
import { currencyCode, currencyDecimals } from '#shared/domain/currency';
import { toDecimal, withoutTail } from '#shared/domain/money';
import { valueText } from '#shared/domain/value-text';
import { significantFraction } from '../../format/decimal';
import { currencyOf } from '../../format/values';
import { isAddable } from './total-fields';

export interface RangeSum {
  /** Null in a column of plain numbers; `''` for amounts without a known currency. */
  currency: string | null;
  count: number;
  /** Amounts are rounded to the decimals of their currency; unit prices keep theirs. */
  sum: string;
  average: string;
}
export interface ColumnSums {
  column: Column;
  /** Without drafts. */
  sums: RangeSum[];
  /** The sums of the drafts alone. */
  drafts: RangeSum[];
}

/** A unit price may have more decimals than what can be paid: 0.0125 USD apiece. */
const isUnitPrice = ({ key }: Column): boolean => key.includes('price');

const USUAL_DECIMALS = 2;
const currencyPlaces = (currency: string | null): number =>
  (currency === null ? undefined : currencyDecimals(currency)) ?? USUAL_DECIMALS;

interface Group {
  count: number;
  sum: Big;
  /** The most decimals of a value: the average of 0.005 and 0.005 is not 0.01. */
  places: number;
}

const sumOf = (column: Column, currency: string | null, { count, sum, places }: Group): RangeSum => {
  const keepsDecimals = currency === null || isUnitPrice(column);
  const decimals = keepsDecimals ? Math.max(places, currencyPlaces(currency)) : currencyPlaces(currency);
  return {
    currency,
    count,
    sum: sum.round(decimals).toFixed(),
    average: sum.div(count).round(decimals).toFixed(),
  };
};

/** The currency of an amount; `''` without one. A service may give a number, which names no known one (contract E4). */
const summedAs = ({ key }: Column, values: Row['values']): string =>
  currencyOf(key, values) ?? currencyCode(valueText(values.currency));

const sumsOf = (column: Column, rows: readonly Row[]): RangeSum[] => {
  const groups = new Map<string | null, Group>();
  for (const { values } of rows) {
    const decimal = toDecimal(values[column.key]);
    if (decimal === undefined) continue;
    const exact = withoutTail(decimal);
    const currency = column.kind === 'money' ? summedAs(column, values) : null;
    const { count, sum, places } = groups.get(currency) ?? { count: 0, sum: new Big(0), places: 0 };
    groups.set(currency, {
      count: count + 1,
      sum: sum.plus(exact),
      places: Math.max(places, significantFraction(exact)),
    });
  }
  return [...groups]
    .map(([currency, group]) => sumOf(column, currency, group))
    .sort((a, b) => b.count - a.count || ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1));
};

/**
 * Returns an entry for each column that has numbers in these rows; the most frequent currency comes first.
 */
export const rangeSums = (
  columns: readonly Column[],
  rows: readonly Row[],
  isDraft: (row: Row) => boolean,
): ColumnSums[] => {
  const others = rows.filter((row) => !isDraft(row));
  const drafts = rows.filter(isDraft);
  return columns
    .filter(isAddable)
    .map((column) => ({ column, sums: sumsOf(column, others), drafts: sumsOf(column, drafts) }))
    .filter((of) => of.sums.length + of.drafts.length > 0);
};
