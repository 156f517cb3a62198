/** Computes which rows and columns of a grid are rendered, and their positions. */
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
  /** In pixels. */
  rowHeight: number;
}

/**
 * `width` and `lefts` are in pixels of the whole canvas; `shown` contains the rendered columns after the
 * pinned columns.
 */
export const useGridCanvas = ({ scroll, columns, rowCount, rowHeight }: Options) => {
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: HEAD_HEIGHT,
    // The rows begin below the header, which the virtualizer does not count.
    scrollPaddingEnd: HEAD_HEIGHT,
  });
  // Sizes and positions come from the virtualizers. Reading them from the element would force a layout during
  // rendering.
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
  // `spread` is a text of the rendered columns and their positions. While it stays the same, the array stays
  // the same too.
  const shown = useMemo(
    () => cells.getVirtualItems().filter(({ index }) => index >= pinned),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `spread` changes when `pinned` or the items change
    [cells, spread],
  );
  return { rows, cells, pinned, lefts, shown, width: cells.getTotalSize() };
};

export type GridCanvas = ReturnType<typeof useGridCanvas>;
