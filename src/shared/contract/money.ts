/**
 * Where the money is: ordered, invoiced, received and owed, of a customer, of an order, and of all customers.
 * From disk, exact decimals, per currency and never mixed; only what the CRM has. What a kind of record that is
 * not on this computer would add, the windows say as unknown.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';

const currencyMoneySchema = z.object({
  /** ISO code as the service has it; `''` gathers what names none. */
  currency: z.string(),
  ordered: z.string(),
  invoiced: z.string(),
  /** Receipts that are only a draft are not counted. */
  received: z.string(),
  /** Invoiced less received; below zero where more was received than invoiced. */
  owed: z.string(),
  /** Server day of the oldest invoice that receipts, taken in order, do not cover; null where nothing is owed. */
  since: z.string().nullable(),
});
export type CurrencyMoney = z.infer<typeof currencyMoneySchema>;

const idSchema = z.string().min(1).max(100);

export const moneyContract = {
  company: oc.input(z.object({ id: idSchema })).output(
    z.object({
      /** In order of the currencies' codes. */
      currencies: z.array(currencyMoneySchema),
      /** Documents that count in nothing above: draft receipts, documents that say no amount. */
      drafts: z.number(),
      withoutAmount: z.number(),
      /** Invoices and receipts that wait to be delivered. */
      waiting: z.number(),
    }),
  ),
  /** From the lines that name the order; null for an order that is not on this computer. */
  order: oc.input(z.object({ id: idSchema })).output(
    z
      .object({
        currencies: z.array(currencyMoneySchema),
        /** Invoices and receipts of the customer whose lines are not here: they may belong to the order. */
        unread: z.object({ invoices: z.number(), receipts: z.number() }),
      })
      .nullable(),
  ),
  /** Customers who owe, of one person or all (null), those who have owed longest first. */
  owed: oc.input(z.object({ person: z.string().max(40).nullable(), limit: z.int().min(1).max(50) })).output(
    z.object({
      totals: z.array(z.object({ currency: z.string(), owed: z.string(), customers: z.number() })),
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
