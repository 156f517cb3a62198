/** Keeps the only allocation of a receipt equal to its amount. */
import { type FormChild, type FormValues, textValue } from './form-values';

/**
 * Returns a receipt's allocations after its amount is set to `amount`. A single allocation of the whole
 * amount is set to the new amount too; other allocations stay. Pure.
 */
export const allocationsWith = ({ fields, children }: FormValues, amount: string): FormChild[] => {
  const [only, ...others] = children;
  if (!only || others.length > 0) return children;
  const isWhole = textValue(only.fields.cash_collection_amount) === textValue(fields.amount);
  return isWhole ? [{ ...only, fields: { ...only.fields, cash_collection_amount: amount } }] : children;
};
