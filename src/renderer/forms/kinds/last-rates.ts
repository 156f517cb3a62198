/**
 * The rates of the newest order in a currency (contract E6, per 100 units), as a default that the user can
 * change.
 */
import type { Row } from '#shared/contract/records';
import { core } from '../../client/client';
import { knownDecimal } from '../session/form-values';

export interface Rates {
  exchange_rate: string;
  exchange_rate_usd: string;
}
export const NO_RATES: Rates = { exchange_rate: '', exchange_rate_usd: '' };

export const ratesOf = (order: Pick<Row, 'values'> | undefined): Rates => ({
  exchange_rate: knownDecimal(order?.values.exchange_rate),
  exchange_rate_usd: knownDecimal(order?.values.exchange_rate_usd),
});

/** Empty texts if no order on this computer has that currency. */
export const lastRates = async (currency: string): Promise<Rates> => {
  if (currency === '') return NO_RATES;
  const { rows } = await core.records.page({
    view: { resource: 'order', filters: [{ field: 'currency', op: 'in', values: [currency] }] },
    start: 0,
    limit: 1,
    columns: ['exchange_rate', 'exchange_rate_usd'],
  });
  return ratesOf(rows[0]);
};
