/**
 * The rates of the newest order in a currency (contract E6, per 100 units), as a default that the user can
 * change.
 */
import type { Row } from '#shared/contract/records';
import { currencyCode } from '#shared/domain/currency';
import { exceeds } from '#shared/domain/invoice-total';
import { toPlainDecimal } from '#shared/domain/push-value';
import { core } from '../../client/client';
import { knownDecimal, textValue, type TypedValue } from '../values/form-values';

export interface Rates {
  exchange_rate: string;
  exchange_rate_usd: string;
}
export const NO_RATES: Rates = { exchange_rate: '', exchange_rate_usd: '' };

/** Returns the rate as text; `''` if it is no rate, as 0 is none. */
export const rateOf = (value: unknown): string => {
  const rate = knownDecimal(value);
  return exceeds(rate, '0') ? rate : '';
};

export const ratesOf = (order: Pick<Row, 'values'> | undefined): Rates => ({
  exchange_rate: rateOf(order?.values.exchange_rate),
  exchange_rate_usd: rateOf(order?.values.exchange_rate_usd),
});

/**
 * The empty fields of an invoice that an order fills in. Rates belong to a currency, so an invoice in another
 * currency gets none.
 */
export const filledFromOrder = (
  order: { currency: string; rate: string; rateUsd: string },
  fields: Readonly<Record<string, TypedValue>>,
): Partial<Rates & { currency: string }> => {
  const own = textValue(fields.currency);
  if (own !== '' && currencyCode(own) !== currencyCode(order.currency)) return {};
  const offered = {
    currency: order.currency,
    exchange_rate: order.rate,
    exchange_rate_usd: order.rateUsd,
  };
  return Object.fromEntries(
    Object.entries(offered).filter(([name, value]) => value !== '' && textValue(fields[name]) === ''),
  );
};

/** Some orders have no rates, so this many are looked at. */
const MOST_ORDERS = 20;

/** The rates of two documents do not differ by this factor. A rate per 1, in place of per 100, differs by more. */
const MOST_FACTOR = 10;
/** Returns true if a typed rate is so far from that of an earlier document that it may be a mistake. */
export const isOddRate = (typed: string, last: string): boolean => {
  const [rate, known] = [Number(toPlainDecimal(typed)), Number(last)];
  return rate > 0 && known > 0 && Math.max(rate / known, known / rate) > MOST_FACTOR;
};

/** Empty texts if no recent order on this computer has rates for that currency. */
export const lastRates = async (currency: string): Promise<Rates> => {
  if (currency === '') return NO_RATES;
  const { rows } = await core.records.page({
    view: { resource: 'order', filters: [{ field: 'currency', op: 'in', values: [currency] }] },
    start: 0,
    limit: MOST_ORDERS,
    columns: ['exchange_rate', 'exchange_rate_usd'],
  });
  return rows.map(ratesOf).find(({ exchange_rate }) => exchange_rate !== '') ?? ratesOf(rows[0]);
};
