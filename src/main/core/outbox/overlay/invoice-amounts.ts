/**
 * The amounts that the service will compute from the lines of a pending invoice (contract E4), so that the
 * invoice does not show old amounts beside new quantities and prices. An amount that cannot be known before
 * delivery is empty. Pure.
 */
import Big from 'big.js';
import { invoiceTotal, isNonZero, isSameNumber, lineAmount } from '#shared/domain/invoice-total';
import { toDecimal } from '#shared/domain/money';
import { linesOf } from '#shared/domain/nested-values';

type Json = Record<string, unknown>;

/** The line `after` an edit, with its amount. The service's own amount stays if count and price are the same. */
export const withLineAmount = (before: Json | null, after: Json): Json => {
  if (before !== null && isSameLine(before, after)) return after;
  const amount = lineAmount(after.outbound_count, after.sale_price);
  const { product_amount: _, ...others } = after;
  return amount === null ? others : { ...others, product_amount: amount };
};

/**
 * The totals of an invoice whose lines, discount or exchange rates are pending. `values`: the pending values;
 * `held`: the record as the cache has it, or null; `isNew`: this computer creates the invoice, so it knows all
 * lines.
 */
export const invoiceTotals = (values: Json, held: Json | null, isNew: boolean): Json => {
  const areRatesSame = RATES.every((key) => !(key in values) || isSameNumber(values[key], held?.[key]));
  if (values.record_list === undefined && (areRatesSame || held === null)) return {};
  const before = held?.record_list === undefined ? null : linesOf(held.record_list);
  const lines = values.record_list === undefined ? (before ?? []) : linesOf(values.record_list);
  const areLinesSame =
    before !== null &&
    before.length === lines.length &&
    before.every((line, i) => isSameLine(line, lines[i]));
  if (areLinesSame && areRatesSame) return {};
  const isKnown = before === null ? isNew : isExplained(before, held ?? {});
  const totals = isKnown ? totalsOf(lines, { ...held, ...values }) : null;
  if (totals !== null) return totals;
  return Object.fromEntries(TOTALS.filter((key) => isNonZero(held?.[key])).map((key) => [key, null]));
};

const RATES = ['discount_rate', 'exchange_rate', 'exchange_rate_usd'] as const;
const TOTALS = [
  'product_total_amount',
  'product_total_amount_rmb',
  'product_total_amount_usd',
  'product_total_count',
  'discount',
] as const;

const isSameLine = (a: Json, b: Json | undefined): boolean =>
  isSameNumber(a.outbound_count, b?.outbound_count) && isSameNumber(a.sale_price, b?.sale_price);

const sumOf = (lines: readonly Json[], header: Json): ReturnType<typeof invoiceTotal> =>
  invoiceTotal(
    lines.map((line) => ({ count: line.outbound_count, price: line.sale_price })),
    { discountRate: header.discount_rate, rmb: header.exchange_rate, usd: header.exchange_rate_usd },
  );

/**
 * Returns true if the cached lines give the cached total. Otherwise the lines are older than the total, or the
 * service also counts something else.
 */
const isExplained = (lines: readonly Json[], held: Json): boolean => {
  const total = toDecimal(held.product_total_amount);
  return total === undefined || new Big(sumOf(lines, held).net).minus(total).abs().lt('0.01');
};

/** Null if there is no line, or a line has too few values. */
const totalsOf = (lines: readonly Json[], header: Json): Json | null => {
  if (lines.length === 0) return null;
  if (lines.some((line) => lineAmount(line.outbound_count, line.sale_price) === null)) return null;
  const total = sumOf(lines, header);
  const discount = new Big(total.products).minus(total.net);
  return {
    product_total_amount: total.net,
    product_total_count: total.count,
    ...(total.rmb === null && !isNonZero(header.product_total_amount_rmb)
      ? {}
      : { product_total_amount_rmb: total.rmb }),
    ...(total.usd === null && !isNonZero(header.product_total_amount_usd)
      ? {}
      : { product_total_amount_usd: total.usd }),
    ...(discount.eq(0) && !isNonZero(header.discount) ? {} : { discount: discount.round(4).toFixed() }),
  };
};
