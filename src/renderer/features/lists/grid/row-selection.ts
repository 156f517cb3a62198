/**
 * Keeps which rows of a list are selected. Rows are selected by id, so that the selection follows its record
 * when the list changes; "all" means the whole filtered list. Another view begins without a selection.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type MovedIds, useMovedIds } from '../../../client/queries';
import type { FullView } from '../../../records/list-view';
import { indexInView } from '../index-in-view';

/** The maximum of single records that an export accepts (contract `export.start`). */
export const MOST_SELECTED = 20_000;
/** The most selected records that are not delivered yet and are followed to their real ids. */
const MOST_FOLLOWED = 100;
const isLocal = (id: string): boolean => id.startsWith('local:');

/** Selected ids, each with its row index at the time of the selection. */
export type SelectedIds = ReadonlyMap<string, number>;
export type RowSelection = { kind: 'some'; ids: SelectedIds } | { kind: 'all' };
const NONE: RowSelection = { kind: 'some', ids: new Map() };

/** The row that was toggled last, with its index at that time. Without an id it is the first row. */
export interface Anchor {
  id: string | null;
  index: number;
}
const FIRST_ROW: Anchor = { id: null, index: 0 };

export interface SelectedRows {
  selection: RowSelection;
  /** Number of selected rows; `total` is the number of rows of the list. */
  count: (total: number) => number;
  has: (id: string) => boolean;
  /** Selects or deselects a row; with `through`, all rows since the last row that was toggled. */
  toggle: (row: { id: string; index: number }, total: number, through?: boolean) => void;
  all: () => void;
  clear: () => void;
  /** True if the last action needed more single ids than `MOST_SELECTED`; the next action clears it. */
  tooMany: boolean;
}

/** Returns the ids of the rows from `from` to `to` of a view, both included, in the order of the view. */
export const idsBetween = async (view: FullView, from: number, to: number): Promise<string[]> => {
  const { rowsBetween } = await import('../../../records/read-rows');
  return (await rowsBetween(view, from, to, [])).map(({ id }) => id);
};

/**
 * Returns the rows from the anchor to `row`, both included, and the index of the first one. Rows may have moved since
 * the anchor was set, so its record is looked up. If the list does not show it any more, its place is used.
 */
export const idsFromAnchor = async (
  view: FullView,
  anchor: Anchor,
  row: Anchor,
): Promise<{ from: number; ids: string[] }> => {
  const [atPlace] = await idsBetween(view, anchor.index, anchor.index);
  const isThere = anchor.id === null || atPlace === anchor.id;
  const found = isThere || anchor.id === null ? undefined : await indexInView(view, anchor.id);
  const isNear = found !== undefined && Math.abs(found - row.index) < MOST_SELECTED;
  const index = isNear ? found : anchor.index;
  const [from, to] = [Math.min(index, row.index), Math.max(index, row.index)];
  return { from, ids: await idsBetween(view, from, to) };
};

export const toggled = (ids: SelectedIds, { id, index }: { id: string; index: number }): SelectedIds => {
  const next = new Map(ids);
  if (!next.delete(id)) next.set(id, index);
  return next;
};

/**
 * Returns the selection with the new ids of delivered records, each at its place. `null` means that the
 * record is gone: its item was discarded.
 */
export const followed = (ids: SelectedIds, moved: MovedIds): SelectedIds => {
  const changes = new Map(moved.filter(([id]) => ids.has(id)));
  if (changes.size === 0) return ids;
  return new Map(
    [...ids].flatMap(([id, index]): [string, number][] => {
      const to = changes.get(id);
      return to === null ? [] : [[to ?? id, index]];
    }),
  );
};

const followedAnchor = (anchor: Anchor, moved: MovedIds): Anchor => {
  const to = moved.find(([id]) => id === anchor.id)?.[1];
  return to === undefined ? anchor : { ...anchor, id: to };
};

/** Returns the selected ids in the order of the list. */
export const inListOrder = (ids: SelectedIds): string[] =>
  [...ids].sort(([, a], [, b]) => a - b).map(([id]) => id);

/** `place` names the view; another place clears the selection. */
export const useRowSelection = (view: FullView, place: string): SelectedRows => {
  const [state, setState] = useState<{
    place: string;
    selection: RowSelection;
    last: Anchor;
    tooMany: boolean;
  }>({ place, selection: NONE, last: FIRST_ROW, tooMany: false });
  const current = state.place === place ? state : { place, selection: NONE, last: FIRST_ROW, tooMany: false };
  const { selection, last, tooMany } = current;
  const put = useCallback(
    (next: RowSelection, touched: Anchor, over = false) =>
      setState({ place, selection: next, last: touched, tooMany: over }),
    [place],
  );
  const ids = selection.kind === 'some' ? selection.ids : undefined;

  const local = useMemo(() => [...(ids?.keys() ?? [])].filter(isLocal).slice(0, MOST_FOLLOWED), [ids]);
  const moved = useMovedIds(view.resource, local);
  useEffect(() => {
    if (ids && moved.length > 0 && followed(ids, moved) !== ids)
      put({ kind: 'some', ids: followed(ids, moved) }, followedAnchor(last, moved), tooMany);
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
    <R>(reading: Promise<R>, touched: Anchor, change: (before: RowSelection, read: R) => SelectedIds) => {
      const asked = turn.current;
      const take = (read: R): void => {
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
        if (ids === undefined) return;
        if (Math.abs(last.index - row.index) + 1 + ids.size > MOST_SELECTED)
          return put(selection, last, true);
        putRead(idsFromAnchor(view, last, row), row, (before, read) => {
          const present = before.kind === 'some' ? before.ids : ids;
          return new Map([...present, ...read.ids.map((id, at) => [id, read.from + at] as const)]);
        });
      } else if (ids) put({ kind: 'some', ids: toggled(ids, row) }, row);
      else if (total > MOST_SELECTED) put(selection, last, true);
      else
        putRead(idsBetween(view, 0, total - 1), row, (before, read) =>
          toggled(before.kind === 'some' ? before.ids : new Map(read.map((id, at) => [id, at])), row),
        );
    },
    [ids, last, put, putRead, selection, view],
  );

  const putWhole = useCallback(
    (next: RowSelection, touched: Anchor): void => {
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
      all: () => putWhole({ kind: 'all' }, FIRST_ROW),
      clear: () => putWhole(NONE, last),
    }),
    [selection, tooMany, toggle, ids, last, putWhole],
  );
};
