/**
 * Selects a row that is on the screen but not read yet as soon as it is read. The user may press further keys
 * meanwhile: each Space counts for the row that was active then.
 */
import { useEffect, useReducer, useRef } from 'react';

interface Options {
  /** Names the list. Another list forgets the rows of the one before. */
  place: string;
  isRead: (index: number) => boolean;
  /** True if the row cannot be read from the damaged copy. */
  isUnreadable: (index: number) => boolean;
  /** Selects a row that is read; with `through`, all rows since the last one that was selected. */
  select: (index: number, through: boolean) => void;
}
interface WaitingRow {
  place: string;
  index: number;
  through: boolean;
}

export interface SelectWhenRead {
  wait: (index: number, through: boolean) => void;
  /** The user cleared the selection, or selected all rows. */
  drop: () => void;
}

export const useSelectWhenRead = ({ place, isRead, isUnreadable, select }: Options): SelectWhenRead => {
  const waiting = useRef<WaitingRow[]>([]);
  const [, look] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (waiting.current.length === 0) return;
    waiting.current = waiting.current.filter((row) => row.place === place && !isUnreadable(row.index));
    const next = waiting.current.find(({ index }) => isRead(index));
    if (next === undefined) return;
    // Only one row: its selection renders the list again, and this effect then adds the next row.
    waiting.current = waiting.current.filter((row) => row !== next);
    select(next.index, next.through);
  });
  return {
    wait: (index, through) => {
      waiting.current.push({ place, index, through });
      look();
    },
    drop: () => {
      waiting.current = [];
    },
  };
};
