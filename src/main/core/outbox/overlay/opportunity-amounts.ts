/**
 * The amounts in yuan and dollars of an opportunity whose amount, currency or rates are pending. The service
 * computes them, so the cached ones belong to the old amount. One that cannot be known before delivery is
 * empty. Pure.
 */
import Big from 'big.js';
import { convertedPer100, isNonZero, isSameNumber } from '#shared/domain/invoice-total';
import { toDecimal } from '#shared/domain/money';

type Json = Record<string, unknown>;

const CONVERTED = [
  { key: 'amount_rmb', rate: 'exchange_rate' },
  { key: 'amount_usd', rate: 'exchange_rate_usd' },
] as const;
const SOURCES = ['amount', 'currency', ...CONVERTED.map(({ rate }) => rate)];

/** Returns true if the cached rate gives the cached amount. Otherwise the service converts in another way. */
const isExplained = (held: Json, key: string, rate: string): boolean => {
  const [said, computed] = [toDecimal(held[key]), convertedPer100(held.amount, held[rate])];
  if (said === undefined || computed === null) return !isNonZero(held[key]);
  return new Big(computed).minus(said).abs().lte('0.01');
};

/** `values`: the pending values; `held`: the record as the cache has it, or null. */
export const convertedAmounts = (values: Json, held: Json | null): Json => {
  if (held === null) return {};
  const isChanged = (key: string): boolean => key in values && !isSameNumber(values[key], held[key]);
  if (!SOURCES.some(isChanged)) return {};
  const { amount } = { ...held, ...values };
  return Object.fromEntries(
    CONVERTED.flatMap(({ key, rate }): [string, string | null][] => {
      // The rates belong to the currency.
      const isKnown = isChanged('currency') ? isChanged(rate) : isExplained(held, key, rate);
      const converted = isKnown ? convertedPer100(amount, values[rate] ?? held[rate]) : null;
      return converted === null && !isNonZero(held[key]) ? [] : [[key, converted]];
    }),
  );
};
