/**
 * The grid: rows and columns virtualised, fixed row height, pinned columns at the left. One tab stop; the
 * active cell is named by `aria-activedescendant`, so focus survives scrolling.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Row } from '#shared/contract/records';
import { RESOURCE_INFO } from '#shared/domain/resources';
import type { ListPlace } from '../../../client/preferences';
import { useFormat } from '../../../format/use-format';
import { useColumnActions } from './column-actions';
import { ColumnMenu } from './column-menu';
import css from '../../../records/grid.module.css';
import { GridHead } from './grid-head';
import { GridRow } from './grid-row';
import { GUTTER, HEAD_HEIGHT, pinnedLayout, widthOfColumn } from './grid-geometry';
import type { ShownColumn } from '../../../records/list-columns';
import { useUnseen } from '../../../records/changes';
import type { FullView } from '../../../records/list-view';
import { usePanel } from '../../../records/panel-state';
import type { SelectedRows } from './row-selection';
import type { Copier } from './use-copy';
import { LoadingRows } from './loading-rows';
import { RowMenu } from './row-menu';
import { useCellDrag } from './use-cell-drag';
import { type CellRange, useGridKeys } from './use-grid-keys';
import { useWindows } from './use-windows';

export const ROW_HEIGHTS = { compact: 29, comfortable: 37 } as const;
const OVERSCAN_ROWS = 12;
const RESIZE_STEP = 16;
/** Scroll positions by view, so that coming back finds the list where it was. */
const positions = new Map<string, { top: number; left: number }>();

export interface GridProps {
  view: FullView;
  place: ListPlace;
  columns: ShownColumn[];
  rowHeight: number;
  label: string;
  openId: string | undefined;
  empty: ReactNode;
  rows: SelectedRows;
  copier: Copier;
  /** The user chose this order. */
  sorted: boolean;
  /** Amounts show the codes of their currencies. */
  showsCodes: boolean;
  onOpen: (row: Row, index: number) => void;
  /** A second Enter on the opened record, or a double click: the record as a page of its own. */
  onOpenFully?: ((row: Row) => void) | undefined;
  onClose: () => void;
  onFilter: (key: string) => void;
  onTotal: (total: number | undefined) => void;
  /** The range of cells that is selected; undefined while only one cell is meant. */
  onRange: (range: CellRange | undefined) => void;
}

/** Names a view among all lists. */
export const viewKey = (view: FullView): string =>
  `${view.resource}|${JSON.stringify([view.filters, view.sort, view.search, view.removed])}`;

