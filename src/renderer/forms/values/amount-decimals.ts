/**
 * Checks the decimals of a receipt's amounts: yen, won and dong have none. An amount from the CRM stays as it is; it is
 * checked only if the user chooses another currency. Pure.
 */
import { currencyCode, currencyDecimals } from '#shared/domain/currency';
import { toPlainDecimal } from '#shared/domain/push-value';
import type { FormIssue } from '../session/form-store';
import { type FormValues, textValue, type TypedValue } from './form-values';

const AMOUNTS = ['amount', 'real_amount'] as const;
const ALLOCATED = ['cash_collection_amount', 'cash_collection_invoice_amount'] as const;

const decimalsOf = (typed: TypedValue | undefined): number =>
  /\.(\d*?)0*$/.exec(toPlainDecimal(textValue(typed)) ?? '')?.[1]?.length ?? 0;

/** The issue of each amount with more decimals than its currency has, by its place in the form. */
export const decimalIssues = (values: FormValues, start: FormValues): Record<string, FormIssue> => {
  const currency = currencyCode(values.fields.currency);
  const isSameCurrency = currency === currencyCode(start.fields.currency);
  const most = currencyDecimals(currency);
  if (most === null) return {};
  const found: FormIssue = { code: most === 0 ? 'no-decimals' : 'many-decimals', high: most, currency };
  const isWrong = (now: TypedValue | undefined, before: TypedValue | undefined): boolean =>
    decimalsOf(now) > most && !(isSameCurrency && textValue(now) === textValue(before));
  const places = [
    ...AMOUNTS.filter((key) => isWrong(values.fields[key], start.fields[key])).map((key) => `fields.${key}`),
    ...values.children.flatMap(({ ref, fields }) => {
      const before = start.children.find((item) => item.ref === ref)?.fields;
      return ALLOCATED.filter((key) => isWrong(fields[key], before?.[key])).map((key) => `${ref}.${key}`);
    }),
  ];
  return Object.fromEntries(places.map((place) => [place, found]));
};
