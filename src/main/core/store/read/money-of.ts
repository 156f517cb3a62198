/**
 * The sums of documents with amounts: ordered, invoiced, received and owed, per currency, and since when it is
 * owed. Pure.
 */
import type { CurrencyMoney } from '#shared/contract/money';
import { negated, roundToCurrency, sumDecimals } from '#shared/domain/money';

export type MoneyKind = 'order' | 'outboundInvoice' | 'receipt';
interface KindFields {
  company: string;
  amount: string;
  day: string;
}
export const MONEY_FIELDS: Readonly<Record<MoneyKind, KindFields>> = {
  order: { company: 'company$id', amount: 'amount', day: 'account_date' },
  outboundInvoice: {
    company: 'company_info$id',
    amount: 'product_total_amount',
    day: 'warehouse_invoice_time',
  },
  receipt: { company: 'company_info$id', amount: 'amount', day: 'collection_date' },
};
export const MONEY_KINDS: readonly MoneyKind[] = ['order', 'outboundInvoice', 'receipt'];

export interface Amount {
  kind: MoneyKind;
  currency: string;
  amount: string;
  /** Server day; `''` if the document has none. */
  day: string;
}

export const less = (a: string, b: string): string => sumDecimals([a, negated(b)]);
export const isPositive = (decimal: string): boolean => !decimal.startsWith('-') && Number(decimal) !== 0;
/** `invoiced` minus `received`, rounded to what can be paid. */
const owedOf = (invoiced: string, received: string, currency: string): string =>
  roundToCurrency(less(invoiced, received), currency);

/**
 * The day of the first invoice that is not covered by `received` and by negative invoices (credit notes); invoices
 * without a day come last. A part of a cent is covered.
 */
const uncoveredSince = (invoices: readonly Amount[], received: string, currency: string): string | null => {
  const inOrder = invoices
    .filter(({ amount }) => isPositive(amount))
    .toSorted((a, b) => (a.day || '9').localeCompare(b.day || '9'));
  const credited = invoices
    .filter(({ amount }) => amount.startsWith('-'))
    .map(({ amount }) => negated(amount));
  const covered = sumDecimals([received, ...credited]);
  let upTo = '0';
  for (const { amount, day } of inOrder) {
    upTo = sumDecimals([upTo, amount]);
    if (isPositive(owedOf(upTo, covered, currency))) return day === '' ? null : day;
  }
  return null;
};

/** Adds the amounts of documents per currency. Pure. */
export const moneyOf = (amounts: readonly Amount[]): CurrencyMoney[] =>
  [...new Set(amounts.map(({ currency }) => currency))].toSorted().map((currency) => {
    const of = (kind: MoneyKind): Amount[] =>
      amounts.filter((one) => one.kind === kind && one.currency === currency);
    const sum = (kind: MoneyKind): string => sumDecimals(of(kind).map(({ amount }) => amount));
    const [invoiced, received] = [sum('outboundInvoice'), sum('receipt')];
    const owed = owedOf(invoiced, received, currency);
    return {
      currency,
      ordered: sum('order'),
      invoiced,
      received,
      owed,
      since: isPositive(owed) ? uncoveredSince(of('outboundInvoice'), received, currency) : null,
    };
  });
