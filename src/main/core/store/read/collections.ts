/**
 * What was collected for an order and what is left, from the CRM's own collections (contract B, receipt/list).
 * Only effective collections count, with their amount before the bank's charge. A collection may come from a
 * receipt registration, so receipts are never added to it. An amount in another currency is converted if the
 * collection and the order both have a rate per 100 units; otherwise it is named and not counted.
 *
 * It does not: know of the outbox, nor whether the list of collections is complete.
 */
import Big from 'big.js';
import type { OrderCollections } from '#shared/contract/money';
import { isEffectiveCollection } from '#shared/domain/receipts';
import { roundToCurrency, sumDecimals, toDecimal } from '#shared/domain/money';
import { isNoDate } from '#shared/domain/time';
import { STATE, rowTable } from '../schema/catalogue';
import type { StatementCache } from '../schema/statement-cache';
import { textOf } from '../write/column-values';
import { currencyOf } from './money';
import type { RecordReader } from './record-reader';

type Values = Readonly<Record<string, unknown>>;
/** The lines that a window shows; the sums are of all collections. */
const MOST_LINES = 20;

const FIELDS = [
  'cash_collection_no',
  'collection_date',
  'create_time',
  'amount',
  'currency',
  'exchange_rate',
  'collect_status',
  'type',
];

const rateOf = (values: Values): Big | null => {
  const rate = toDecimal(values.exchange_rate);
  return rate === undefined || new Big(rate).lte(0) ? null : new Big(rate);
};
const dayOf = (values: Values): string =>
  [values.collection_date, values.create_time]
    .map((time) => (isNoDate(time) ? null : textOf(time)))
    .find((time) => time !== null)
    ?.slice(0, 10) ?? '';

const isEffectiveIn = (values: Values): boolean => isEffectiveCollection(textOf(values.collect_status));

/** The amount in the order's currency; null if that needs a rate which is not known. */
const inCurrencyOf = (order: Values, values: Values, amount: string): string | null => {
  const currency = currencyOf(order);
  if (currencyOf(values) === currency) return amount;
  const [from, to] = [rateOf(values), rateOf(order)];
  return from && to ? roundToCurrency(new Big(amount).times(from).div(to).toFixed(), currency) : null;
};

interface Collection {
  id: string;
  values: Values;
}

/** Adds the collections of one order. `collections` are sorted, the newest first. Pure. */
const collectedOf = (order: Values, collections: readonly Collection[]): OrderCollections => {
  const currency = currencyOf(order);
  const [effective, waiting]: [string[], string[]] = [[], []];
  const uncounted = new Map<string, string[]>();
  let [converted, notEffective, withoutAmount] = [0, 0, 0];
  let isCertain = true;
  for (const { values } of collections) {
    const amount = toDecimal(values.amount);
    const counted = amount === undefined ? null : inCurrencyOf(order, values, amount);
    const isEffective = isEffectiveIn(values);
    if (isEffective && counted === null) isCertain = false;
    if (amount === undefined) withoutAmount += 1;
    else if (counted === null)
      uncounted.set(currencyOf(values), [...(uncounted.get(currencyOf(values)) ?? []), amount]);
    else {
      (isEffective ? effective : waiting).push(counted);
      if (!isEffective) notEffective += 1;
      if (currencyOf(values) !== currency) converted += 1;
    }
  }
  const amount = toDecimal(order.amount);
  const ordered = amount === undefined ? null : sumDecimals([amount]);
  const collected = sumDecimals(effective);
  return {
    currency,
    ordered,
    collected,
    left:
      ordered === null || !isCertain
        ? null
        : roundToCurrency(new Big(ordered).minus(collected).toFixed(), currency),
    notEffective: { count: notEffective, amount: sumDecimals(waiting) },
    uncounted: [...uncounted].map(([other, amounts]) => ({ currency: other, amount: sumDecimals(amounts) })),
    converted,
    withoutAmount,
    count: collections.length,
    lines: collections.slice(0, MOST_LINES).map(({ id, values }) => ({
      id,
      number: textOf(values.cash_collection_no) ?? '',
      day: dayOf(values),
      amount: toDecimal(values.amount) ?? '',
      currency: currencyOf(values),
      isEffective: isEffectiveIn(values),
      method: textOf(values.type) ?? '',
    })),
  };
};

/** The collections of an order; null if the order is not stored. */
export const orderCollections = (
  sql: StatementCache,
  reader: (resource: 'order' | 'collection') => RecordReader,
  id: string,
): OrderCollections | null => {
  const rowId = sql.pluck<number>(`SELECT row_id FROM ${rowTable('order')} WHERE id = ?`).get(id);
  if (rowId === undefined) return null;
  const [order] = reader('order').rows([rowId], ['currency', 'amount', 'exchange_rate']);
  if (!order) return null;
  const rowIds = sql
    .pluck<number>(
      `SELECT row_id FROM ${rowTable('collection')}
        WHERE state = ${STATE.live} AND order_id = CAST(? AS INTEGER)
        ORDER BY coalesce(collection_date, create_time) DESC, row_id DESC`,
    )
    .all(id);
  return collectedOf(order.values, reader('collection').rows(rowIds, FIELDS));
};
