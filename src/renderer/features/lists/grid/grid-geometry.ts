/** Where the columns of a grid stand, in pixels. */
import type { ShownColumn } from '../../../records/list-columns';

/** The strip at the left that marks rows. */
export const GUTTER = 28;
export const HEAD_HEIGHT = 30;
/** Pinned columns leave the others at least this part of the window. */
const MOST_PINNED = 0.65;
const PADDING = 26;

/**
 * How many columns stand still, where each begins, and how much they take with the strip; as many as leave
 * room for the others.
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

/** The column at `x` of the whole canvas. */
export const columnAt = (columns: readonly ShownColumn[], x: number): number => {
  let right = GUTTER;
  const found = columns.findIndex(({ width }) => {
    right += width;
    return x < right;
  });
  return found < 0 ? columns.length - 1 : found;
};

/**
 * The width that shows a column's header and what is on screen of it in full; undefined when it is out of
 * sight.
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
