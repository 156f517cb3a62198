/** E6 `GET /v1/invoices/order/list`, orderEnums, and the optional order/info. */
import { ORDER_FIELDS_PATH } from '#shared/http-api/lookups';
import { ORDER_ENUMS_PATH, ORDER_INFO_PATH, ORDER_LIST_PATH } from '#shared/http-api/order';
import type { ServiceContext } from '../context';
import { orderEnums } from '../dataset/enumerations';
import { endpoint, JsonText, type Call, type ServiceApp } from '../endpoint';
import { notFound, Refusal } from '../refusal';
import { orderFields } from '../live/document-fields';
import { detailsInLiveShape } from '../live/shapes';
import { idParam, integerParam, listPage, listText, type TimeColumn } from '../store/list-query';

const TIME_TYPES: Readonly<Record<string, TimeColumn>> = {
  '1': 'update_time',
  '2': 'create_time',
  '3': 'day',
};

/** `time_type=4` lists what was deleted, by when; a deletion is a deleted record's last change. */
const listsDeletions = (context: ServiceContext, call: Call): boolean =>
  context.quirks.orderListLive && call.query.get('time_type') === '4';

export const orderRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', ORDER_LIST_PATH, {}, (call) => {
    const status = integerParam(call, 'status');
    const { texts, total } = listPage(context, call, {
      resource: 'order',
      defaultCount: context.quirks.orderListLive ? 10 : 20,
      time: TIME_TYPES[call.query.get('time_type') ?? '1'] ?? 'update_time',
      removed: integerParam(call, 'removed') === 1 || listsDeletions(context, call),
      where: [
        ...(integerParam(call, 'approval') === 1 ? [{ sql: 'approval <> 0' }] : []),
        ...(integerParam(call, 'approval_with_draft') === 1 ? [] : [{ sql: 'draft = 0' }]),
        ...(status === undefined || status === 0 ? [] : [{ sql: 'status = ?', params: [String(status)] }]),
      ],
    });
    return new JsonText(`{"count":${total},"list":${listText(texts)}}`);
  });

  endpoint(app, context, 'GET', ORDER_ENUMS_PATH, {}, () => orderEnums);
  endpoint(app, context, 'GET', ORDER_FIELDS_PATH, { optional: true }, () => orderFields);

  endpoint(app, context, 'GET', ORDER_INFO_PATH, { optional: true }, (call) => {
    const id = idParam(call, 'order_id');
    const number = call.query.get('order_no') ?? '';
    if (id === undefined && number === '') throw new Refusal(400, 'Invalid query');
    const record =
      id === undefined ? context.store.findByNumber('order', number) : context.store.get('order', id);
    if (!record) throw notFound();
    return detailsInLiveShape('order', { ...record.doc, ...record.detail }, context.quirks);
  });
};
