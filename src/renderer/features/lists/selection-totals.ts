/**
 * Computes exact sums of the selected rows per currency. It queries them in pieces and adds the pieces as
 * decimals.
 */
import type { Totals } from '#shared/contract/records';
import { core } from '../../client/client';
import { type FullView, viewOfSelected } from '../../records/list-view';
import { addTotals } from './total-fields';

/** Maximum of ids in one filter (contract `filterSchema`). */
const PIECE = 500;
/** Selections and ranges with more rows are not summed; the sums of the whole list are faster. */
export const MOST_SUMMED = 5_000;

export const totalsOfSelected = async (
  view: FullView,
  ids: readonly string[],
  fields: string[],
): Promise<Totals> => {
  let all: Totals = { fields: fields.map((field) => ({ field, sums: [], drafts: [] })) };
  for (let start = 0; start < ids.length; start += PIECE) {
    const these = viewOfSelected(view, ids.slice(start, start + PIECE));
    all = addTotals(all, await core.records.totals({ view: these, fields }));
  }
  return all;
};
