/**
 * Formats and words for a document in the language of the customer, which may differ from the language of the
 * window.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/contract/records';
import { roundToCurrency, toDecimal, withoutTail } from '#shared/domain/money';
import type { Language } from '../../client/languages';
import { formatNumber, significantFraction } from '../../format/decimal';
import { useFormat } from '../../format/use-format';
import type { FormatContext } from '../../format/values';

export const useDocumentFormat = (
  columns: readonly Column[] | undefined,
  language: Language,
): FormatContext => {
  const { i18n } = useTranslation();
  const format = useFormat(columns);
  return useMemo(() => {
    const t = i18n.getFixedT(language);
    return {
      ...format,
      locale: language,
      word: (key: string, options?: Record<string, unknown>) =>
        i18n.exists(key, { ...options, lng: language }) ? t(key, options ?? {}) : '',
    };
  }, [format, i18n, language]);
};

const CURRENCY = /^[A-Z]{3}$/;
const fractions = new Map<string, number>();
const usualFraction = (currency: string): number => {
  let digits = fractions.get(currency);
  if (digits === undefined)
    fractions.set(
      currency,
      (digits =
        new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
          .maximumFractionDigits ?? 2),
    );
  return digits;
};

/**
 * Formats an amount without a currency sign, for columns under a currency. It has the usual decimals of the
 * currency (none for yen), or more if the value has more. Returns `''` for no value, and the text itself if
 * it is not a number.
 */
export const documentAmount = (value: unknown, locale: string, currency: string | undefined): string => {
  const decimal = toDecimal(value);
  if (decimal === undefined) return value === null || value === undefined ? '' : String(value);
  const usual = currency !== undefined && CURRENCY.test(currency) ? usualFraction(currency) : 2;
  const fraction = significantFraction(withoutTail(decimal));
  return formatNumber(decimal, locale, fraction > usual ? Math.max(usual, 2) : usual);
};

/** Formats `USD 1,234.50`, with the code, because several currencies use `$`. */
export const documentMoney = (value: unknown, locale: string, currency: string | undefined): string => {
  const amount = documentAmount(value, locale, currency);
  return amount === '' || currency === undefined || currency === '' ? amount : `${currency} ${amount}`;
};

/** Formats a sum without a currency sign, rounded as in `formatTotal`, for columns under a currency. */
export const documentTotal = (sum: string, locale: string, currency: string): string =>
  documentAmount(roundToCurrency(sum, currency), locale, currency);
