/**
 * Orders that only the list of drafts shows (`approval_with_draft`). Nobody has approved them. Lists show them with a
 * mark, and no sum of money includes them. The pull keeps their ids (`sync/lane/extra-lists.ts`).
 */
import { parseTexts } from '../schema/stored-document';

/** Key in `state` of the JSON list of their ids. */
export const DRAFT_ORDERS_KEY = 'pull/order/drafts/members';

/** SQL: the order `r` is a draft. */
export const IS_DRAFT_ORDER = `r.id IN (SELECT value FROM json_each(
  coalesce((SELECT json FROM state WHERE key = '${DRAFT_ORDERS_KEY}'), '[]')))`;

/** Reads the ids of the draft orders; `read` gives the text of `DRAFT_ORDERS_KEY`. */
export const draftOrders = (read: () => string | null | undefined): (() => ReadonlySet<string>) => {
  let known: { json: string | null; ids: ReadonlySet<string> } = { json: null, ids: new Set() };
  return () => {
    const json = read() ?? null;
    if (json !== known.json) known = { json, ids: new Set(json === null ? [] : parseTexts(json)) };
    return known.ids;
  };
};
