/**
 * The grid: rows and columns virtualised, fixed row height, the first column pinned. One tab stop; the active cell is
 * named by `aria-activedescendant`, so focus survives scrolling.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '#shared/contract/records';
import { useFormat } from '../../format/use-format';
import { isMono, isNumeric } from '../../format/values';
import { Skeleton } from '../../ui/layout';
import { CellContent } from './cell';
import css from './grid.module.css';
import { GridHead } from './grid-head';
import type { ShownColumn } from './list-columns';
import type { FullView } from './list-view';
import { cellMarkOf, PendingMark } from './pending-mark';
import { useGridKeys } from './use-grid-keys';
import { useWindows } from './use-windows';

export const ROW_HEIGHTS = { compact: 29, comfortable: 37 } as const;
const OVERSCAN_ROWS = 12;
/** Scroll positions by view, so that coming back finds the list where it was. */
const positions = new Map<string, { top: number; left: number }>();

export interface GridProps {
  view: FullView;
  columns: ShownColumn[];
  rowHeight: number;
  label: string;
  openId: string | undefined;
  empty: ReactNode;
  onOpen: (row: Row, index: number) => void;
  /** A second Enter on the opened record, or a double click: the record as a page of its own. */
  onOpenFully?: ((row: Row) => void) | undefined;
  onClose: () => void;
  onSort: (key: string) => void;
  onTotal: (total: number | undefined) => void;
}

export const RecordGrid = ({ view, columns, rowHeight, label, openId, empty, onOpen, onOpenFully, onClose, onSort, onTotal }: GridProps) => {
  const scroll = useRef<HTMLDivElement>(null);
  const place = `${view.resource}|${JSON.stringify([view.filters, view.sort, view.search, view.removed])}`;
  const [known, setKnown] = useState(0);
  const [scrolled, setScrolled] = useState(false);
  const rows = useVirtualizer({ count: known, getScrollElement: () => scroll.current, estimateSize: () => rowHeight, overscan: OVERSCAN_ROWS, scrollPaddingStart: 30 });
  const pinned = columns[0];
  const cells = useVirtualizer({ horizontal: true, count: columns.length, getScrollElement: () => scroll.current, estimateSize: (index) => columns[index]?.width ?? 0, overscan: 3, scrollPaddingStart: pinned?.width ?? 0 });
  const widths = columns.map(({ width }) => width).join();
  useEffect(() => cells.measure(), [cells, widths]);
  useEffect(() => rows.measure(), [rows, rowHeight]);

  const items = rows.getVirtualItems();
  const keys = useMemo(() => [...new Set([...columns.map(({ key }) => key), ...(columns.some(({ kind }) => kind === 'money') ? ['currency'] : [])])], [columns]);
  const { total, rowAt, stale } = useWindows(view, keys, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const format = useFormat(columns);
  useEffect(() => {
    onTotal(total);
    if (total !== undefined) setKnown(total);
  }, [total, onTotal]);

  // A place known before is reached again once the canvas has its height; another view begins at its top.
  const settled = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (settled.current === place || total === undefined || known !== total) return;
    settled.current = place;
    const kept = positions.get(place);
    scroll.current?.scrollTo(kept?.left ?? scroll.current.scrollLeft, kept?.top ?? 0);
  }, [place, known, total]);

  const { active, setActive, onKeyDown } = useGridKeys({
    rows: known, columns: columns.length, initialRow: 0, pageRows: Math.max(1, Math.floor((scroll.current?.clientHeight ?? 600) / rowHeight) - 2),
    onMove: ({ row, column }) => {
      if (row >= 0) rows.scrollToIndex(row);
      if (column > 0) cells.scrollToIndex(column);
      else if (scroll.current) scroll.current.scrollLeft = 0;
    },
    onEnter: ({ row, column }) => {
      const record = row < 0 ? undefined : rowAt(row);
      if (record) { if (onOpenFully && record.id === openId) onOpenFully(record); else onOpen(record, row); }
      else if (row < 0 && columns[column]) onSort(columns[column].key);
    },
    onEscape: onClose,
  });

  const shown = cells.getVirtualItems().filter(({ index }) => index > 0);
  const width = cells.getTotalSize();
  const cellOf = (row: Row | undefined, rowIndex: number, column: ShownColumn, index: number, left: number | undefined) => (
    <div key={column.key} id={`c${rowIndex}-${index}`} role="gridcell" aria-colindex={index + 1} data-numeric={isNumeric(column.kind)} data-mono={isMono(column.kind)} data-time={column.kind === 'dateTime' || column.kind === 'date'} data-own={row && cellMarkOf(row, column.key)}
      className={`${css.cell} ${left === undefined ? css.pinned : ''} ${active.row === rowIndex && active.column === index ? css.active : ''}`} style={{ width: column.width, ...(left === undefined ? {} : { left }) }}>
      {row && index === 0 ? <PendingMark row={row} word={format.word} /> : null}
      {row ? <CellContent column={column} row={row} context={format} /> : <Skeleton width={`${40 + ((rowIndex * 7 + index * 13) % 40)}%`} />}
    </div>
  );

  return (
    <div ref={scroll} className={`${css.scroll} ${stale ? css.stale : ''} ${scrolled ? css.scrolled : ''}`} role="grid" tabIndex={0} aria-label={label} aria-rowcount={known + 1} aria-colcount={columns.length}
      aria-busy={total === undefined} aria-activedescendant={active.row < 0 ? `h${active.column}` : `c${active.row}-${active.column}`} onKeyDown={onKeyDown}
      onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => { if (settled.current === place) positions.set(place, { top: scrollTop, left: scrollLeft }); setScrolled(scrollLeft > 0); }}>
      <GridHead resource={view.resource} columns={columns} items={shown} width={width} sort={view.sort[0]} active={active.row < 0 ? active.column : undefined} onSort={onSort} />
      <div className={css.canvas} style={{ height: rows.getTotalSize(), width }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <div key={index} role="row" aria-rowindex={index + 2} aria-selected={row !== undefined && row.id === openId} data-removed={row?.removed ?? false} className={css.row} style={{ height: rowHeight, width, transform: `translateY(${start}px)` }}
              onClick={() => { setActive({ row: index, column: active.column }); if (row) onOpen(row, index); }} onDoubleClick={() => { if (row) onOpenFully?.(row); }}>
              {pinned ? cellOf(row, index, pinned, 0, undefined) : null}
              {shown.map((item) => {
                const column = columns[item.index];
                return column ? cellOf(row, index, column, item.index, item.start) : null;
              })}
            </div>
          );
        })}
      </div>
      {total === undefined ? <LoadingRows rowHeight={rowHeight} columns={columns} /> : total === 0 ? <div className={css.overlay}>{empty}</div> : null}
    </div>
  );
};

const LoadingRows = ({ rowHeight, columns }: { rowHeight: number; columns: ShownColumn[] }) => (
  <div className={css.overlay} aria-hidden style={{ alignContent: 'start' }}>
    {Array.from({ length: 14 }, (_, row) => (
      <div key={row} style={{ display: 'flex', height: rowHeight, opacity: 1 - row / 15 }}>
        {columns.slice(0, 8).map((column, index) => <div key={column.key} style={{ width: column.width, padding: '0 12px', alignSelf: 'center', flex: 'none' }}><Skeleton width={`${40 + ((row * 7 + index * 13) % 45)}%`} /></div>)}
      </div>
    ))}
  </div>
);
