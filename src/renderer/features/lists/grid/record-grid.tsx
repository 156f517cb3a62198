/**
 * The grid: rows and columns are virtualised, rows have a fixed height, pinned columns are at the left. The
 * grid is one tab stop. `aria-activedescendant` names the active cell, so scrolling does not lose the focus.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Row } from '#shared/contract/records';
import { RESOURCE_INFO } from '#shared/domain/resources';
import type { ListPlace } from '../../../client/preferences';
import { useFormat } from '../../../format/use-format';
import { useColumnActions } from './column-actions';
import css from '../../../records/grid.module.css';
import { GridHead } from './grid-head';
import { GridRow } from './grid-row';
import { widthOfColumn } from './grid-geometry';
import { GridMenus, useGridMenus } from './grid-menus';
import type { ShownColumn } from '../../../records/list-columns';
import { later } from '../../../ui/later';
import type { FullView } from '../../../records/list-view';
import type { SelectedRows } from './row-selection';
import { useCoveredClick } from './use-covered-click';
import type { Copier } from './use-copy';
import { LoadingRows } from './loading-rows';
import { SaidCount } from './said-count';
import { useCellDrag } from './use-cell-drag';
import { useEnterWhenRead } from './use-enter-when-read';
import { useFollowedCell } from './use-followed-cell';
import { useGridCanvas } from './use-grid-canvas';
import { type CellRange, useGridKeys } from './use-grid-keys';
import { useKeptPlace } from './use-kept-place';
import { useScrollAnchor } from './use-scroll-anchor';
import { useSelectWhenRead } from './use-select-when-read';
import { useStableCalls } from './use-stable-calls';
import { useUnread } from './use-unread';
import { useWindows } from './use-windows';

const ListFailure = later(async () => (await import('./list-failure')).ListFailure);

export const ROW_HEIGHTS = { compact: 29, comfortable: 37 } as const;
const RESIZE_STEP = 16;

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
  /** True if the user chose the order of the list. */
  sorted: boolean;
  onOpen: (row: Row, index: number) => void;
  /** Called when the button is pressed on a row, before its click. */
  onPress: (row: Row) => void;
  /** Opens the record as a page of its own, on a second Enter on the opened record or on a double click. */
  onOpenFully?: ((row: Row) => void) | undefined;
  onClose: () => void;
  onFilter: (key: string) => void;
  onTotal: (total: number | undefined) => void;
  /** Receives the selected range of cells; undefined if only one cell is selected. */
  onRange: (range: CellRange | undefined) => void;
}

/** Returns true for a key that presses a button in place of the rows, such as "Clear filters". */
const pressesButton = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && (target as Element).closest('[data-empty] button') !== null;

