/** Reads the rows of a list that are not on screen, in pages. */
import type { Row } from '#shared/contract/records';
import { core } from '../../../client/client';
import type { FullView } from '../../../records/list-view';
import { viewOfSelected } from './row-selection';

const PAGE = 500;

/** Reads the rows from `from` to `to` of a view, both included. */
export const rowsBetween = async (
  view: FullView,
  from: number,
  to: number,
  keys: string[],
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let start = from; start <= to; start += PAGE) {
    const page = await core.records.page({
      view,
      start,
      limit: Math.min(PAGE, to - start + 1),
      columns: keys,
    });
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
  }
  return rows;
};

/** Reads rows by id. The ids are in the order of the view, and each request answers in that order. */
export const rowsById = async (view: FullView, ids: readonly string[], keys: string[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += PAGE) {
    const these = viewOfSelected(view, ids.slice(start, start + PAGE));
    rows.push(...(await core.records.page({ view: these, start: 0, limit: PAGE, columns: keys })).rows);
  }
  return rows;
};
