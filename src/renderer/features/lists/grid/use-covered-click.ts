/** The second click of a double click on a row, if the panel covers the place by then. */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Row } from '#shared/contract/records';

/**
 * The first click on a row opens the panel, which may appear under the pointer. The second click then belongs to
 * the row: it calls `openFully`, and presses nothing in the panel. The returned function has to be called with
 * the row that a click opened.
 */
export const useCoveredClick = (
  grid: RefObject<HTMLElement | null>,
  openFully: (row: Row) => void,
): ((row: Row) => void) => {
  const clicked = useRef<Row | null>(null);
  const onClick = useEffectEvent((event: MouseEvent): void => {
    const row = clicked.current;
    // A row sets it again, because this listener hears the click before the row.
    clicked.current = null;
    // Clicks in the grid reach the row itself.
    if (row === null || event.detail !== 2 || grid.current?.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
    openFully(row);
  });
  useEffect(() => {
    const onClickFirst = (event: MouseEvent): void => onClick(event);
    window.addEventListener('click', onClickFirst, true);
    return () => window.removeEventListener('click', onClickFirst, true);
  }, []);
  return (row) => {
    clicked.current = row;
  };
};
