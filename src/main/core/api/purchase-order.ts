/** E10: purchase orders. */
import { PURCHASE_ORDER_LIST_PATH } from '#shared/http-api/purchase-order';
import type { ApiClient } from './client';
import { endOf, removedOf, startOf, timeTypeOf, type ListQuery } from './list-query';
import { readPage } from './read-page';

export const listPurchaseOrders = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    PURCHASE_ORDER_LIST_PATH,
    {
      start_time: startOf(query),
      end_time: endOf(query),
      count: query.count,
      start_index: query.page,
      removed: removedOf(query),
      time_type: timeTypeOf(query),
      status: query.status,
    },
    'purchase_order_id',
  );
