/** Receipt registrations: the optional list (filters as outbound/list, contract B) and info. */
import { RECEIPT_INFO_PATH, RECEIPT_LIST_PATH } from '#shared/http-api/receipt';
import type { ApiClient } from './client';
import { endOf, removedOf, startOf, timeTypeOf, type ListQuery } from './list-query';
import { readDetail, readPage } from './read-page';

export const listReceipts = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    RECEIPT_LIST_PATH,
    {
      start_time: startOf(query),
      end_time: endOf(query),
      time_type: timeTypeOf(query),
      count: query.count,
      start_index: query.page,
      removed: removedOf(query),
      status: query.status,
    },
    'cash_collection_invoice_id',
  );

export const receiptInfo = (client: ApiClient, id: string) =>
  readDetail(client, RECEIPT_INFO_PATH, { cash_collection_invoice_id: id });
