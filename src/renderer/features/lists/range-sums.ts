/** Computes sums of the cells of a range: per column, and per currency in a column of amounts. Pure. */
import Big from 'big.js';
import type { Column, Row } from '#shared/contract/records';
import { currencyDecimals } from '#shared/domain/currency';
import { toDecimal, withoutTail } from '#shared/domain/money';
import { significantFraction } from '../../format/decimal';
import { currencyOf } from '../../format/values';

export interface RangeSum {
  /** Null in a column of plain numbers; `''` for amounts without a known currency. */
  currency: string | null;
  count: number;
  sum: string;
  average: string;
}
export interface ColumnSums {
  column: Column;
  sums: RangeSum[];
}

/**
 * Returns true for columns that can be added up. Rates are excluded, because the sum of rates has no meaning.
 */
export const isAddable = ({ kind }: Column): boolean =>
  kind === 'money' || kind === 'number' || kind === 'int';

const USUAL_DECIMALS = 2;
/** Quantities may have more decimals than amounts: the average of 0.004 and 0.002 is not 0. */
const decimalsOf = (sum: Big, currency: string | null): number =>
  currency === null
    ? Math.max(significantFraction(sum.toFixed()), USUAL_DECIMALS)
    : (currencyDecimals(currency) ?? USUAL_DECIMALS);
const averageOf = (sum: Big, count: number, currency: string | null): string =>
  sum.div(count).round(decimalsOf(sum, currency)).toFixed();

const sumsOf = (column: Column, rows: readonly Row[]): RangeSum[] => {
  const groups = new Map<string | null, { sum: Big; count: number }>();
  for (const { values } of rows) {
    const decimal = toDecimal(values[column.key]);
    if (decimal === undefined) continue;
    const currency = column.kind === 'money' ? (currencyOf(column.key, values) ?? '') : null;
    const before = groups.get(currency) ?? { sum: new Big(0), count: 0 };
    groups.set(currency, { sum: before.sum.plus(withoutTail(decimal)), count: before.count + 1 });
  }
  return [...groups]
    .map(([currency, { sum, count }]) => ({
      currency,
      count,
      sum: sum.toFixed(),
      average: averageOf(sum, count, currency),
    }))
    .sort((a, b) => b.count - a.count || ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1));
};

/**
 * Returns an entry for each column that has numbers in these rows; the most frequent currency comes first.
 */
export const rangeSums = (columns: readonly Column[], rows: readonly Row[]): ColumnSums[] =>
  columns
    .filter(isAddable)
    .map((column) => ({ column, sums: sumsOf(column, rows) }))
    .filter(({ sums }) => sums.length > 0);
