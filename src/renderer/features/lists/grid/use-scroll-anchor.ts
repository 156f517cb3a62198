/**
 * Keeps the records of a list where they are on the screen when records above them are added or removed, for
 * example by a colleague. The active cell stays on its record, so that Enter opens what the user has seen. At
 * its top a list does not scroll, because the user wants to see what is new.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { nearestFirst, type PlacedRow, rowShift } from './row-shift';
import type { Windows } from './use-windows';

interface Options {
  scroll: RefObject<HTMLDivElement | null>;
  /** The key of the list; rows of different lists are not compared. */
  place: string;
  windows: Windows;
  /** The positions of the rendered rows, from the top. */
  indexes: readonly number[];
  rowHeight: number;
  activeRow: number;
  /** True if a record of the list is open: its row then stays active although the focus is elsewhere. */
  isOpen: boolean;
  /** Moves the active cell down. */
  shift: (by: number) => void;
}

export const useScrollAnchor = ({
  scroll,
  place,
  windows: { rowAt, indexOf, stale },
  indexes,
  rowHeight,
  activeRow,
  isOpen,
  shift,
}: Options): void => {
  const shown = useRef<{ place: string; rows: readonly PlacedRow[] }>(undefined);
  // It compares what was shown with what is shown now, so it has to run after each render.
  useLayoutEffect(() => {
    const element = scroll.current;
    if (stale || element === null) return;
    const isOnScreen = (index: number): boolean => (index + 1) * rowHeight > element.scrollTop;
    const rows = indexes.flatMap((index) => {
      const row = isOnScreen(index) ? rowAt(index) : undefined;
      return row === undefined ? [] : [{ index, id: row.id }];
    });
    if (rows.length === 0) return;
    const before = shown.current?.place === place ? shown.current.rows : [];
    shown.current = { place, rows };
    const by = rowShift(before, indexOf);
    const follows = activeRow >= 0 && (isOpen || element.contains(document.activeElement));
    const activeBy = follows ? rowShift(nearestFirst(before, activeRow), indexOf) : 0;
    const leavesScreen = (activeRow + activeBy + 1) * rowHeight > element.scrollTop + element.clientHeight;
    if (by !== 0 && (element.scrollTop > 0 || (activeBy > 0 && leavesScreen)))
      element.scrollTo({ top: element.scrollTop + by * rowHeight });
    if (activeBy !== 0) shift(activeBy);
  });
};
