/**
 * Finds parts of a receipt that contradict each other. Nothing is converted or removed; the form shows a warning. Pure.
 */
import { currencyCode } from '#shared/domain/currency';
import { exceeds, isSameNumber } from '#shared/domain/invoice-total';
import { sumDecimals } from '#shared/domain/money';
import { toPlainDecimal } from '#shared/domain/push-value';
import { orderOfAllocation } from '#shared/domain/receipts';
import { type FormChild, type FormValues, textValue } from '../values/form-values';

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

/** The currencies of orders, by their ids. */
export type OrderCurrencies = ReadonlyMap<string, string>;

/**
 * Returns true if the allocation is to an order in another currency than the receipt's. An order that is not
 * known counts as one in the currency of the receipt.
 */
const isForeign = (
  { fields }: FormChild,
  {
    values,
    start,
    currencies,
  }: { values: FormValues; start: FormValues | null; currencies: OrderCurrencies },
): boolean => {
  const order = orderOfAllocation(fields);
  if (order === null) return false;
  const begun = start?.children.some((one) => orderOfAllocation(one.fields) === order) === true;
  const currency = currencies.get(order) ?? (begun ? textValue(start?.fields.currency) : '');
  const own = textValue(values.fields.currency);
  return currency !== '' && own !== '' && currencyCode(currency) !== currencyCode(own);
};

/**
 * What an allocation takes of the receipt, in its currency. The allocated amount is in the currency of the order. So
 * for an order in another currency, only the registered amount counts (contract E7).
 */
const takenBy = ({ fields }: FormChild, foreign: boolean): string[] => {
  const amount = toPlainDecimal(textValue(fields.cash_collection_amount));
  const registered = toPlainDecimal(textValue(fields.cash_collection_invoice_amount));
  const taken = foreign ? registered : (amount ?? registered);
  return taken === null ? [] : [taken];
};

/**
 * `start` is what a new receipt began with; null for an edit, whose values are the user's own. `currencies`: of the
 * orders that are known.
 */
export const receiptMismatch = (
  values: FormValues,
  start: FormValues | null,
  currencies: OrderCurrencies = new Map(),
): ReceiptMismatch => {
  const amount = textValue(values.fields.amount);
  const allocated = values.children.flatMap((child) =>
    takenBy(child, isForeign(child, { values, start, currencies })),
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
