/**
 * E10 `GET /v1/purchaseOrder/list`: declared to require the header; and the optional purchaseOrder/info.
 */
import { PURCHASE_ORDER_INFO_PATH, PURCHASE_ORDER_LIST_PATH } from '#shared/http-api/purchase-order';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { notFound, Refusal } from '../refusal';
import { idParam, integerParam, listPage, listText } from '../store/list-query';

export const purchaseOrderRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', PURCHASE_ORDER_LIST_PATH, { declaredAuth: true }, (call) => {
    const status = integerParam(call, 'status');
    const name = context.quirks.purchaseStatusName ? (call.query.get('status_name')?.trim() ?? '') : '';
    const { texts, total } = listPage(context, call, {
      resource: 'purchaseOrder',
      defaultCount: 20,
      time: integerParam(call, 'time_type') === 2 ? 'create_time' : 'update_time',
      removed: integerParam(call, 'removed') === 1,
      where: [
        ...(status === undefined || status === 0 ? [] : [{ sql: 'status = ?', params: [String(status)] }]),
        ...(name === '' ? [] : [{ sql: "json_extract(doc, '$.status_info.name') = ?", params: [name] }]),
      ],
    });
    return new JsonText(`{"count":${total},"list":${listText(texts)}}`);
  });
  endpoint(app, context, 'GET', PURCHASE_ORDER_INFO_PATH, { optional: true }, (call) => {
    const [id, number] = [idParam(call, 'purchase_order_id'), call.query.get('purchase_order_no') ?? ''];
    if (id === undefined && number === '') throw new Refusal(400, 'Invalid query');
    const record =
      id === undefined
        ? context.store.findByNumber('purchaseOrder', number)
        : context.store.get('purchaseOrder', id);
    if (!record) throw notFound();
    return { ...record.doc, ...record.detail };
  });
};
