/** E4 `GET /v1/invoices/outbound/info`, E5 `POST /v1/invoices/outbound/push`, and outbound/list. */
import {
  OUTBOUND_INFO_PATH,
  OUTBOUND_LIST_PATH,
  OUTBOUND_PUSH_PATH,
} from '#shared/http-api/outbound-invoice';
import type { ServiceContext } from '../context';
import { currencyNumber } from '../documents';
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { objectsIn } from '../input';
import { detailsInLiveShape } from '../live/shapes';
import { pushOutbound } from '../pushes/push-outbound';
import { notFound, Refusal } from '../refusal';
import type { Json } from '../store/exact-json';
import { idParam, integerParam, listPage, listText } from '../store/list-query';
import type { ServiceRecord } from '../store/record-store';

/**
 * E4's whole answer: custom fields, header, lines. `currency` is the integer the contract declares; the
 * list says the code.
 */
const infoOf = (context: ServiceContext, record: ServiceRecord): Json => {
  const details = detailsInLiveShape('outboundInvoice', { ...record.doc, ...record.detail }, context.quirks);
  const lines = objectsIn(details, 'record_list');
  return {
    ...details,
    currency: context.quirks.currencyText ? record.doc['currency'] : currencyNumber(record.doc['currency']),
    record_list: context.quirks.recordListObject
      ? Object.fromEntries(lines.map((line) => [String(line['outbound_record_id']), line]))
      : lines,
  };
};

export const outboundInvoiceRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', OUTBOUND_INFO_PATH, {}, (call) => {
    const [id, serial] = [idParam(call, 'outbound_invoice_id'), call.query.get('serial_id')?.trim() ?? ''];
    if (id === undefined && serial === '') throw new Refusal(400, 'Invalid query');
    const record =
      id === undefined
        ? context.store.findByNumber('outboundInvoice', serial)
        : context.store.get('outboundInvoice', id);
    if (!record) throw notFound();
    return infoOf(context, record);
  });
  endpoint(app, context, 'GET', OUTBOUND_LIST_PATH, {}, (call) => {
    const status = integerParam(call, 'status');
    const { texts, total } = listPage(context, call, {
      resource: 'outboundInvoice',
      defaultCount: 20,
      time: integerParam(call, 'time_type') === 2 ? 'create_time' : 'update_time',
      removed: integerParam(call, 'removed') === 1,
      where: status === undefined || status === 0 ? [] : [{ sql: 'status = ?', params: [String(status)] }],
    });
    return new JsonText(`{"count":${total},"list":${listText(texts)}}`);
  });
  endpoint(app, context, 'POST', OUTBOUND_PUSH_PATH, { writes: true }, (call) => pushOutbound(context, call));
};
