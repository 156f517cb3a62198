/** The optional endpoints of collections (contract B), as the live service documents them. Nothing writes them. */
import {
  COLLECTION_CUSTOM_FIELDS,
  COLLECTION_FIELDS_PATH,
  COLLECTION_INFO_PATH,
  COLLECTION_LIST_PATH,
} from '#shared/http-api/collection';
import { isObject } from '#shared/domain/is-object';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type ServiceApp } from '../endpoint';
import { collectionFields } from '../live/document-fields';
import { notFound, Refusal } from '../refusal';
import type { Json } from '../store/exact-json';
import { idParam, integerParam, listPage, listText } from '../store/list-query';
import type { ServiceRecord } from '../store/record-store';

/** Fields of the list that receipt/info does not have. */
const LISTED_ONLY: ReadonlySet<string> = new Set([
  COLLECTION_CUSTOM_FIELDS,
  'constraint',
  'primary',
  'client_id',
  'file_list',
  'finance_verify',
  'user_info',
  'create_user_id',
  'create_user_info',
  'op_user_id',
  'op_user_info',
  'opportunity_info',
  'lock_flag',
]);

/** Custom fields are keys of their own there, and the order has its number and name only. */
const infoOf = ({ doc, detail }: ServiceRecord): Json => {
  const { order_info: order, [COLLECTION_CUSTOM_FIELDS]: custom } = doc;
  const { order_id: orderId, order_no: number, name } = isObject(order) ? (order as Json) : {};
  return {
    ...(isObject(custom) ? custom : {}),
    ...Object.fromEntries(Object.entries(doc).filter(([key]) => !LISTED_ONLY.has(key))),
    order_info: isObject(order) ? { order_id: orderId, name, order_no: number } : [],
    finance_verify_date: '',
    ...detail,
  };
};

export const collectionRoutes = (app: ServiceApp, context: ServiceContext): void => {
  endpoint(app, context, 'GET', COLLECTION_LIST_PATH, { optional: true }, (call) => {
    const { texts, total } = listPage(context, call, {
      resource: 'collection',
      defaultCount: 20,
      removed: integerParam(call, 'removed') === 1,
    });
    return new JsonText(`{"list":${listText(texts)},"totalItem":${total}}`);
  });
  endpoint(app, context, 'GET', COLLECTION_INFO_PATH, { optional: true }, (call) => {
    const [id, number] = [idParam(call, 'cash_collection_id'), call.query.get('cash_collection_no') ?? ''];
    if (id === undefined && number === '') throw new Refusal(400, 'Invalid query');
    const { store } = context;
    const record = id === undefined ? store.findByNumber('collection', number) : store.get('collection', id);
    if (!record) throw notFound();
    return infoOf(record);
  });
  endpoint(app, context, 'GET', COLLECTION_FIELDS_PATH, { optional: true }, () => collectionFields);
};
