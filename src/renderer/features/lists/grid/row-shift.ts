/** Finds out how far the rows of a list moved when its records changed. Pure. */

/** A row on the screen. */
export interface PlacedRow {
  index: number;
  id: string;
}

/**
 * Returns by how many rows these records moved down: by those that were added above them, less those that were
 * removed. A record that moved alone, because its own values changed, does not count: the first shift that two
 * neighbours have in common decides. 0 if none of the records is found.
 *
 * `before`: the rows as they were shown. `indexOf`: the position of a record now.
 */
export const rowShift = (
  before: readonly PlacedRow[],
  indexOf: (id: string) => number | undefined,
): number => {
  const shifts = before.flatMap(({ id, index }) => {
    const now = indexOf(id);
    return now === undefined ? [] : [now - index];
  });
  return shifts.find((by, at) => by === shifts[at + 1]) ?? shifts[0] ?? 0;
};

/** Returns the rows from `index` on, and then those above it, the nearest first. */
export const nearestFirst = (rows: readonly PlacedRow[], index: number): PlacedRow[] => [
  ...rows.filter((row) => row.index >= index),
  ...rows.filter((row) => row.index < index).toReversed(),
];
