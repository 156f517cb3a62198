/** E10: purchase orders, and the optional purchaseOrder/info with their lines. */
import { PURCHASE_ORDER_INFO_PATH, PURCHASE_ORDER_LIST_PATH } from '#shared/http-api/purchase-order';
import type { ApiClient } from './client';
import { endOf, removedOf, startOf, timeTypeOf, type ListQuery } from './list-query';
import { readDetail, readPage } from './read-page';

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

export const purchaseOrderInfo = (client: ApiClient, id: string) =>
  readDetail(client, PURCHASE_ORDER_INFO_PATH, { purchase_order_id: id });
