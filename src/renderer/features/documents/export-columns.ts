/** Which columns an export carries, and the words the core needs for them. */
import { ENUMERATIONS } from '#shared/domain/enumerations';
import type { Column } from '#shared/contract/records';
import type { FormatContext } from '../../format/values';
import { labelOf } from '../../format/use-format';

/**
 * Amounts mean little without their currency: it stands before the first of them unless it was chosen anyway.
 */
export const withCurrency = (shown: readonly Column[], all: readonly Column[]): Column[] => {
  const first = shown.findIndex(({ key, kind }) => kind === 'money' && !/_(?:rmb|usd)$/.test(key));
  const currency = all.find(({ key }) => key === 'currency');
  if (first < 0 || currency === undefined || shown.some(({ key }) => key === 'currency')) return [...shown];
  return [...shown.slice(0, first), currency, ...shown.slice(first)];
};

/**
 * Labels in the user's language; two fields of one name carry their wire keys as well, so that no head is
 * ambiguous. Columns of times name `zone`, where times are converted into it.
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

/** Names of the built-in enumerations that these columns show. */
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
