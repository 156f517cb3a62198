/**
 * Which amounts a list can add up: those whose currency is known, of the row or by the field's own name. Adds
 * sums of parts.
 */
import Big from 'big.js';
import type { Column, Totals } from '#shared/contract/records';

/** The sum of the prices of products has no meaning. */
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

/** Those that are in each document's own currency, not all in yuan or dollars. */
export const inDocumentCurrency = (all: readonly Column[]): string[] =>
  summable(all).flatMap(({ key }) => (/_(?:rmb|usd)$/.test(key) ? [] : [key]));

/** The user's choice; unless they made one, the first amount on screen, or the first there is. */
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

/** The sums of both, the most frequent currency first, as the core orders them. */
export const addTotals = (a: Totals, b: Totals): Totals => ({
  fields: a.fields.map(({ field, sums }) => {
    const all = new Map(sums.map((one) => [one.currency, one]));
    for (const one of b.fields.find((other) => other.field === field)?.sums ?? []) {
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
    return {
      field,
      sums: [...all.values()].sort((x, y) => y.count - x.count || (x.currency < y.currency ? -1 : 1)),
    };
  }),
});

/** Amounts in yuan and dollars are the documents' own, at the exchange rates that stand in them. */
export const isConverted = ({ key }: Column): boolean => /_(?:rmb|usd)$/.test(key);
