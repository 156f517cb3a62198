/**
 * Finds parts of a receipt that contradict each other. Nothing is converted or removed; the form shows a warning. Pure.
 */
import { exceeds, isSameNumber } from '#shared/domain/invoice-total';
import { sumDecimals } from '#shared/domain/money';
import { toPlainDecimal } from '#shared/domain/push-value';
import { type FormValues, textValue } from '../values/form-values';

export interface ReceiptMismatch {
  /** The currency of the amount that was filled in from an order, if the receipt has another one now. */
  amountIn: string | null;
  /** Another customer was chosen, but money still goes to the order that the receipt was started from. */
  isOtherOrder: boolean;
  /** What is allocated in all, if it is more than the amount (of a refund: more is taken back); decimal text. */
  overAllocated: string | null;
}

const wasChanged = (start: FormValues, values: FormValues, field: 'currency' | 'company_id'): boolean => {
  const [before, now] = [textValue(start.fields[field]), textValue(values.fields[field])];
  return before !== '' && now !== '' && before !== now;
};

/** A refund (a negative amount) takes money back from documents, at most its amount. */
const isOverAllocated = (allocated: string, amount: string): boolean => {
  const isRefund = exceeds('0', amount);
  return isRefund ? exceeds(amount, allocated) || exceeds(allocated, '0') : exceeds(allocated, amount);
};

/** `start` is what a new receipt began with; null for an edit, whose values are the user's own. */
export const receiptMismatch = (values: FormValues, start: FormValues | null): ReceiptMismatch => {
  const amount = textValue(values.fields.amount);
  const allocated = values.children.flatMap(
    ({ fields }) => toPlainDecimal(textValue(fields.cash_collection_amount)) ?? [],
  );
  const sum = sumDecimals(allocated);
  const overAllocated = isOverAllocated(sum, amount) ? sum : null;
  if (start === null) return { amountIn: null, isOtherOrder: false, overAllocated };
  const filled = textValue(start.fields.amount);
  const isKept = filled !== '' && isSameNumber(amount, filled);
  const isKeptOrder = start.children.some(({ ref, fields }) =>
    values.children.some((item) => item.ref === ref && item.fields.refer_id === fields.refer_id),
  );
  return {
    amountIn: isKept && wasChanged(start, values, 'currency') ? textValue(start.fields.currency) : null,
    isOtherOrder: isKeptOrder && wasChanged(start, values, 'company_id'),
    overAllocated,
  };
};

/** Returns true if the amount is typed and is 0 or less. */
export const isNotPositive = ({ fields }: Pick<FormValues, 'fields'>): boolean => {
  const amount = toPlainDecimal(textValue(fields.amount));
  return amount !== null && !exceeds(amount, '0');
};
