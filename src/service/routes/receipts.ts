/** E7 `POST /v1/invoices/receiptRegistration/push` and the optional list and info. */
import { RECEIPT_INFO_PATH, RECEIPT_LIST_PATH, RECEIPT_PUSH_PATH } from '#shared/http-api/receipt';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { detailsInLiveShape } from '../live/shapes';
import { pushReceipt } from '../pushes/push-receipt';
import { notFound, Refusal } from '../refusal';
import { idParam, integerParam, listPage, listText } from '../store/list-query';

export const receiptRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'POST', RECEIPT_PUSH_PATH, { writes: true }, (call) => pushReceipt(context, call));
  endpoint(app, context, 'GET', RECEIPT_LIST_PATH, { optional: true }, (call) => {
    const status = integerParam(call, 'status');
    const { texts, total } = listPage(context, call, {
      resource: 'receipt',
      defaultCount: 20,
      time: integerParam(call, 'time_type') === 2 ? 'create_time' : 'update_time',
      removed: integerParam(call, 'removed') === 1,
      where: status === undefined || status === 0 ? [] : [{ sql: 'status = ?', params: [String(status)] }],
    });
    return new JsonText(`{"count":${total},"list":${listText(texts)}}`);
  });
  endpoint(app, context, 'GET', RECEIPT_INFO_PATH, { optional: true }, (call) => {
    const [id, number] = [
      idParam(call, 'cash_collection_invoice_id'),
      call.query.get('cash_collection_invoice_no') ?? '',
    ];
    if (id === undefined && number === '') throw new Refusal(400, 'Invalid query');
    const record =
      id === undefined ? context.store.findByNumber('receipt', number) : context.store.get('receipt', id);
    if (!record) throw notFound();
    return detailsInLiveShape('receipt', { ...record.doc, ...record.detail }, context.quirks);
  });
};
