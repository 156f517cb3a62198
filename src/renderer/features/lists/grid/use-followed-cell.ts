/** Moves the active cell when its row or column moves without a key of the grid. */
import { useEffect, useRef } from 'react';
import type { ShownColumn } from '../../../records/list-columns';
import type { FullView } from '../../../records/list-view';
import { usePanel } from '../../../records/panel-state';
import type { ActiveCell } from './use-grid-keys';

interface Options {
  view: FullView;
  columns: readonly ShownColumn[];
  active: ActiveCell;
  setActive: (cell: ActiveCell) => void;
  reveal: (cell: ActiveCell) => void;
  revealRow: (index: number) => void;
  /** True once the list is scrolled to its stored position; earlier steps of the panel do not move it. */
  isSettled: () => boolean;
}

export const useFollowedCell = ({
  view,
  columns,
  active,
  setActive,
  reveal,
  revealRow,
  isSettled,
}: Options): void => {
  // The active cell of the header follows its column.
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `setActive` is a new function with every render
  }, [columns, active, reveal]);

  // The list follows the record that the panel steps to.
  const cursor = usePanel((state) => state.cursor);
  const cursorRow = cursor?.view === view && !cursor.lookedUp ? cursor.index : undefined;
  useEffect(() => {
    if (cursorRow === undefined || cursorRow === active.row || !isSettled()) return;
    setActive({ row: cursorRow, column: active.column });
    revealRow(cursorRow);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a step of the panel moves the list, not the list's own keys
  }, [cursorRow]);
};
