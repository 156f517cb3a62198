/** The actions of the header, its menu and its keys on the columns of a list. */
import { useMemo } from 'react';
import {
  layoutOf,
  type ListLayout,
  type ListPlace,
  setListLayout,
  usePreferences,
} from '../../../client/preferences';
import { setParams } from '../../../navigation/router';
import {
  arranged,
  nudged,
  type ShownColumn,
  withHidden,
  withoutColumn,
  withPin,
  withWidth,
} from '../../../records/list-columns';
import { type FullView, nextSortParam, withoutSort, withSort } from '../../../records/list-view';

export interface ColumnActions {
  /** A click on the header selects the next sort order of the column. */
  cycle: (key: string, add: boolean) => void;
  sort: (key: string, direction: 'asc' | 'desc', add?: boolean) => void;
  unsort: (key: string) => void;
  filter: (key: string) => void;
  pin: (key: string, pin: boolean) => void;
  nudge: (key: string, by: 1 | -1) => void;
  drop: (key: string, target: string) => void;
  resize: (key: string, width: number) => void;
  fit: (key: string) => void;
  hide: (key: string) => void;
}

interface Options {
  view: FullView;
  place: ListPlace;
  columns: readonly ShownColumn[];
  onFilter: (key: string) => void;
  widthOf: (key: string) => number | undefined;
}

/** Sets the width of a column, in px. The other columns keep theirs, also those that a saved view has from its list. */
export const resizeColumn = (place: ListPlace, key: string, width: number): void =>
  setListLayout(place, withWidth(layoutOf(usePreferences.getState().lists, place), key, width));

/** Changes the shown columns and which of them are pinned. Nothing is changed without a layout. */
export const arrangeColumns = (
  place: ListPlace,
  shown: readonly ShownColumn[],
  layout: ListLayout | undefined,
): void => {
  if (layout === undefined) return;
  setListLayout(place, withHidden(layout, layoutOf(usePreferences.getState().lists, place), shown));
};

export const useColumnActions = ({ view, place, columns, onFilter, widthOf }: Options): ColumnActions =>
  useMemo(() => {
    const put = (layout: ListLayout | undefined): void => arrangeColumns(place, columns, layout);
    const resize = (key: string, width: number): void => resizeColumn(place, key, width);
    return {
      cycle: (key, add) => setParams({ s: nextSortParam(view, key, add) }),
      sort: (key, direction, add) => setParams({ s: withSort(view, key, direction, add) }),
      unsort: (key) => setParams({ s: withoutSort(view, key) }),
      filter: onFilter,
      pin: (key, pin) => put(withPin(columns, key, pin)),
      nudge: (key, by) => put(nudged(columns, key, by)),
      drop: (key, target) => put(arranged(columns, key, target)),
      resize,
      fit: (key) => {
        const width = widthOf(key);
        if (width !== undefined) resize(key, width);
      },
      hide: (key) => put(withoutColumn(columns, key)),
    };
  }, [view, place, columns, onFilter, widthOf]);
