/**
 * Keeps which rows of a list are selected. Rows are selected by id, so that the selection follows its record
 * when the list changes; "all" means the whole filtered list. Another view begins without a selection.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RESOURCE_INFO } from '#shared/domain/resources';
import { core } from '../../../client/client';
import { type MovedIds, useMovedIds } from '../../../client/queries';
import type { FullView } from '../../../records/list-view';

/** The maximum of single records that an export accepts (contract `export.start`). */
export const MOST_MARKED = 20_000;
const PAGE = 500;
/** The most selected records that are not delivered yet and are followed to their real ids. */
const MOST_FOLLOWED = 100;
const isLocal = (id: string): boolean => id.startsWith('local:');

/** Selected ids, each with its row index at the time of the selection. */
export type Marks = ReadonlyMap<string, number>;
export type RowSelection = { kind: 'some'; ids: Marks } | { kind: 'all' };
const NONE: RowSelection = { kind: 'some', ids: new Map() };

export interface SelectedRows {
  selection: RowSelection;
  /** Number of selected rows; `total` is the number of rows of the list. */
  count: (total: number) => number;
  has: (id: string) => boolean;
  /** Selects or deselects a row; with `through`, all rows since the last row that was toggled. */
  toggle: (row: { id: string; index: number }, total: number, through?: boolean) => void;
  all: () => void;
  clear: () => void;
  /** True if the last action needed more single ids than `MOST_MARKED`; the next action clears it. */
  tooMany: boolean;
}

/** Returns the ids of the rows from `from` to `to` of a view, both included, in the order of the view. */
export const idsBetween = async (view: FullView, from: number, to: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let start = from; start <= to; start += PAGE) {
    const { rows } = await core.records.page({
      view,
      start,
      limit: Math.min(PAGE, to - start + 1),
      columns: [],
    });
    if (rows.length === 0) break;
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
};

/**
 * The view of selected records by their ids, in the order of the list. They stay selected when they no longer fit
 * its filters, and count as selected.
 */
export const viewOfMarked = (view: FullView, ids: readonly string[]): FullView => ({
  ...view,
  search: '',
  filters: [{ field: RESOURCE_INFO[view.resource].idField, op: 'in', values: [...ids] }],
});

export const toggled = (marks: Marks, { id, index }: { id: string; index: number }): Marks => {
  const next = new Map(marks);
  if (!next.delete(id)) next.set(id, index);
  return next;
};

/**
 * Returns the selection with the new ids of delivered records, each at its place. `null` means that the
 * record is gone: its item was discarded.
 */
export const followed = (marks: Marks, moved: MovedIds): Marks => {
  const changes = new Map(moved.filter(([id]) => marks.has(id)));
  if (changes.size === 0) return marks;
  return new Map(
    [...marks].flatMap(([id, index]): [string, number][] => {
      const to = changes.get(id);
      return to === null ? [] : [[to ?? id, index]];
    }),
  );
};

/** Returns the selected ids in the order of the list. */
export const inListOrder = (marks: Marks): string[] =>
  [...marks].sort(([, a], [, b]) => a - b).map(([id]) => id);

/** `place` names the view; another place clears the selection. */
export const useRowSelection = (view: FullView, place: string): SelectedRows => {
  const [state, setState] = useState<{
    place: string;
    selection: RowSelection;
    last: number;
    tooMany: boolean;
  }>({ place, selection: NONE, last: 0, tooMany: false });
  const current = state.place === place ? state : { place, selection: NONE, last: 0, tooMany: false };
  const { selection, last, tooMany } = current;
  const put = useCallback(
    (next: RowSelection, touched: number, over = false) =>
      setState({ place, selection: next, last: touched, tooMany: over }),
    [place],
  );
  const ids = selection.kind === 'some' ? selection.ids : undefined;

  const local = useMemo(() => [...(ids?.keys() ?? [])].filter(isLocal).slice(0, MOST_FOLLOWED), [ids]);
  const moved = useMovedIds(view.resource, local);
  useEffect(() => {
    if (ids && moved.length > 0 && followed(ids, moved) !== ids)
      put({ kind: 'some', ids: followed(ids, moved) }, last, tooMany);
  }, [ids, moved, last, tooMany, put]);

  /** Counts how often all rows were selected or deselected: ids that were asked for before that are not taken. */
  const turn = useRef(0);
  const shown = useRef(place);
  useEffect(() => {
    shown.current = place;
  }, [place]);
  /**
   * Changes the selection when ids have been read, unless another view is shown by then, or all rows were
   * selected or deselected.
   */
  const putRead = useCallback(
    (
      reading: Promise<string[]>,
      touched: number,
      change: (before: RowSelection, read: string[]) => Marks,
    ) => {
      const asked = turn.current;
      const take = (read: string[]): void => {
        if (shown.current !== place || turn.current !== asked) return;
        setState((before) => {
          const present = before.place === place ? before.selection : NONE;
          const next: RowSelection = { kind: 'some', ids: change(present, read) };
          return { place, selection: next, last: touched, tooMany: false };
        });
      };
      // The list itself shows that it cannot be read.
      reading.then(take, () => undefined);
    },
    [place],
  );

  const toggle = useCallback(
    (row: { id: string; index: number }, total: number, through = false): void => {
      if (through) {
        const [from, to] = [Math.min(last, row.index), Math.max(last, row.index)];
        if (ids === undefined) return;
        if (to - from + 1 + ids.size > MOST_MARKED) return put(selection, last, true);
        putRead(idsBetween(view, from, to), row.index, (before, read) => {
          const present = before.kind === 'some' ? before.ids : ids;
          return new Map([...present, ...read.map((id, at) => [id, from + at] as const)]);
        });
      } else if (ids) put({ kind: 'some', ids: toggled(ids, row) }, row.index);
      else if (total > MOST_MARKED) put(selection, last, true);
      else
        putRead(idsBetween(view, 0, total - 1), row.index, (before, read) =>
          toggled(before.kind === 'some' ? before.ids : new Map(read.map((id, at) => [id, at])), row),
        );
    },
    [ids, last, put, putRead, selection, view],
  );

  const putWhole = useCallback(
    (next: RowSelection, touched: number): void => {
      turn.current += 1;
      put(next, touched);
    },
    [put],
  );

  return useMemo(
    () => ({
      selection,
      tooMany,
      toggle,
      count: (total) => (ids === undefined ? total : ids.size),
      has: (id) => ids === undefined || ids.has(id),
      all: () => putWhole({ kind: 'all' }, 0),
      clear: () => putWhole(NONE, last),
    }),
    [selection, tooMany, toggle, ids, last, putWhole],
  );
};
