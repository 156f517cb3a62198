/**
 * E9: quotations. Format and field of its times are not stated: date-times are sent, the pull finds out what
 * they filter.
 */
import { QUOTATION_INFO_PATH, QUOTATION_LIST_PATH } from '#shared/http-api/quotation';
import type { ApiClient } from './client';
import { endOf, removedOf, startOf, type ListQuery } from './list-query';
import { readDetail, readPage } from './read-page';

export const listQuotations = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    QUOTATION_LIST_PATH,
    {
      start_time: startOf(query),
      end_time: endOf(query),
      start_index: query.page,
      count: query.count,
      removed: removedOf(query),
      status: query.status,
    },
    'quotation_id',
  );

export const quotationInfo = (client: ApiClient, id: string) =>
  readDetail(client, QUOTATION_INFO_PATH, { quotation_id: id });