export const RecordGrid = ({
  view,
  place: listPlace,
  columns,
  rowHeight,
  label,
  openId,
  empty,
  rows: marks,
  copier,
  sorted,
  showsCodes,
  onOpen,
  onOpenFully,
  onClose,
  onFilter,
  onTotal,
  onRange,
}: GridProps) => {
  const scroll = useRef<HTMLDivElement>(null);
  const place = viewKey(view);
  const [known, setKnown] = useState(0);
  const [scrolled, setScrolled] = useState(false);
  const [menu, setMenu] = useState<{ index: number; x: number; y: number }>();
  const [rowMenu, setRowMenu] = useState<{ row: Row; index: number; column: number; x: number; y: number }>();
  const unseen = useUnseen();
  const unread = useMemo(
    () => new Set(unseen.filter(({ resource }) => resource === view.resource).map(({ id }) => id)),
    [unseen, view.resource],
  );
  const rows = useVirtualizer({
    count: known,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  // Sizes and places come from the virtualizers, which know them: asking the element lays the page out in the
  // midst of drawing it.
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
    overscan: 3,
    paddingStart: GUTTER,
    scrollPaddingStart: pinnedWidth,
  });
  const widths = columns.map(({ width }) => width).join();
  useEffect(() => cells.measure(), [cells, widths]);
  useEffect(() => rows.measure(), [rows, rowHeight]);

  const items = rows.getVirtualItems();
  const { numberField } = RESOURCE_INFO[view.resource];
  const keys = useMemo(
    () => [
      ...new Set([
        ...columns.map(({ key }) => key),
        ...(columns.some(({ kind }) => kind === 'money') ? ['currency'] : []),
        ...(numberField === undefined ? [] : [numberField]),
      ]),
    ],
    [columns, numberField],
  );
  const { total, rowAt, stale } = useWindows(view, keys, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const plain = useFormat(columns);
  const format = useMemo(
    () => (showsCodes ? { ...plain, showsCodes: true as const } : plain),
    [plain, showsCodes],
  );
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
    const [top, left] = [kept?.top ?? 0, kept?.left ?? cells.scrollOffset ?? 0];
    if (top !== (rows.scrollOffset ?? 0) || left !== (cells.scrollOffset ?? 0))
      scroll.current?.scrollTo({ top, left });
  }, [place, known, total, rows, cells]);
  const noting = useRef(0);
  const notePlace = (): void => {
    cancelAnimationFrame(noting.current);
    noting.current = requestAnimationFrame(() => {
      const [top, left] = [rows.scrollOffset ?? 0, cells.scrollOffset ?? 0];
      if (settled.current === place) positions.set(place, { top, left });
      setScrolled(left > 0);
    });
  };

  const widthOf = useCallback(
    (key: string) =>
      widthOfColumn(
        scroll.current,
        columns.findIndex((column) => column.key === key),
      ),
    [columns],
  );
  const actions = useColumnActions({ view, place: listPlace, columns, onFilter, widthOf });
  const openMenu = useCallback((index: number, at?: { x: number; y: number }): void => {
    const box = scroll.current?.querySelector(`#h${index}`)?.getBoundingClientRect();
    setMenu({ index, x: at?.x ?? box?.left ?? 0, y: at?.y ?? box?.bottom ?? 0 });
  }, []);
  const closeMenu = (): void => {
    setMenu(undefined);
    setRowMenu(undefined);
    scroll.current?.focus({ preventScroll: true });
  };

  const reveal = useCallback(
    ({ row, column }: { row: number; column: number }): void => {
      if (row >= 0) rows.scrollToIndex(row);
      if (column >= pinned) cells.scrollToIndex(column);
      else if (row < 0 && scroll.current) scroll.current.scrollLeft = 0;
    },
    [rows, cells, pinned],
  );
  const mark = (index: number, through: boolean): void => {
    const row = rowAt(index);
    if (row) marks.toggle({ id: row.id, index }, known, through);
  };
  const marked = marks.count(known);
  const { active, range, setActive, stretch, onKeyDown } = useGridKeys({
    rows: known,
    columns: columns.length,
    initialRow: 0,
    pageRows: Math.max(1, Math.floor((rows.scrollRect?.height ?? 600) / rowHeight) - 2),
    onMove: reveal,
    onEnter: ({ row, column }, withShift) => {
      const record = row < 0 ? undefined : rowAt(row);
      if (record) {
        if (onOpenFully && record.id === openId) onOpenFully(record);
        else onOpen(record, row);
      } else if (row < 0 && columns[column] && columns[column].sort !== 'none')
        actions.cycle(columns[column].key, withShift);
    },
    onEscape: () => {
      if (marked > 0) marks.clear();
      else onClose();
    },
    onMark: mark,
    onMarkAll: marks.all,
    onCopy: (cell, cellsOf, withHeads) => {
      if (!cellsOf && marked > 0) copier.copyRows(marks.selection, known, withHeads);
      else
        copier.copyRange(
          cellsOf ?? { top: cell.row, bottom: cell.row, left: cell.column, right: cell.column },
          withHeads,
        );
    },
    onAdjust: (index, how, by) => {
      const column = columns[index];
      if (!column) return;
      if (how === 'resize') return actions.resize(column.key, column.width + by * RESIZE_STEP);
      actions.nudge(column.key, by);
    },
    // After the key's own event: a menu that opens within it takes it for one of its own, and closes.
    onMenu: (index) => void setTimeout(() => openMenu(index)),
    onRowMenu: ({ row: index, column }) => {
      const row = rowAt(index);
      const box = scroll.current?.querySelector(`#c${index}-${column}`)?.getBoundingClientRect();
      if (row) setTimeout(() => setRowMenu({ row, index, column, x: box?.left ?? 0, y: box?.bottom ?? 0 }));
    },
  });

  const bounds = range && `${range.top},${range.bottom},${range.left},${range.right}`;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `bounds` says what `range` is; it is made anew with every render
  useEffect(() => onRange(range), [bounds, place, onRange]);

  // The header's active cell goes along with its column when that is moved or pinned.
  const header = useRef<{ columns: readonly ShownColumn[]; key: string | undefined }>({
    columns,
    key: columns[0]?.key,
  });
  useEffect(() => {
    const { columns: before, key } = header.current;
    const at = before === columns || active.row >= 0 ? -1 : columns.findIndex((column) => column.key === key);
    const column = at < 0 ? active.column : at;
    header.current = { columns, key: columns[column]?.key };
    if (column === active.column) return;
    setActive({ row: active.row, column });
    reveal({ row: active.row, column });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `setActive` is made anew with every render
  }, [columns, active, reveal]);

  // Walking the list from the panel moves the list along.
  const cursor = usePanel((state) => state.cursor);
  const cursorRow = cursor?.view === view ? cursor.index : undefined;
  useEffect(() => {
    if (cursorRow === undefined || cursorRow === active.row || settled.current !== place) return;
    setActive({ row: cursorRow, column: active.column });
    rows.scrollToIndex(cursorRow);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a step of the panel moves the list, not the list's own keys
  }, [cursorRow]);

  const drag = useCellDrag({
    scroll,
    columns,
    pinned,
    lefts,
    rowHeight,
    rows: known,
    onStart: setActive,
    onStretch: (cell) => {
      stretch(cell);
      reveal(cell);
    },
  });
  const onRowClick = (event: MouseEvent, row: Row | undefined, index: number, column: number): void => {
    if (drag.moved()) return;
    setActive({ row: index, column });
    if (event.shiftKey || event.ctrlKey || event.metaKey) mark(index, event.shiftKey);
    else if (row) onOpen(row, index);
  };
  // Rows are drawn again only when something of their own changed, so what they call keeps its identity.
  const allMarked = known > 0 && marked === known;
  const markAll = (): void => (allMarked ? marks.clear() : marks.all());
  const onRowMenu = (event: MouseEvent, row: Row | undefined, index: number, column: number): void => {
    if (!row) return;
    event.preventDefault();
    setActive({ row: index, column });
    setRowMenu({ row, index, column, x: event.clientX, y: event.clientY });
  };
  const latest = useRef({ onRowClick, onRowMenu, mark, markAll, onOpenFully });
  useLayoutEffect(() => {
    latest.current = { onRowClick, onRowMenu, mark, markAll, onOpenFully };
  });
  const calls = useMemo(
    () => ({
      click: (event: MouseEvent, row: Row | undefined, index: number, column: number): void =>
        latest.current.onRowClick(event, row, index, column),
      mark: (index: number, through: boolean): void => latest.current.mark(index, through),
      markAll: (): void => latest.current.markAll(),
      menu: (event: MouseEvent, row: Row | undefined, index: number, column: number): void =>
        latest.current.onRowMenu(event, row, index, column),
      openFully: (row: Row): void => latest.current.onOpenFully?.(row),
    }),
    [],
  );

  const virtual = cells.getVirtualItems();
  const spread = `${virtual.map(({ index, start }) => `${index}:${start}`).join()}|${pinned}`;
  // `spread` says which columns are drawn and where: with the same text, the same array is handed on.
  const shown = useMemo(
    () => cells.getVirtualItems().filter(({ index }) => index >= pinned),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `spread` stands for `pinned` and the items
    [cells, spread],
  );
  const width = cells.getTotalSize();
  return (
    <>
      <div
        ref={scroll}
        className={`${css.scroll} ${stale ? css.stale : ''} ${scrolled ? css.scrolled : ''}`}
        data-marking={marked > 0}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={known + 1}
        aria-colcount={columns.length}
        aria-busy={total === undefined || stale}
        aria-activedescendant={active.row < 0 ? `h${active.column}` : `c${active.row}-${active.column}`}
        onKeyDown={onKeyDown}
        {...drag.handlers}
        onScroll={notePlace}
      >
        <GridHead
          resource={view.resource}
          columns={columns}
          items={shown}
          pinned={pinned}
          lefts={lefts}
          width={width}
          sort={view.sort}
          active={active.row < 0 ? active.column : undefined}
          actions={actions}
          onMenu={openMenu}
          marked={allMarked ? 'all' : marked > 0 ? 'some' : undefined}
          onMarkAll={calls.markAll}
        />
        <div className={css.canvas} style={{ height: rows.getTotalSize(), width }}>
          {items.map(({ index, start }) => {
            const row = rowAt(index);
            const isMarked = row !== undefined && marks.has(row.id);
            return (
              <GridRow
                key={index}
                row={row}
                index={index}
                start={start}
                height={rowHeight}
                width={width}
                columns={columns}
                items={shown}
                pinned={pinned}
                lefts={lefts}
                format={format}
                marked={isMarked}
                open={row !== undefined && row.id === openId}
                active={active.row === index ? active.column : undefined}
                range={range && index >= range.top && index <= range.bottom ? range : undefined}
                plans={view.resource === 'company'}
                onClick={calls.click}
                onOpenFully={calls.openFully}
                onMark={calls.mark}
                onMenu={calls.menu}
                unread={row !== undefined && unread.has(row.id)}
              />
            );
          })}
        </div>
        {total === undefined ? (
          <LoadingRows rowHeight={rowHeight} columns={columns} />
        ) : total === 0 ? (
          <div className={css.overlay}>{empty}</div>
        ) : null}
      </div>
      {menu && columns[menu.index] ? (
        <ColumnMenu
          resource={view.resource}
          column={columns[menu.index] as ShownColumn}
          at={menu}
          sort={view.sort}
          sorted={sorted}
          first={menu.index === 0}
          last={menu.index === columns.length - 1}
          actions={actions}
          onClose={closeMenu}
        />
      ) : null}
      {rowMenu ? (
        <RowMenu
          resource={view.resource}
          row={rowMenu.row}
          at={rowMenu}
          marked={marks.has(rowMenu.row.id)}
          onOpen={() => onOpen(rowMenu.row, rowMenu.index)}
          onOpenFully={onOpenFully ? () => onOpenFully(rowMenu.row) : undefined}
          onMark={() => mark(rowMenu.index, false)}
          onCopy={() => {
            const { index, column } = rowMenu;
            copier.copyRange({ top: index, bottom: index, left: column, right: column }, false);
          }}
          onFilter={() => {
            const column = columns[rowMenu.column];
            if (column) onFilter(column.key);
          }}
          onClose={closeMenu}
        />
      ) : null}
    </>
  );
};
