/**
 * The query of one page of a list: flag, time window, status. Each resource module translates it for its
 * endpoint.
 */
import type { StoredRecords } from './unchanged-record';
import { dayOf, type ServerTime } from '#shared/domain/time';

/**
 * `live` the default list; `removed` deleted records; `drafts` documents only an approval list shows;
 * `archived` records put away; `converted` leads that became companies.
 */
const LIST_FLAGS = ['live', 'removed', 'drafts', 'archived', 'converted'] as const;
export type ListFlag = (typeof LIST_FLAGS)[number];

export interface TimeWindow {
  axis: 'create' | 'update';
  from: ServerTime;
  to: ServerTime;
}

export interface ListQuery {
  /** From 1. */
  page: number;
  count: number;
  flag: ListFlag;
  window?: TimeWindow | undefined;
  status?: string | undefined;
  /** The stored texts of the answer's records, so that unchanged records need not be parsed. */
  textsOf?: StoredRecords['textsOf'] | undefined;
}

/** `start_index` (a page number, contract B) and `count`. */
export const pageParams = ({ page, count }: ListQuery) => ({ start_index: page, count });

/** The window's ends as date-times. */
export const timeParams = ({ window }: ListQuery) => ({ start_time: window?.from, end_time: window?.to });

/** The window's ends as days: E6 filters by whole days. */
export const dayParams = ({ window }: ListQuery) => ({
  start_time: window && dayOf(window.from),
  end_time: window && dayOf(window.to),
});

const TIME_TYPES = { update: 1, create: 2 } as const;

/** Which time the window filters: company, orders, purchase orders, outbound invoices. */
export const timeTypeParam = ({ window }: ListQuery) => ({ time_type: window && TIME_TYPES[window.axis] });

/** `removed=1` lists deleted records. */
export const removedParam = ({ flag }: ListQuery) => ({ removed: flag === 'removed' ? 1 : undefined });
