/**
 * Parts of documents that both the dataset and the pushes write, so that a pushed record looks like any other
 * (contract E4, E7).
 */
import Big from 'big.js';
import { invoiceTotal, lineAmount as productOf } from '#shared/domain/invoice-total';
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

const lineOf = (line: Json): { count: unknown; price: unknown } => ({
  count: line['outbound_count'],
  price: line['sale_price'],
});

export const lineAmount = (line: Json): number => {
  const { count, price } = lineOf(line);
  return new Big(productOf(count, price) ?? 0).round(4).toNumber();
};

/** The totals of an outbound invoice from its lines: sums, then the whole-invoice rate in per cent. */
export const outboundTotals = (header: Json, lines: readonly Json[]): Json => {
  const { products, net, rmb, usd, count } = invoiceTotal(lines.map(lineOf), {
    discountRate: header['discount_rate'],
    rmb: header['exchange_rate'],
    usd: header['exchange_rate_usd'],
  });
  return {
    discount: new Big(products).minus(net).round(4).toNumber(),
    product_total_amount: Number(net),
    product_total_amount_rmb: Number(rmb ?? 0),
    product_total_amount_usd: Number(usd ?? 0),
    product_total_count: Number(count),
  };
};