/** Returns a key that is unique for a view of any list. */
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
  rows: selectedRows,
  copier,
  sorted,
  onOpen,
  onPress,
  onOpenFully,
  onClose,
  onFilter,
  onTotal,
  onRange,
}: GridProps) => {
  const scroll = useRef<HTMLDivElement>(null);
  const place = viewKey(view);
  const [known, setKnown] = useState(0);
  const menus = useGridMenus(scroll);
  const canvas = useGridCanvas({ scroll, columns, rowCount: known, rowHeight });
  const { rows, cells, pinned, lefts, shown, width } = canvas;
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
  const windows = useWindows(view, keys, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const { total, rowAt, isUnreadable, error, stale } = windows;
  const unread = useUnread(view.resource, rowAt, {
    first: items[0]?.index ?? 0,
    last: items.at(-1)?.index ?? 0,
  });
  const format = useFormat(columns);
  useEffect(() => {
    onTotal(total);
    if (total !== undefined) setKnown(total);
  }, [total, onTotal]);

  const hasHeight = total !== undefined && known === total;
  const { isSettled, isScrolled, onScroll } = useKeptPlace({ scroll, canvas, place, hasHeight });

  const widthOf = useCallback(
    (key: string) =>
      widthOfColumn(
        scroll.current,
        columns.findIndex((column) => column.key === key),
      ),
    [columns],
  );
  const actions = useColumnActions({ view, place: listPlace, columns, onFilter, widthOf });
  const reveal = useCallback(
    ({ row, column }: { row: number; column: number }): void => {
      if (row >= 0) rows.scrollToIndex(row);
      if (column >= pinned) cells.scrollToIndex(column);
      else if (row < 0 && scroll.current) scroll.current.scrollLeft = 0;
    },
    [rows, cells, pinned],
  );
  const openRow = (index: number): void => {
    const row = rowAt(index);
    if (row === undefined) return;
    if (onOpenFully && row.id === openId) onOpenFully(row);
    else onOpen(row, index);
  };
  const selectRead = (index: number, through: boolean): void => {
    const row = rowAt(index);
    if (row) selectedRows.toggle({ id: row.id, index }, known, through);
  };
  // A row of the previous view may not be in this one.
  const isRowRead = (index: number): boolean => !stale && rowAt(index) !== undefined;
  const unreadRows = useSelectWhenRead({ place, isRead: isRowRead, isUnreadable, select: selectRead });
  const select = (index: number, through: boolean): void => {
    if (isRowRead(index)) selectRead(index, through);
    else if (!stale) unreadRows.wait(index, through);
  };
  const selectedCount = selectedRows.count(known);
  const { active, range, setActive, shift, stretch, onKeyDown } = useGridKeys({
    rows: known,
    columns: columns.length,
    initialRow: 0,
    pageRows: Math.max(1, Math.floor((rows.scrollRect?.height ?? 600) / rowHeight) - 2),
    onMove: (cell) => {
      entered.drop();
      reveal(cell);
    },
    onEnter: ({ row, column }, withShift) => {
      if (row >= 0) entered.wait();
      else if (columns[column] && columns[column].sort !== 'none')
        actions.cycle(columns[column].key, withShift);
    },
    onEscape: () => {
      entered.drop();
      unreadRows.drop();
      if (selectedCount > 0) selectedRows.clear();
      else onClose();
    },
    onSelect: select,
    onSelectAll: () => {
      unreadRows.drop();
      selectedRows.all();
    },
    onCopy: (cell, cellsOf, withHeads) => {
      const [row, column] = [rowAt(cell.row), columns[cell.column]];
      if (!cellsOf && selectedCount > 0) copier.copyRows(selectedRows.selection, known, withHeads);
      else if (!cellsOf && row && column) copier.copyCell(row, column, withHeads);
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
    // Open the menu after the key event, because the menu would handle the same event and close.
    onMenu: (index) => void setTimeout(() => menus.openColumnMenu(index)),
    onRowMenu: ({ row: index, column }) => {
      const row = rowAt(index);
      if (row) setTimeout(() => menus.openRowMenu(row, index, column));
    },
  });

  const isRead =
    hasHeight && !stale && (active.row >= known || isRowRead(active.row) || isUnreadable(active.row));
  const entered = useEnterWhenRead({ isRead, place, grid: scroll, open: () => openRow(active.row) });
  const isActiveShown = active.row < 0 || items.some(({ index }) => index === active.row);
  const cellId = active.row < 0 ? `h${active.column}` : `c${active.row}-${active.column}`;
  const activeId = isActiveShown ? cellId : undefined;

  const bounds = range && `${range.top},${range.bottom},${range.left},${range.right}`;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `bounds` has the content of `range`, which is a new object with every render
  useEffect(() => onRange(range), [bounds, place, onRange]);

  useFollowedCell({
    view,
    columns,
    active,
    setActive,
    reveal,
    revealRow: (index) => rows.scrollToIndex(index),
    isSettled,
  });

  useScrollAnchor({
    scroll,
    place,
    windows,
    indexes: items.map(({ index }) => index),
    rowHeight,
    activeRow: active.row,
    isOpen: openId !== undefined,
    shift,
  });

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
  const openFully = (row: Row): void => onOpenFully?.(row);
  const noteClicked = useCoveredClick(scroll, openFully);
  const onRowClick = (event: MouseEvent, row: Row | undefined, index: number, column: number): void => {
    if (drag.moved()) return;
    entered.drop();
    setActive({ row: index, column });
    if (event.shiftKey || event.ctrlKey || event.metaKey) select(index, event.shiftKey);
    else if (row) {
      noteClicked(row);
      onOpen(row, index);
    }
  };
  const allSelected = known > 0 && selectedCount === known;
  const someSelected = selectedCount > 0 ? 'some' : undefined;
  const selectAll = (): void => (allSelected ? selectedRows.clear() : selectedRows.all());
  const onRowMenu = (event: MouseEvent, row: Row | undefined, index: number, column: number): void => {
    if (!row) return;
    event.preventDefault();
    setActive({ row: index, column });
    menus.openRowMenu(row, index, column, { x: event.clientX, y: event.clientY });
  };
  const calls = useStableCalls({
    onRowClick,
    onRowMenu,
    select,
    selectAll,
    openFully,
  });

  const withoutRows = () => {
    if (total === undefined) return <LoadingRows rowHeight={rowHeight} columns={columns} />;
    return total === 0 ? (
      <div className={css.overlay} data-empty>
        {empty}
      </div>
    ) : null;
  };
  return (
    <>
      <div
        ref={scroll}
        className={`${css.scroll} ${stale ? css.stale : ''} ${isScrolled ? css.scrolled : ''}`}
        data-selecting={selectedCount > 0}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={known + 1}
        aria-colcount={columns.length}
        aria-busy={(total === undefined && error === null) || stale}
        aria-activedescendant={activeId}
        onKeyDown={(event) => {
          if (!pressesButton(event)) onKeyDown(event);
        }}
        {...drag.handlers}
        onScroll={onScroll}
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
          onMenu={menus.openColumnMenu}
          selected={allSelected ? 'all' : someSelected}
          onSelectAll={calls.selectAll}
        />
        <div className={css.canvas} style={{ height: rows.getTotalSize(), width }}>
          {items.map(({ index, start }) => {
            const row = rowAt(index);
            const isSelected = row !== undefined && selectedRows.has(row.id);
            return (
              <GridRow
                key={index}
                row={row}
                unreadable={isUnreadable(index)}
                index={index}
                start={start}
                height={rowHeight}
                width={width}
                columns={columns}
                items={shown}
                pinned={pinned}
                lefts={lefts}
                format={format}
                selected={isSelected}
                open={row !== undefined && row.id === openId}
                active={active.row === index ? active.column : undefined}
                range={range && index >= range.top && index <= range.bottom ? range : undefined}
                plans={view.resource === 'company'}
                onClick={calls.onRowClick}
                onPress={onPress}
                onOpenFully={calls.openFully}
                onSelect={calls.select}
                onMenu={calls.onRowMenu}
                unread={row !== undefined && unread.has(row.id)}
              />
            );
          })}
        </div>
        {error ? (
          <div className={css.overlay}>
            <ListFailure error={error} />
          </div>
        ) : (
          withoutRows()
        )}
      </div>
      <SaidCount place={place} total={stale ? undefined : total} />
      <GridMenus
        menus={menus}
        view={view}
        columns={columns}
        sorted={sorted}
        actions={actions}
        selectedRows={selectedRows}
        copier={copier}
        onOpen={onOpen}
        onOpenFully={onOpenFully}
        onSelect={({ id }, index) => selectedRows.toggle({ id, index }, known)}
        onFilter={onFilter}
      />
    </>
  );
};
