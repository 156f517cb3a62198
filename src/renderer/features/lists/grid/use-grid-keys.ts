/**
 * The keyboard of a grid (W3C grid pattern): one tab stop; arrows move the active cell; Shift with an arrow
 * extends a range of cells from it; Space selects the row; Enter opens it; row −1 is the header.
 */
import { type KeyboardEvent, useState } from 'react';
import { letterOf } from '../../../ui/screen-keys';

export interface ActiveCell {
  row: number;
  column: number;
}
/** A rectangle of cells; all four bounds are included. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface GridKeys {
  active: ActiveCell;
  /** undefined if only one cell is selected. */
  range: CellRange | undefined;
  setActive: (cell: ActiveCell) => void;
  /** Moves the active cell and its range down by `by` rows, because their records moved. */
  shift: (by: number) => void;
  /** Extends the range to this cell. A new range begins at the active cell. */
  stretch: (to: ActiveCell) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export const HEADER_ROW = -1;

export interface GridKeyOptions {
  rows: number;
  columns: number;
  pageRows: number;
  initialRow: number;
  onMove: (cell: ActiveCell) => void;
  onEnter: (cell: ActiveCell, withShift: boolean) => void;
  onEscape: () => void;
  /** Space toggles one row; Shift+Space selects all rows since the last one (`through`). */
  onSelect: (row: number, through: boolean) => void;
  onSelectAll: () => void;
  onCopy: (cell: ActiveCell, range: CellRange | undefined, withHeads: boolean) => void;
  /** On a header cell, Alt with an arrow resizes the column; Alt+Shift with an arrow moves it. */
  onAdjust: (column: number, how: 'move' | 'resize', by: 1 | -1) => void;
  onMenu: (column: number) => void;
  /** Opens the menu of the row that has the active cell. */
  onRowMenu: (cell: ActiveCell) => void;
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Returns the cell that a key moves to; undefined for keys that do not move. */
export const moveByKey = (
  key: string,
  withMod: boolean,
  { row, column }: ActiveCell,
  size: { rows: number; columns: number; pageRows: number },
): ActiveCell | undefined => {
  const last = Math.max(0, size.rows - 1);
  const lastColumn = Math.max(0, size.columns - 1);
  switch (key) {
    case 'ArrowDown':
      return { row: withMod ? last : clamp(row + 1, HEADER_ROW, last), column };
    case 'ArrowUp':
      return { row: withMod ? 0 : clamp(row - 1, HEADER_ROW, last), column };
    case 'ArrowRight':
      return { row, column: withMod ? lastColumn : clamp(column + 1, 0, lastColumn) };
    case 'ArrowLeft':
      return { row, column: withMod ? 0 : clamp(column - 1, 0, lastColumn) };
    case 'PageDown':
      return { row: clamp(row + size.pageRows, 0, last), column };
    case 'PageUp':
      return { row: clamp(row - size.pageRows, 0, last), column };
    case 'Home':
      return withMod ? { row: 0, column: 0 } : { row, column: 0 };
    case 'End':
      return withMod ? { row: last, column: lastColumn } : { row, column: lastColumn };
    default:
      return undefined;
  }
};

export const rangeOf = (a: ActiveCell, b: ActiveCell): CellRange => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
});

/** `anchor`: the cell where the selected cells begin; undefined if only the active cell is selected. */
interface Cells {
  active: ActiveCell;
  anchor: ActiveCell | undefined;
}

/** The cells in a list that may be shorter than the one before. It begins at its top if the active cell is not in it. */
const cellsIn = ({ active, anchor }: Cells, rows: number): Cells => {
  if (rows > 0 && active.row >= rows) return { active: { ...active, row: 0 }, anchor: undefined };
  return { active, anchor: anchor && { ...anchor, row: Math.min(anchor.row, Math.max(0, rows - 1)) } };
};

export const useGridKeys = (options: GridKeyOptions): GridKeys => {
  const { rows, columns, pageRows } = options;
  const [state, setState] = useState<Cells>({
    active: { row: options.initialRow, column: 0 },
    anchor: undefined,
  });
  const { active, anchor } = cellsIn(state, rows);
  const range =
    anchor === undefined || active.row < 0 || (anchor.row === active.row && anchor.column === active.column)
      ? undefined
      : rangeOf(anchor, active);
  const setActive = (cell: ActiveCell): void => setState({ active: cell, anchor: undefined });
  const shift = (by: number): void => {
    const moved = (cell: ActiveCell): ActiveCell => ({ ...cell, row: clamp(cell.row + by, 0, rows - 1) });
    setState((before) => ({ active: moved(before.active), anchor: before.anchor && moved(before.anchor) }));
  };
  const stretch = (to: ActiveCell): void =>
    setState((before) => {
      const shown = cellsIn(before, rows);
      return { active: to, anchor: shown.anchor ?? shown.active };
    });

  const inHeader = (event: KeyboardEvent): boolean => {
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      options.onAdjust(
        active.column,
        event.shiftKey ? 'move' : 'resize',
        event.key === 'ArrowRight' ? 1 : -1,
      );
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      options.onMenu(active.column);
    else return false;
    return true;
  };
  const inRows = (event: KeyboardEvent, mod: boolean): boolean => {
    if (event.altKey) return false;
    if (event.key === ' ') options.onSelect(active.row, event.shiftKey);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      options.onRowMenu(active);
    else if (mod && letterOf(event) === 'c') options.onCopy(active, range, event.shiftKey);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    const taken = active.row < 0 ? inHeader(event) : inRows(event, mod);
    if (taken) return event.preventDefault();
    if (event.altKey) return;
    if (event.key === 'Enter') options.onEnter(active, event.shiftKey);
    else if (event.key === 'Escape') {
      if (range) setActive(active);
      else options.onEscape();
    } else if (mod && !event.shiftKey && letterOf(event) === 'a') options.onSelectAll();
    else {
      const next = moveByKey(event.key, mod, active, { rows, columns, pageRows });
      if (!next) return;
      if (event.shiftKey && next.row >= 0 && active.row >= 0) stretch(next);
      else setActive(next);
      options.onMove(next);
    }
    event.preventDefault();
  };
  return { active, range, setActive, shift, stretch, onKeyDown };
};
