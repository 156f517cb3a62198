/** What the codes and the amounts of a receipt registration mean (contract E7, B). Pure. */
import { toDecimal } from './money';

/** `status` of a receipt that is only a draft: no money was received yet. */
export const RECEIPT_DRAFT = '1';

/** `collect_status` of a collection that counts. All others are not effective yet, or no longer. */
export const COLLECTION_EFFECTIVE = '1';

/** Returns true if a collection with this `collect_status` counts. */
export const isEffectiveCollection = (status: unknown): boolean => String(status) === COLLECTION_EFFECTIVE;

/** `refer_type` of an allocation to an order; 2 is an opportunity. */
export const FOR_ORDER = '1';

/** Returns true if this `status` of a receipt is that of a draft. */
export const isReceiptDraft = (status: unknown): boolean => String(status) === RECEIPT_DRAFT;

/** Returns the id of the order that a line of a receipt allocates money to; null if it is for something else. */
export const orderOfAllocation = (line: Readonly<Record<string, unknown>>): string | null => {
  const { refer_type: type, refer_id: id } = line;
  const isId = typeof id === 'string' ? id !== '' : typeof id === 'number' || typeof id === 'bigint';
  return String(type) === FOR_ORDER && isId ? String(id) : null;
};

/**
 * The received amount of an allocation in the receipt's currency. If the order has another currency, only the registered
 * amount is known to be in the receipt's currency (contract E7); otherwise both are. A service fills an amount that
 * nobody entered with 0, so 0 comes last.
 */
export const receivedBy = (
  line: Readonly<Record<string, unknown>>,
  isInOrderCurrency: boolean,
): string | undefined => {
  const allocated = toDecimal(line.cash_collection_amount);
  const registered = toDecimal(line.cash_collection_invoice_amount);
  const amounts = (isInOrderCurrency ? [allocated, registered] : [registered, allocated]).filter(
    (amount) => amount !== undefined,
  );
  return amounts.find((amount) => Number(amount) !== 0) ?? amounts[0];
};
