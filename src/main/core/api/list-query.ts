/**
 * How the pull asks any list: one page of one flag, inside a time window, of one status. Each resource
 * module words it for its endpoint.
 */
import { dayOf, type ServerTime } from '#shared/domain/time';

/**
 * `live` the default list; `removed` deleted records; `drafts` documents only an approval list shows;
 * `archived` records put away; `converted` leads that became companies.
 */
export const LIST_FLAGS = ['live', 'removed', 'drafts', 'archived', 'converted'] as const;
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
}

export const startOf = (query: ListQuery): string | undefined => query.window?.from;
export const endOf = (query: ListQuery): string | undefined => query.window?.to;
export const startDayOf = (query: ListQuery): string | undefined =>
  query.window ? dayOf(query.window.from) : undefined;
export const endDayOf = (query: ListQuery): string | undefined =>
  query.window ? dayOf(query.window.to) : undefined;
/** `time_type` of company, orders, purchase orders, outbound invoices: 1 update, 2 create. */
export const timeTypeOf = (query: ListQuery): number | undefined =>
  query.window ? (query.window.axis === 'create' ? 2 : 1) : undefined;
export const removedOf = (query: ListQuery): number | undefined => (query.flag === 'removed' ? 1 : undefined);
