/**
 * Sorts the lines of a picker's list for a typed text. Enter, Tab and saving take the first line, so the best match
 * comes first: for `India`, the line India comes before Indian Ocean. Pure.
 */
import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import { compared } from '#shared/domain/exact-hit';

/** Separates the names of a line, such as those of a country in two languages. */
const BETWEEN_NAMES = ' · ';
export const NO_MATCH = 4;

/** 0 for a whole name, 1 for the code of the line (`DE`), 2 for the beginning of a name, 3 for a part of it. */
export const rankOf = ({ value, label }: { value: string; label: string }, search: string): number => {
  const wanted = compared(search);
  const names = label.split(BETWEEN_NAMES).map(compared);
  if (names.includes(wanted)) return 0;
  if (/^[a-z]+$/.test(wanted) && compared(value) === wanted) return 1;
  if (names.some((name) => name.startsWith(wanted))) return 2;
  return compared(label).includes(wanted) ? 3 : NO_MATCH;
};

type Line = ComboboxItem | ComboboxItemGroup<ComboboxItem>;

/**
 * A filter of Mantine. Lines of the same rank keep their order, and lines stay in their group. `limit`: the most lines
 * or groups.
 */
export const bestFirst = ({
  options,
  search,
  limit = Infinity,
}: {
  options: readonly Line[];
  search: string;
  limit?: number;
}): Line[] => {
  if (search.trim() === '') return options.slice(0, limit);
  const ranked = options.flatMap((line): { line: Line; rank: number }[] => {
    if (!('group' in line)) return [{ line, rank: rankOf(line, search) }];
    const items = bestFirst({ options: line.items, search }) as ComboboxItem[];
    const [first] = items;
    return first === undefined ? [] : [{ line: { ...line, items }, rank: rankOf(first, search) }];
  });
  return ranked
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ line }) => line);
};
