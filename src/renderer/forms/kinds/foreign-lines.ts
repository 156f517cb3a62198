/**
 * Finds lines that contradict the invoice: a price in another currency, or an order of another customer. Nothing is
 * converted or removed; the form shows a warning. Pure.
 */
import { currencyCode } from '#shared/domain/currency';
import { isSameNumber } from '#shared/domain/invoice-total';
import { type FormValues, textValue } from '../values/form-values';

export interface ForeignLines {
  /** The currencies of prices that were filled in and not changed since, with the number of their lines. */
  currencies: { currency: string; count: number }[];
  /** How many lines are of an order of another customer. */
  ofOthers: number;
}

export const foreignLines = ({ fields, children }: Pick<FormValues, 'fields' | 'children'>): ForeignLines => {
  const lines = children.filter((item) => item.remove !== true);
  const [own, company] = [textValue(fields.currency), textValue(fields.company_id)];
  const counts = new Map<string, number>();
  for (const { facts, fields: line } of lines) {
    const { price = '', currency = '' } = facts ?? {};
    const isKept = price !== '' && isSameNumber(textValue(line.sale_price), price);
    if (own !== '' && currency !== '' && currencyCode(currency) !== currencyCode(own) && isKept)
      counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const isOfOther = ({ facts }: (typeof lines)[number]): boolean =>
    company !== '' && (facts?.companyId ?? '') !== '' && facts?.companyId !== company;
  return {
    currencies: [...counts].map(([currency, count]) => ({ currency, count })),
    ofOthers: lines.filter(isOfOther).length,
  };
};
