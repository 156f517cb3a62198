/**
 * Steps from the open record to the next or previous one of its list. The list may change between two steps: a
 * colleague's record comes on top, or the open record moves there because it was saved. So the next record is
 * the one that followed when the open record was opened, not the one with the next index.
 */
import { core } from '../client/client';
import type { FullView } from './list-view';

/** A record of a list, and its index when it was opened. */
export interface ListPlace {
  view: FullView;
  index: number;
  id: string;
}

/** So many records before and after the open one are remembered, because some of them may leave the list. */
const REMEMBERED = 10;
/** A record that moved further than this is not looked for. */
const FARTHEST = 50;

interface Neighbours extends ListPlace {
  /** The nearest comes first. */
  before: readonly string[];
  after: readonly string[];
}
let remembered: Neighbours | null = null;

/** The ids of the rows from `index - count` to `index + count`, and the index of the first. */
const idsAround = async (
  { view, index }: ListPlace,
  count: number,
): Promise<{ first: number; ids: string[] }> => {
  const first = Math.max(0, index - count);
  const { rows } = await core.records.page({
    view,
    start: first,
    limit: index - first + count + 1,
    columns: [],
  });
  return { first, ids: rows.map(({ id }) => id) };
};

/** A record that was opened again after it moved has another place, and other neighbours. */
const isSamePlace = (one: ListPlace, other: ListPlace): boolean =>
  one.view === other.view && one.id === other.id && one.index === other.index;

/** Remembers the records around an open one. Returns the id of the one that a step opens, if there is one. */
export const rememberNeighbours = async (place: ListPlace, by: 1 | -1): Promise<string | undefined> => {
  const { ids } = await idsAround(place, REMEMBERED);
  const at = ids.indexOf(place.id);
  if (at < 0) return undefined;
  remembered = { ...place, before: ids.slice(0, at).toReversed(), after: ids.slice(at + 1) };
  return (by === 1 ? remembered.after : remembered.before)[0];
};

/** The record that a step opens, with its index in the list as it is now; undefined at the end of the list. */
export const stepInList = async (place: ListPlace, by: 1 | -1): Promise<ListPlace | undefined> => {
  const { first, ids } = await idsAround(place, FARTHEST);
  const known = remembered !== null && isSamePlace(remembered, place) ? remembered : null;
  const [ahead, behind] = by === 1 ? [known?.after, known?.before] : [known?.before, known?.after];
  const isListed = (id: string): boolean => ids.includes(id);
  const wanted = ahead?.find(isListed);
  // At the end of the list, or if all that followed left it, the place is beside those on the other side.
  const beside = behind?.find(isListed);
  const from = beside === undefined ? place.index - first : ids.indexOf(beside);
  const unknown = ids[from + by] === place.id ? from + 2 * by : from + by;
  const at = wanted === undefined ? unknown : ids.indexOf(wanted);
  const id = ids[at];
  return id === undefined ? undefined : { view: place.view, index: first + at, id };
};
