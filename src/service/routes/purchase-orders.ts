/** E10 `GET /v1/purchaseOrder/list`: declared to require the header. */
import { PURCHASE_ORDER_LIST_PATH } from '#shared/http-api/purchase-order';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { integerParam, listPage, listText } from '../store/list-query';

export const purchaseOrderRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', PURCHASE_ORDER_LIST_PATH, { declaredAuth: true }, (call) => {
    const status = integerParam(call, 'status');
    const { texts, total } = listPage(context, call, {
      resource: 'purchaseOrder',
      defaultCount: 20,
      time: integerParam(call, 'time_type') === 2 ? 'create_time' : 'update_time',
      removed: integerParam(call, 'removed') === 1,
      where: status === undefined || status === 0 ? [] : [{ sql: 'status = ?', params: [String(status)] }],
    });
    return new JsonText(`{"count":${total},"list":${listText(texts)}}`);
  });
};
