/** Keeps the scroll position of each list and restores it when the list is shown again. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { onOtherAccount } from '../../../client/of-account';
import type { GridCanvas } from './use-grid-canvas';

/** By list; in pixels. */
const positions = new Map<string, { top: number; left: number }>();
onOtherAccount(() => positions.clear());

interface Options {
  scroll: RefObject<HTMLDivElement | null>;
  canvas: Pick<GridCanvas, 'rows' | 'cells'>;
  /** The key of the list. */
  place: string;
  /** True once the canvas has the height of all rows. */
  hasHeight: boolean;
}

export interface KeptPlace {
  /** Returns true once the list is scrolled to its position. */
  isSettled: () => boolean;
  /** True if the list is scrolled to the right. */
  isScrolled: boolean;
  onScroll: () => void;
}

export const useKeptPlace = ({ scroll, canvas: { rows, cells }, place, hasHeight }: Options): KeptPlace => {
  const [isScrolled, setScrolled] = useState(false);
  const settled = useRef<string>(undefined);
  // A list without a stored position begins at its top.
  useLayoutEffect(() => {
    if (settled.current === place || !hasHeight) return;
    settled.current = place;
    const kept = positions.get(place);
    const [top, left] = [kept?.top ?? 0, kept?.left ?? cells.scrollOffset ?? 0];
    if (top !== (rows.scrollOffset ?? 0) || left !== (cells.scrollOffset ?? 0))
      scroll.current?.scrollTo({ top, left });
  }, [scroll, place, hasHeight, rows, cells]);
  const frame = useRef(0);
  return {
    isSettled: () => settled.current === place,
    isScrolled,
    onScroll: () => {
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => {
        const [top, left] = [rows.scrollOffset ?? 0, cells.scrollOffset ?? 0];
        if (settled.current === place) positions.set(place, { top, left });
        setScrolled(left > 0);
      });
    },
  };
};
