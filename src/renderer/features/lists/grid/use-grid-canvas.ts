/** Which rows and columns of a grid are drawn, and where. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo } from 'react';
import type { ShownColumn } from '../../../records/list-columns';
import { GUTTER, HEAD_HEIGHT, pinnedLayout } from './grid-geometry';

const OVERSCAN_ROWS = 12;
const OVERSCAN_COLUMNS = 3;

interface Options {
  scroll: RefObject<HTMLDivElement | null>;
  columns: readonly ShownColumn[];
  rowCount: number;
  /** Pixels. */
  rowHeight: number;
}

/** `width` and `lefts` are pixels of the whole canvas; `shown` are the columns behind the pinned ones. */
export const useGridCanvas = ({ scroll, columns, rowCount, rowHeight }: Options) => {
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  // Sizes and places come from the virtualizers. Asking the element would lay the page out while it is drawn.
  const visible = rows.scrollRect?.width;
  const {
    count: pinned,
    lefts,
    width: pinnedWidth,
  } = useMemo(() => pinnedLayout(columns, visible), [columns, visible]);
  const cells = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    overscan: OVERSCAN_COLUMNS,
    paddingStart: GUTTER,
    scrollPaddingStart: pinnedWidth,
  });
  const widths = columns.map(({ width }) => width).join();
  useEffect(() => cells.measure(), [cells, widths]);
  useEffect(() => rows.measure(), [rows, rowHeight]);
  const virtual = cells.getVirtualItems();
  const spread = `${virtual.map(({ index, start }) => `${index}:${start}`).join()}|${pinned}`;
  // `spread` says which columns are drawn and where: with the same text, the same array is handed on.
  const shown = useMemo(
    () => cells.getVirtualItems().filter(({ index }) => index >= pinned),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `spread` stands for `pinned` and the items
    [cells, spread],
  );
  return { rows, cells, pinned, lefts, shown, width: cells.getTotalSize() };
};

export type GridCanvas = ReturnType<typeof useGridCanvas>;
