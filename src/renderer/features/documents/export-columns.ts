/** Selects the columns of an export, and the words that the core needs for them. */
import { ENUMERATIONS } from '#shared/domain/enumerations';
import type { Column } from '#shared/contract/records';
import { countryName } from '../../format/country';
import type { FormatContext } from '../../format/values';
import { labelOf } from '../../format/use-format';

/**
 * Adds the currency column before the first amount unless it is already selected, because an amount needs its
 * currency.
 */
export const withCurrency = (shown: readonly Column[], all: readonly Column[]): Column[] => {
  const first = shown.findIndex(({ key, kind }) => kind === 'money' && !/_(?:rmb|usd)$/.test(key));
  const currency = all.find(({ key }) => key === 'currency');
  if (first < 0 || currency === undefined || shown.some(({ key }) => key === 'currency')) return [...shown];
  return [...shown.slice(0, first), currency, ...shown.slice(first)];
};

/**
 * Returns labels in the user's language. If two fields have the same label, their wire keys are added, so
 * that the headings differ. Labels of time columns name `zone` if times are converted to it.
 */
export const labelled = (
  resource: string,
  columns: readonly Column[],
  word: FormatContext['word'],
  zone: string | null,
): { key: string; label: string }[] => {
  const labels = columns.map((column) => {
    const label = labelOf(resource, column, word);
    return column.kind === 'dateTime' && zone !== null ? `${label} (${zone})` : label;
  });
  return columns.map(({ key }, index) => {
    const label = labels[index] ?? key;
    return { key, label: labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${key})` };
  });
};

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Returns the names of countries in the locale by their two-letter code. */
const countryNames = (locale: string): Record<string, string> => {
  const names: Record<string, string> = {};
  for (const first of LETTERS)
    for (const second of LETTERS) {
      const name = countryName(first + second, locale);
      if (name !== first + second) names[first + second] = name;
    }
  return names;
};

const enumerationNames = (
  options: string,
  codes: readonly number[],
  word: FormatContext['word'],
): Record<string, string> => {
  const names: Record<string, string> = {};
  for (const code of codes) {
    const name = word(`enum.${options}.${code}`);
    if (name !== '') names[code] = name;
  }
  return names;
};

/**
 * Returns the names of the built-in enumerations that these columns show, and of the countries if a column
 * shows one. The core has no names of countries.
 */
export const enumWords = (
  columns: readonly Column[],
  { word, locale }: Pick<FormatContext, 'word' | 'locale'>,
): Record<string, Record<string, string>> => {
  const words: Record<string, Record<string, string>> = {};
  for (const { key, options = '' } of columns) {
    const codes = (ENUMERATIONS as Record<string, readonly number[]>)[options];
    if (codes !== undefined) words[options] = enumerationNames(options, codes, word);
    if (key === 'country' || options === 'country') words.country ??= countryNames(locale);
  }
  return words;
};
