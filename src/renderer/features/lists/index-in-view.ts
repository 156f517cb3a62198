import { core } from '../../client/client';
import type { FullView } from '../../records/list-view';

const PAGE = 500;
/** A record further down is not found, so that a keystroke in the search does not read a huge list. */
const MOST_ROWS = 20_000;

/** Returns the index of a record in a view; undefined if the view does not show it in its first 20,000 rows. */
export const indexInView = async (
  view: FullView,
  id: string,
  isWanted: () => boolean = () => true,
): Promise<number | undefined> => {
  for (let start = 0; start < MOST_ROWS && isWanted(); start += PAGE) {
    const { rows } = await core.records.page({ view, start, limit: PAGE, columns: [] });
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0) return start + at;
    if (rows.length < PAGE) return undefined;
  }
  return undefined;
};
