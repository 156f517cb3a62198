/** Computes the positions of the columns of a grid, in pixels. */
import type { ShownColumn } from '../../../records/list-columns';

/** The strip at the left in which rows are selected. */
export const GUTTER = 28;
export const HEAD_HEIGHT = 30;
/** Pinned columns take at most this share of the visible width. */
const MOST_PINNED = 0.65;
const PADDING = 26;

/**
 * Returns how many columns are pinned, the left position of each, and their width together with the strip.
 * Pins only as many columns as leave room for the others.
 */
export const pinnedLayout = (
  columns: readonly ShownColumn[],
  visible: number | undefined,
): { count: number; lefts: number[]; width: number } => {
  const most = visible === undefined || visible === 0 ? Number.POSITIVE_INFINITY : visible * MOST_PINNED;
  const lefts: number[] = [];
  let width = GUTTER;
  for (const column of columns) {
    if (!column.pinned || width + column.width > most) break;
    lefts.push(width);
    width += column.width;
  }
  return { count: lefts.length, lefts, width };
};

/** Returns the index of the column at `x`, measured on the whole canvas. */
export const columnAt = (columns: readonly ShownColumn[], x: number): number => {
  let right = GUTTER;
  const found = columns.findIndex(({ width }) => {
    right += width;
    return x < right;
  });
  return found < 0 ? columns.length - 1 : found;
};

/**
 * Returns the width at which the header of a column and its visible cells fit; undefined if the column is not
 * visible.
 */
export const widthOfColumn = (grid: HTMLElement | null, index: number): number | undefined => {
  const texts = [
    ...(grid?.querySelectorAll<HTMLElement>(`[aria-colindex="${index + 1}"] > .truncate`) ?? []),
  ];
  return texts.length === 0
    ? undefined
    : Math.max(
        ...texts.map(
          (text) => text.scrollWidth + (text.parentElement?.role === 'columnheader' ? PADDING + 16 : PADDING),
        ),
      );
};
