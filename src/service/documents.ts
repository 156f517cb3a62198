/**
 * Parts of documents that both the dataset and the pushes write, so that a pushed record looks like any other
 * (contract E4, E7).
 */
import Big from 'big.js';
import { CURRENCIES } from './dataset/enumerations';
import type { Json } from './store/exact-json';

/** The integer E4 declares for a currency: its ISO 4217 number; 0 when unknown. */
export const currencyNumber = (code: unknown): number =>
  CURRENCIES.find((currency) => currency.code === code)?.numeric ?? 0;

/** Known rates per 100 units against CNY and USD. */
export const ratesOf = (code: unknown): { rmb: number; usd: number } => {
  const rate = CURRENCIES.find((currency) => currency.code === code)?.rate ?? 100;
  return { rmb: rate, usd: Math.round((rate / 7.1234) * 10_000) / 10_000 };
};

const decimal = (value: unknown): Big => {
  try {
    return new Big(String(value ?? 0));
  } catch {
    return new Big(0);
  }
};

export const lineAmount = (line: Json): number =>
  decimal(line['outbound_count']).times(decimal(line['sale_price'])).round(4).toNumber();

/** The totals of an outbound invoice from its lines: sums, then the whole-invoice rate in per cent. */
export const outboundTotals = (header: Json, lines: readonly Json[]): Json => {
  const total = lines.reduce(
    (sum, line) => sum.plus(decimal(line['outbound_count']).times(decimal(line['sale_price']))),
    new Big(0),
  );
  const rate = decimal(header['discount_rate'] ?? 100);
  const net = total.times(rate).div(100);
  return {
    discount: total.minus(net).round(4).toNumber(),
    product_total_amount: net.round(4).toNumber(),
    product_total_amount_rmb: net.times(decimal(header['exchange_rate'])).div(100).round(4).toNumber(),
    product_total_amount_usd: net.times(decimal(header['exchange_rate_usd'])).div(100).round(4).toNumber(),
    product_total_count: lines
      .reduce((sum, line) => sum.plus(decimal(line['outbound_count'])), new Big(0))
      .toNumber(),
  };
};
