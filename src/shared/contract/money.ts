/**
 * Money figures: ordered, invoiced, received and owed, of a customer, of an order, and of all customers. They
 * come from disk, as exact decimals, separately per currency, and include only what the CRM has. If a kind of
 * record has no copy on this computer, the windows show its part as unknown.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';

const currencyMoneySchema = z.object({
  /** ISO code from the service; `''` for documents without a currency. */
  currency: z.string(),
  ordered: z.string(),
  invoiced: z.string(),
  /** Receipts that are only a draft are not counted. */
  received: z.string(),
  /** Invoiced minus received; negative if more was received than invoiced. */
  owed: z.string(),
  /**
   * Server day of the oldest invoice that the receipts, applied in order, do not cover; null if nothing is
   * owed.
   */
  since: z.string().nullable(),
});
export type CurrencyMoney = z.infer<typeof currencyMoneySchema>;

const orderCollectionsSchema = z.object({
  /** The order's; `''` if it has none. All amounts without a currency of their own are in it. */
  currency: z.string(),
  /** Null if the order has no amount. */
  ordered: z.string().nullable(),
  /** Effective collections, including converted ones. */
  collected: z.string(),
  /**
   * Ordered minus collected, rounded to the currency; negative if more was collected. Null if the order has no
   * amount, or if an effective collection has none that can be counted.
   */
  left: z.string().nullable(),
  notEffective: z.object({ count: z.number(), amount: z.string() }),
  /** Amounts in other currencies that have no exchange rate. */
  uncounted: z.array(z.object({ currency: z.string(), amount: z.string() })),
  converted: z.number(),
  withoutAmount: z.number(),
  count: z.number(),
  /** The newest ones. */
  lines: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      /** Server day; `''` if it has none. */
      day: z.string(),
      amount: z.string(),
      currency: z.string(),
      isEffective: z.boolean(),
      /** A code of the lookup `receiptTypes`, or its name. */
      method: z.string(),
    }),
  ),
});
export type OrderCollections = z.infer<typeof orderCollectionsSchema>;

const idSchema = z.string().min(1).max(100);

export const moneyContract = {
  company: oc.input(z.object({ id: idSchema })).output(
    z.object({
      /** Sorted by currency code. */
      currencies: z.array(currencyMoneySchema),
      /**
       * The number of documents that are not counted above: draft receipts, draft orders, and documents without an
       * amount.
       */
      drafts: z.number(),
      draftOrders: z.number(),
      withoutAmount: z.number(),
      /** Invoices and receipts with work that waits to be delivered. */
      waiting: z.number(),
      /** The same with work that was delivered, and that the copy does not show yet. */
      delivered: z.number(),
    }),
  ),
  /** Computed from the lines that name the order; null if the order is not on this computer. */
  order: oc.input(z.object({ id: idSchema })).output(
    z
      .object({
        currencies: z.array(currencyMoneySchema),
        /**
         * Invoices and receipts of the customer whose lines are not on this computer and may belong to the
         * order. `invoiceIds` names the newest of these invoices.
         */
        unread: z.object({ invoices: z.number(), receipts: z.number(), invoiceIds: z.array(z.string()) }),
        /**
         * The order without an amount, and documents that name it without an amount for it; they are not counted.
         * `receiptIds` names those that are receipts.
         */
        withoutAmount: z.object({ count: z.number(), receiptIds: z.array(z.string()) }),
        /** Invoices and receipts that name the order, as in `company`. */
        waiting: z.number(),
        delivered: z.number(),
      })
      .nullable(),
  ),
  /** What the CRM's collections say of an order; null if the order is not on this computer. */
  collections: oc.input(z.object({ id: idSchema })).output(orderCollectionsSchema.nullable()),
  /** Customers who owe money, of one person or of all (null); the longest debt first. */
  owed: oc.input(z.object({ person: z.string().max(40).nullable(), limit: z.int().min(1).max(50) })).output(
    z.object({
      totals: z.array(z.object({ currency: z.string(), owed: z.string(), customers: z.number() })),
      /** Invoices and receipts that count in no sum, without drafts. */
      withoutAmount: z.number(),
      /** Invoices and receipts of these customers with work that waits to be delivered. */
      waiting: z.number(),
      customers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          currency: z.string(),
          owed: z.string(),
          since: z.string().nullable(),
        }),
      ),
    }),
  ),
};
