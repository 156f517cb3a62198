/**
 * Enter opens the active row of the list that the user sees come: while the rows on the screen are still those
 * of the list before, for example before a search, it waits for the new ones.
 */
import { type RefObject, useEffect, useReducer, useRef } from 'react';

interface Options {
  /** True if the active row is read, or the list ends before it. */
  isRead: boolean;
  /** Names the list. */
  place: string;
  grid: RefObject<HTMLElement | null>;
  open: () => void;
}

export interface EnterWhenRead {
  /** Opens the active row, at once if it is read. */
  wait: () => void;
  /** The user did something else meanwhile. */
  drop: () => void;
}

export const useEnterWhenRead = ({ isRead, place, grid, open }: Options): EnterWhenRead => {
  /** The list in which Enter was pressed. */
  const wanted = useRef<string | null>(null);
  const [, look] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (wanted.current === null || (!isRead && wanted.current === place)) return;
    const isMeant = wanted.current === place && grid.current === document.activeElement;
    wanted.current = null;
    if (isMeant) open();
  });
  return {
    wait: () => {
      wanted.current = place;
      look();
    },
    drop: () => {
      wanted.current = null;
    },
  };
};
