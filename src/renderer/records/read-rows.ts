/** Reads the rows of a list that are not on screen, in pages. */
import type { Row } from '#shared/contract/records';
import { core } from '../client/client';
import { type FullView, viewOfSelected } from './list-view';

const PAGE = 500;
/** A list that changes during each of so many reads is taken as it is. */
const MOST_READS = 3;

export interface PartOfList {
  rows: Row[];
  /** Number of rows of the whole list. */
  total: number;
}
/** Receives the number of rows that are read, and that of the whole list. */
type OnRead = (done: number, total: number) => void;

/** `isWhole`: the list did not change meanwhile, as far as its rows tell. */
const readOnce = async (
  view: FullView,
  [from, to]: readonly [number, number],
  keys: string[],
  onRead: OnRead | undefined,
): Promise<PartOfList & { isWhole: boolean }> => {
  const rows = new Map<string, Row>();
  let [isWhole, before] = [true, -1];
  for (let start = from; start <= to; start += PAGE) {
    const limit = Math.min(PAGE, to - start + 1);
    const page = await core.records.page({ view, start, limit, columns: keys });
    isWhole &&= before === -1 || before === page.total;
    before = page.total;
    for (const row of page.rows) {
      isWhole &&= !rows.has(row.id);
      rows.set(row.id, row);
    }
    if (page.rows.length < limit) break;
    onRead?.(rows.size, page.total);
  }
  return { rows: [...rows.values()], total: Math.max(before, 0), isWhole };
};

/**
 * Reads the rows from `from` to `to` of a view, both included, or up to its end. If records are added, removed or moved
 * between two pages, one would be missing or there twice, so all pages are read again.
 */
export const partBetween = async (
  view: FullView,
  from: number,
  to: number,
  keys: string[],
  onRead?: OnRead,
): Promise<PartOfList> => {
  for (let reads = 1; ; reads += 1) {
    const { isWhole, ...part } = await readOnce(view, [from, to], keys, onRead);
    if (isWhole || reads === MOST_READS) return part;
  }
};

/** The rows of `partBetween`. */
export const rowsBetween = async (view: FullView, from: number, to: number, keys: string[]): Promise<Row[]> =>
  (await partBetween(view, from, to, keys)).rows;

/** Reads rows by id. The ids are in the order of the view, and each request answers in that order. */
export const rowsById = async (view: FullView, ids: readonly string[], keys: string[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += PAGE) {
    const these = viewOfSelected(view, ids.slice(start, start + PAGE));
    rows.push(...(await core.records.page({ view: these, start: 0, limit: PAGE, columns: keys })).rows);
  }
  return rows;
};
