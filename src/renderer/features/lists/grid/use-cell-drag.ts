/**
 * Dragging over cells selects a range, as in a spreadsheet; the list scrolls when the pointer is near an
 * edge. A press without a move remains a click.
 */
import { type PointerEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { columnAt, HEAD_HEIGHT } from './grid-geometry';
import type { ShownColumn } from '../../../records/list-columns';
import type { ActiveCell } from './use-grid-keys';

interface Options {
  scroll: RefObject<HTMLDivElement | null>;
  columns: readonly ShownColumn[];
  pinned: number;
  lefts: readonly number[];
  rowHeight: number;
  rows: number;
  onStart: (cell: ActiveCell) => void;
  onStretch: (cell: ActiveCell) => void;
}

interface Handlers {
  onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
  onPointerUp: () => void;
}
interface Drag {
  from: ActiveCell;
  at: ActiveCell;
  moved: boolean;
  pressed: boolean;
}

/** `moved` returns true in a click handler if the click ended a drag. */
export const useCellDrag = (options: Options): { handlers: Handlers; moved: () => boolean } => {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const drag = useRef<Drag>(undefined);
  return useMemo(() => {
    const cellAt = (x: number, y: number): ActiveCell | undefined => {
      const {
        scroll: { current: grid },
        columns,
        pinned,
        lefts,
        rowHeight,
        rows,
      } = latest.current;
      if (!grid || rows === 0) return undefined;
      const box = grid.getBoundingClientRect();
      const across = x - box.left;
      const still = (lefts[pinned - 1] ?? 0) + (columns[pinned - 1]?.width ?? 0);
      return {
        row: Math.max(
          0,
          Math.min(rows - 1, Math.floor((y - box.top - HEAD_HEIGHT + grid.scrollTop) / rowHeight)),
        ),
        column: columnAt(columns, across < still ? across : across + grid.scrollLeft),
      };
    };
    return {
      moved: () => drag.current?.moved ?? false,
      handlers: {
        onPointerDown: (event) => {
          drag.current = undefined;
          const onCell = (event.target as HTMLElement).closest('[role="gridcell"]') !== null;
          const from = cellAt(event.clientX, event.clientY);
          if (
            !onCell ||
            !from ||
            event.button !== 0 ||
            event.pointerType === 'touch' ||
            event.shiftKey ||
            event.ctrlKey ||
            event.metaKey
          )
            return;
          drag.current = { from, at: from, moved: false, pressed: true };
        },
        onPointerMove: (event) => {
          const { current } = drag;
          if (!current?.pressed) return;
          const to = cellAt(event.clientX, event.clientY);
          if (!to || (to.row === current.at.row && to.column === current.at.column)) return;
          if (!current.moved) {
            // Capture the pointer only after a move, so that a press without a move remains a click of the
            // row.
            event.currentTarget.setPointerCapture(event.pointerId);
            latest.current.onStart(current.from);
          }
          drag.current = { ...current, at: to, moved: true };
          latest.current.onStretch(to);
        },
        onPointerUp: () => {
          if (drag.current) drag.current = { ...drag.current, pressed: false };
        },
      },
    };
  }, []);
};
