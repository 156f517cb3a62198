/** The allocation of a receipt that is for one order only. */
import { type FormChild, type FormValues, textValue } from './form-values';

/**
 * A receipt's allocations after its amount is set to `amount`: a single one that covers the whole amount
 * follows it; others stay. Pure.
 */
export const allocationsWith = ({ fields, children }: FormValues, amount: string): FormChild[] => {
  const [only, ...others] = children;
  if (!only || others.length > 0) return children;
  const isWhole = textValue(only.fields.cash_collection_amount) === textValue(fields.amount);
  return isWhole ? [{ ...only, fields: { ...only.fields, cash_collection_amount: amount } }] : children;
};
