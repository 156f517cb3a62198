/** E6: sales orders, whole days in the window; and the optional order/info. */
import { ORDER_INFO_PATH, ORDER_LIST_PATH } from '#shared/http-api/order';
import type { ApiClient } from './client';
import { endDayOf, removedOf, startDayOf, timeTypeOf, type ListQuery } from './list-query';
import { readDetail, readPage } from './read-page';

export const listOrders = (client: ApiClient, query: ListQuery) =>
  readPage(
    client,
    ORDER_LIST_PATH,
    {
      start_time: startDayOf(query),
      end_time: endDayOf(query),
      time_type: timeTypeOf(query),
      count: query.count,
      start_index: query.page,
      removed: removedOf(query),
      ...(query.flag === 'drafts' ? { approval_with_draft: 1 } : {}),
      status: query.status,
    },
    'order_id',
  );

export const orderInfo = (client: ApiClient, id: string) =>
  readDetail(client, ORDER_INFO_PATH, { order_id: id });
