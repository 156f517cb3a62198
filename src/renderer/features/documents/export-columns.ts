/** Selects the columns of an export, and the words that the core needs for them. */
import { ENUMERATIONS } from '#shared/domain/enumerations';
import type { Column } from '#shared/contract/records';
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

/** Returns the names of the built-in enumerations that these columns show. */
export const enumWords = (
  columns: readonly Column[],
  word: FormatContext['word'],
): Record<string, Record<string, string>> =>
  Object.fromEntries(
    columns.flatMap(({ options }) => {
      const codes =
        options === undefined ? undefined : (ENUMERATIONS as Record<string, readonly number[]>)[options];
      return options === undefined || codes === undefined
        ? []
        : [
            [
              options,
              Object.fromEntries(
                codes.flatMap((code): [string, string][] => {
                  const name = word(`enum.${options}.${code}`);
                  return name === '' ? [] : [[String(code), name]];
                }),
              ),
            ],
          ];
    }),
  );
