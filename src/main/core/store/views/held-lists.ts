/** The ordered row ids of views, kept in memory until a record of the view may have changed. */
import type { View } from '#shared/contract/records';
import { RESOURCE_INFO } from '#shared/domain/resources';

export type RowIds = Int32Array | Float64Array;

/** Windows of an unfiltered view that end before this row are read without the whole list. */
export const FIRST_WINDOWS = 500;
export const HELD_VIEWS = 8;
const MOST_INT32 = 0x7fffffff;

interface Held {
  version: string;
  rowIds: RowIds;
  isWhole: boolean;
}

export class HeldLists {
  readonly #held = new Map<string, Held>();
  readonly #versionOf: (view: View) => string;

  constructor(versionOf: (view: View) => string) {
    this.#versionOf = versionOf;
  }

  /** All rows of the view; undefined if they are not kept or may have changed. The array never changes. */
  whole(view: View): RowIds | undefined {
    const held = this.#fresh(view);
    return held?.isWhole === true ? held.rowIds : undefined;
  }

  /** The rows of the first windows, or all rows. */
  first(view: View): RowIds | undefined {
    return this.#fresh(view)?.rowIds;
  }

  holdWhole(view: View, rowIds: readonly number[]): RowIds {
    return this.#hold(view, rowIds, true);
  }

  holdFirst(view: View, rowIds: readonly number[]): RowIds {
    return this.#hold(view, rowIds, false);
  }

  #fresh(view: View): Held | undefined {
    const key = keyOf(view);
    const held = this.#held.get(key);
    if (!held) return undefined;
    this.#held.delete(key);
    if (held.version !== this.#versionOf(view)) return undefined;
    this.#held.set(key, held);
    return held;
  }

  #hold(view: View, rowIds: readonly number[], isWhole: boolean): RowIds {
    const packed = rowIds.every((rowId) => Math.abs(rowId) <= MOST_INT32)
      ? Int32Array.from(rowIds)
      : Float64Array.from(rowIds);
    if (isOfChosenRecords(view)) return packed;
    this.#held.set(keyOf(view), { version: this.#versionOf(view), rowIds: packed, isWhole });
    for (const key of this.#held.keys()) {
      if (this.#held.size <= HELD_VIEWS) break;
      this.#held.delete(key);
    }
    return packed;
  }
}

/** The ids of rows `start` to `start + limit`. */
export const windowOf = (rowIds: RowIds, start: number, limit: number): number[] =>
  Array.from(rowIds.subarray(start, start + limit));

/**
 * A view of records by their ids, such as a part of a selection, is found by an index and rarely requested twice. It is
 * not kept: an export of many selected rows would displace the list on the screen.
 */
const isOfChosenRecords = ({ resource, filters = [] }: View): boolean =>
  filters.some(({ op, field }) => op === 'in' && field === RESOURCE_INFO[resource].idField);

const keyOf = (view: View): string =>
  JSON.stringify([
    view.resource,
    view.filters ?? [],
    view.sort ?? [],
    view.search ?? '',
    view.removed ?? false,
  ]);
