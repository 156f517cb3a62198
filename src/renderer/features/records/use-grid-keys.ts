/** The keyboard of a grid (W3C grid pattern): one tab stop, arrows move the active cell, Enter opens, row −1 is the header. */
import { type KeyboardEvent, useState } from 'react';

export interface ActiveCell { row: number; column: number }

export interface GridKeys {
  active: ActiveCell;
  setActive: (cell: ActiveCell) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export const HEADER_ROW = -1;

interface Options {
  rows: number; columns: number; pageRows: number; initialRow: number;
  onMove: (cell: ActiveCell) => void;
  onEnter: (cell: ActiveCell) => void;
  onEscape: () => void;
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Where a key leads from a cell; undefined for keys that do not move. */
export const moveByKey = (key: string, withMod: boolean, { row, column }: ActiveCell, size: { rows: number; columns: number; pageRows: number }): ActiveCell | undefined => {
  const last = Math.max(0, size.rows - 1);
  const lastColumn = Math.max(0, size.columns - 1);
  switch (key) {
    case 'ArrowDown': return { row: clamp(row + 1, HEADER_ROW, last), column };
    case 'ArrowUp': return { row: clamp(row - 1, HEADER_ROW, last), column };
    case 'ArrowRight': return { row, column: clamp(column + 1, 0, lastColumn) };
    case 'ArrowLeft': return { row, column: clamp(column - 1, 0, lastColumn) };
    case 'PageDown': return { row: clamp(row + size.pageRows, 0, last), column };
    case 'PageUp': return { row: clamp(row - size.pageRows, 0, last), column };
    case 'Home': return withMod ? { row: 0, column: 0 } : { row, column: 0 };
    case 'End': return withMod ? { row: last, column: lastColumn } : { row, column: lastColumn };
    default: return undefined;
  }
};

export const useGridKeys = ({ rows, columns, pageRows, initialRow, onMove, onEnter, onEscape }: Options): GridKeys => {
  const [active, setActive] = useState<ActiveCell>({ row: initialRow, column: 0 });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey) return;
    if (event.key === 'Enter') onEnter(active);
    else if (event.key === 'Escape') onEscape();
    else {
      const next = moveByKey(event.key, event.ctrlKey || event.metaKey, active, { rows, columns, pageRows });
      if (!next) return;
      setActive(next);
      onMove(next);
    }
    event.preventDefault();
  };
  return { active, setActive, onKeyDown };
};
