/** The two menus of a grid: the menu of a column and the menu of a row. */
import { type RefObject, useCallback, useState } from 'react';
import type { Row } from '#shared/contract/records';
import type { ShownColumn } from '../../../records/list-columns';
import type { FullView } from '../../../records/list-view';
import type { ColumnActions } from './column-actions';
import { later } from '../../../ui/later';
import type { SelectedRows } from './row-selection';
import type { Copier } from './use-copy';

const ColumnMenu = later(async () => (await import('./column-menu')).ColumnMenu);
const RowMenu = later(async () => (await import('./row-menu')).RowMenu);
export const preloadGridMenus = (): Promise<unknown> =>
  Promise.all([ColumnMenu.preload(), RowMenu.preload()]);

/** Pixels from the top left of the window. */
interface Place {
  x: number;
  y: number;
}
interface OpenRowMenu extends Place {
  row: Row;
  index: number;
  column: number;
}

/** Keeps which menu is open. Without a place, the menu opens below the cell that it belongs to. */
export const useGridMenus = (scroll: RefObject<HTMLDivElement | null>) => {
  const [columnMenu, setColumnMenu] = useState<{ index: number } & Place>();
  const [rowMenu, setRowMenu] = useState<OpenRowMenu>();
  const openColumnMenu = useCallback(
    (index: number, at?: Place): void => {
      const box = scroll.current?.querySelector(`#h${index}`)?.getBoundingClientRect();
      setColumnMenu({ index, x: at?.x ?? box?.left ?? 0, y: at?.y ?? box?.bottom ?? 0 });
    },
    [scroll],
  );
  const openRowMenu = (row: Row, index: number, column: number, at?: Place): void => {
    const box = scroll.current?.querySelector(`#c${index}-${column}`)?.getBoundingClientRect();
    setRowMenu({ row, index, column, x: at?.x ?? box?.left ?? 0, y: at?.y ?? box?.bottom ?? 0 });
  };
  const close = (): void => {
    setColumnMenu(undefined);
    setRowMenu(undefined);
    scroll.current?.focus({ preventScroll: true });
  };
  return { columnMenu, rowMenu, openColumnMenu, openRowMenu, close };
};

interface GridMenusProps {
  menus: ReturnType<typeof useGridMenus>;
  view: FullView;
  columns: readonly ShownColumn[];
  /** True if the user chose the order of the list. */
  sorted: boolean;
  actions: ColumnActions;
  selectedRows: SelectedRows;
  copier: Copier;
  onOpen: (row: Row, index: number) => void;
  onOpenFully?: ((row: Row) => void) | undefined;
  onSelect: (row: Row, index: number) => void;
  onFilter: (key: string) => void;
}

export const GridMenus = ({
  menus: { columnMenu, rowMenu, close },
  view,
  columns,
  sorted,
  actions,
  selectedRows,
  copier,
  onOpen,
  onOpenFully,
  onSelect,
  onFilter,
}: GridMenusProps) => {
  const menuColumn = columnMenu && columns[columnMenu.index];
  return (
    <>
      {columnMenu && menuColumn ? (
        <ColumnMenu
          resource={view.resource}
          column={menuColumn}
          at={columnMenu}
          sort={view.sort}
          sorted={sorted}
          first={columnMenu.index === 0}
          last={columnMenu.index === columns.length - 1}
          actions={actions}
          onClose={close}
        />
      ) : null}
      {rowMenu ? (
        <RowMenu
          resource={view.resource}
          row={rowMenu.row}
          at={rowMenu}
          selected={selectedRows.has(rowMenu.row.id)}
          onOpen={() => onOpen(rowMenu.row, rowMenu.index)}
          onOpenFully={onOpenFully ? () => onOpenFully(rowMenu.row) : undefined}
          onSelect={() => onSelect(rowMenu.row, rowMenu.index)}
          onCopy={() => {
            const column = columns[rowMenu.column];
            if (column) copier.copyCell(rowMenu.row, column, false);
          }}
          onFilter={() => {
            const column = columns[rowMenu.column];
            if (column) onFilter(column.key);
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
};
