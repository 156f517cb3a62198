/**
 * The totals of an outbound invoice or a receipt, in decimals: line amounts, the whole-invoice discount, and
 * both conversions per 100 units (contract E4, E5, E7). Pure.
 */
import Big from 'big.js';
import { withoutTail } from './money';
import { toPlainDecimal } from './push-value';

const decimal = (value: unknown): Big | null => {
  const text = typeof value === 'string' || typeof value === 'number' ? toPlainDecimal(String(value)) : null;
  return text === null ? null : new Big(withoutTail(text));
};

/** Quantity × unit price as decimal text; null if one of them is not a number. */
export const lineAmount = (count: unknown, price: unknown): string | null => {
  const [a, b] = [decimal(count), decimal(price)];
  return a && b ? a.times(b).toFixed() : null;
};

export interface InvoiceTotal {
  products: string;
  net: string;
  rmb: string | null;
  usd: string | null;
  count: string;
}

/**
 * Sums the readable amounts exactly. Only the conversions are rounded to hundredths (half up), and the net
 * amount to four places. The form, the overlay and the bundled service use it. `discountRate` is in per cent of the
 * products' total (contract E4: whole-invoice). Neither the contract nor the live service says whether 95 or 5 takes
 * 5 % off; the former is assumed. Empty, 0 and 100 are no discount: documents of the live service that have none say 0.
 */
export const invoiceTotal = (
  lines: readonly { count: unknown; price: unknown }[],
  rates: { discountRate: unknown; rmb: unknown; usd: unknown },
): InvoiceTotal => {
  const products = lines.reduce((sum, line) => sum.plus(lineAmount(line.count, line.price) ?? 0), new Big(0));
  const rate = decimal(rates.discountRate);
  const net = rate === null || rate.eq(0) ? products : products.times(rate).div(100);
  return {
    products: products.toFixed(),
    net: net.round(4).toFixed(),
    rmb: per100(net, rates.rmb),
    usd: per100(net, rates.usd),
    count: lines.reduce((sum, line) => sum.plus(decimal(line.count) ?? 0), new Big(0)).toFixed(),
  };
};

const per100 = (amount: Big, rate: unknown): string | null => {
  const known = decimal(rate);
  return known && !known.eq(0) ? amount.times(known).div(100).round(2).toFixed() : null;
};

/** Converts an amount by a rate per 100 units; null if one of them is not a number. */
export const convertedPer100 = (amount: unknown, rate: unknown): string | null => {
  const known = decimal(amount);
  return known ? per100(known, rate) : null;
};

/** Returns true for two texts of the same number. Values that are not numbers must be identical. */
export const isSameNumber = (a: unknown, b: unknown): boolean => {
  const [one, other] = [decimal(a), decimal(b)];
  return one !== null && other !== null ? one.eq(other) : a === b;
};

/** Returns false for 0 in any form, and for no value. */
export const isNonZero = (value: unknown): boolean => !isSameNumber(value ?? 0, 0);

/** Returns true if the first is greater than the second; false if one of them is not a number. */
export const exceeds = (amount: unknown, limit: unknown): boolean => {
  const [much, most] = [decimal(amount), decimal(limit)];
  return much !== null && most !== null && much.gt(most);
};

/** The quantity that is left to invoice; null if the ordered quantity is unknown. */
export const remaining = (ordered: unknown, invoiced: unknown): string | null => {
  const [all, done] = [decimal(ordered), decimal(invoiced)];
  if (!all) return null;
  const left = all.minus(done ?? 0);
  return left.lt(0) ? '0' : left.toFixed();
};
