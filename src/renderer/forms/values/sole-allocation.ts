/** Keeps the only allocation of a receipt equal to its amount. */
import { currencyCode } from '#shared/domain/currency';
import { type FormChild, type FormValues, textValue } from './form-values';

/**
 * Returns a receipt's allocations after its amount is set to `amount`. A single allocation of the whole
 * amount is set to the new amount too; other allocations stay. What is allocated has the currency of the order. So it
 * stays too if the receipt began with it (`start`) and has another currency now. Pure.
 */
export const allocationsWith = (
  { fields, children }: FormValues,
  amount: string,
  start: FormValues,
): FormChild[] => {
  const [only, ...others] = children;
  if (!only || others.length > 0) return children;
  const isWhole = textValue(only.fields.cash_collection_amount) === textValue(fields.amount);
  const [before, now] = [start, { fields }].map((values) => textValue(values.fields.currency));
  const isBegun = start.children.some(({ ref }) => ref === only.ref);
  const isForeign = isBegun && Boolean(before && now) && currencyCode(before) !== currencyCode(now);
  return isWhole && !isForeign
    ? [{ ...only, fields: { ...only.fields, cash_collection_amount: amount } }]
    : children;
};
