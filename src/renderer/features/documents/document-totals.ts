/**
 * The totals at the foot of a printed document. They are the service's own; if it has none, they are computed
 * from the lines in decimal arithmetic, and a sum of lines is labelled as one. The total of an order, a
 * quotation or an invoice is what has to be paid, so it is rounded to the decimals of its currency. It is
 * rounded once, at the end: lines and parts keep every digit, so they add up to the total. Pure.
 */
import Big from 'big.js';
import { invoiceTotal } from '#shared/domain/invoice-total';
import { negated, sumDecimals, toDecimal } from '#shared/domain/money';
import type { FormatContext } from '../../format/values';
import { documentMoney, documentTotal } from './document-format';

export interface DocumentTotal {
  label: string;
  text: string;
  strong: boolean;
}
export interface Print {
  currency: string | undefined;
  format: Pick<FormatContext, 'locale' | 'word'>;
}

/** What the totals of an order, a quotation, a purchase order or an invoice are made of. */
export interface Bill {
  /** The amount of each line. */
  amounts: readonly unknown[];
  /** The service's total of the lines. */
  products?: unknown;
  /** What is added to the lines, or subtracted from them. */
  part: { key: 'extra' | 'discount'; value: unknown };
  /** The service's total of the document. */
  total: unknown;
}

/** Real amounts have up to six decimals. What is less is the error of a float. */
const MOST_PLACES = 6;

/** The value as decimal text without the error of a float; undefined if it is no number, or zero. */
const amountUnlessZero = (value: unknown): string | undefined => {
  const decimal = toDecimal(value);
  if (decimal === undefined) return undefined;
  const rounded = new Big(decimal).round(MOST_PLACES);
  return rounded.eq(0) ? undefined : rounded.toFixed();
};

const entry = (key: string, value: unknown, { currency, format }: Print): DocumentTotal[] =>
  toDecimal(value) === undefined
    ? []
    : [
        {
          label: format.word(`document.total.${key}`),
          text: documentMoney(value, format.locale, currency),
          strong: false,
        },
      ];

const payable = (key: string, sum: string, { currency = '', format }: Print): DocumentTotal => ({
  label: format.word(`document.total.${key}`),
  text: [currency, documentTotal(sum, format.locale, currency)].filter(Boolean).join(' '),
  strong: true,
});

/** The sum of the lines; undefined if there is no line, or a line has no amount. */
const sumOfLines = (amounts: readonly unknown[]): string | undefined => {
  const decimals = amounts.flatMap((amount) => toDecimal(amount) ?? []);
  return decimals.length > 0 && decimals.length === amounts.length ? sumDecimals(decimals) : undefined;
};

/**
 * What the discount rate of an invoice takes off its lines, for an invoice whose discount is not known; undefined if an
 * amount of the lines is not known either.
 */
export const discountByRate = (amounts: readonly unknown[], discountRate: unknown): string | undefined => {
  const price = sumOfLines(amounts);
  if (price === undefined) return undefined;
  const { products, net } = invoiceTotal([{ count: 1, price }], { discountRate, rmb: null, usd: null });
  return sumDecimals([products, negated(net)]);
};

const totalOf = (subtotal: string, part: string | undefined, key: Bill['part']['key']): string => {
  if (part === undefined) return subtotal;
  const [before, other] = [new Big(subtotal), new Big(part)];
  return (key === 'discount' ? before.minus(other) : before.plus(other)).toFixed();
};

/** The totals of an order, a quotation, a purchase order or an invoice. */
export const billTotals = (bill: Bill, print: Print): DocumentTotal[] => {
  const total = toDecimal(bill.total);
  const products = toDecimal(bill.products);
  const subtotal = products === undefined ? sumOfLines(bill.amounts) : sumDecimals([products]);
  const subtotalKey = products === undefined ? 'lines' : 'products';
  const part = amountUnlessZero(bill.part.value);
  // Without a part, the subtotal is the total.
  if (total === undefined && part === undefined)
    return subtotal === undefined ? [] : [payable(subtotalKey, subtotal, print)];
  const computed = subtotal === undefined ? undefined : totalOf(subtotal, part, bill.part.key);
  const sum = total === undefined ? computed : sumDecimals([total]);
  return [
    ...entry(subtotalKey, subtotal, print),
    ...entry(bill.part.key, part, print),
    ...(sum === undefined ? [] : [payable('amount', sum, print)]),
  ];
};

/**
 * The totals of a receipt. Nothing is left to pay, so the amounts are those of the service, with every digit.
 * `allocated`: the amount of each line.
 */
export const receiptTotals = (
  { allocated, received, paid }: { allocated: readonly unknown[]; received: unknown; paid: unknown },
  print: Print,
): DocumentTotal[] => {
  const amounts = allocated.flatMap((amount) => toDecimal(amount) ?? []);
  return [
    ...(amounts.length === 0 ? [] : entry('allocated', sumDecimals(amounts), print)),
    ...entry('received', amountUnlessZero(received), print),
    ...entry('paid', paid, print).map((total) => ({ ...total, strong: true })),
  ];
};
