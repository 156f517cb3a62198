/**
 * Formats decimal text. The text is never converted to a float: Intl formats the text itself. A
 * floating-point error of the service (510.04499999999996) is removed.
 */
import { roundToCurrency, toDecimal, withoutTail } from '#shared/domain/money';

const formatters = new Map<string, Intl.NumberFormat>();
const formatterFor = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${locale}|${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  // No sign before a zero.
  const made = new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options });
  formatters.set(key, made);
  return made;
};

const PLAIN = /^-?(?:\d+\.?\d*|\.\d+)$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Returns the number of significant digits after the point: `977.0000000000` has none. */
export const significantFraction = (text: string): number => /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0;

const asDecimal = (value: unknown): string | undefined => {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  const text = typeof value === 'number' ? String(value) : trimmed;
  // A number with an exponent has a limited size, because its digits are written out.
  const decimal = PLAIN.test(text) ? text : toDecimal(text);
  return decimal === undefined ? undefined : withoutTail(decimal);
};

/**
 * Formats a number with the locale's grouping and all significant digits; any other text is returned
 * unchanged.
 */
export const formatNumber = (value: unknown, locale: string, minFraction = 0): string => {
  const text = asDecimal(value);
  if (text === undefined) return value === null || value === undefined ? '' : String(value);
  const digits = Math.min(Math.max(significantFraction(text), minFraction), 20);
  return formatterFor(locale, {
    minimumFractionDigits: Math.min(minFraction, digits),
    maximumFractionDigits: digits,
  }).format(text as Intl.StringNumericLiteral);
};

const usualFractions = new WeakMap<Intl.NumberFormat, number>();
const usualFraction = (formatter: Intl.NumberFormat): number => {
  let digits = usualFractions.get(formatter);
  if (digits === undefined)
    usualFractions.set(formatter, (digits = formatter.resolvedOptions().maximumFractionDigits ?? 2));
  return digits;
};

/**
 * Formats an amount with the code of its currency, because most signs belong to several: ¥ is CNY or JPY.
 * Without a known currency, it is a plain number with two decimals.
 */
export const formatMoney = (value: unknown, locale: string, currency?: string): string => {
  const text = asDecimal(value);
  if (text === undefined) return value === null || value === undefined ? '' : String(value);
  if (currency === undefined || !CURRENCY.test(currency)) return formatNumber(text, locale, 2);
  const options: Intl.NumberFormatOptions = { style: 'currency', currency, currencyDisplay: 'code' };
  const plain = formatterFor(locale, options);
  const usual = usualFraction(plain);
  const fraction = significantFraction(text);
  // Most amounts have the usual digits of their currency and use the cached formatter, because creating
  // another one takes a millisecond or two.
  if (fraction <= usual) return plain.format(text as Intl.StringNumericLiteral);
  // A yen amount with a fraction gets two decimals, so that columns are aligned.
  const least = Math.max(usual, 2);
  const digits = Math.min(Math.max(fraction, least), 20);
  return formatterFor(locale, {
    ...options,
    minimumFractionDigits: least,
    maximumFractionDigits: digits,
  }).format(text as Intl.StringNumericLiteral);
};

/**
 * Formats a sum or an average of amounts with its currency. A service may name a currency in another way than by its
 * code; the text of the service is shown then, because the sum beside it is in another currency.
 */
export const formatSum = (value: string, locale: string, currency: string): string => {
  const amount = formatMoney(value, locale, currency);
  return currency === '' || CURRENCY.test(currency) ? amount : `${amount}\u00a0${currency}`;
};

/**
 * The same, rounded to the decimals of the currency. `formatMoney` does not round: a single amount keeps every digit of
 * the service.
 */
export const formatTotal = (value: string, locale: string, currency: string): string =>
  formatSum(roundToCurrency(value, currency), locale, currency);

/** Formats a number for tiles with three significant digits: 12.3K, 1.2万. */
export const formatCompact = (value: number, locale: string): string =>
  formatterFor(locale, value < 10_000 ? {} : { notation: 'compact', maximumSignificantDigits: 3 }).format(
    value,
  );

const byteUnit = (bytes: number): { step: number; unit: string } => {
  if (bytes < 1e6) return { step: 1e3, unit: 'kB' };
  return bytes < 1e9 ? { step: 1e6, unit: 'MB' } : { step: 1e9, unit: 'GB' };
};

/** Formats bytes as kB, MB or GB. */
export const formatBytes = (bytes: number, locale: string): string => {
  const { step, unit } = byteUnit(bytes);
  return `${formatterFor(locale, { maximumFractionDigits: 1 }).format(bytes / step)} ${unit}`;
};
