/** The optional product endpoints (contract B), as the live service documents them. */
import {
  PRODUCT_FIELDS_PATH,
  PRODUCT_INFO_PATH,
  PRODUCT_INVENTORY_PATH,
  PRODUCT_LIST_PATH,
} from '#shared/http-api/product';
import { isObject } from '#shared/domain/is-object';
import type { ServiceContext } from '../context';
import { endpoint, JsonText, type Call, type ServiceApp } from '../endpoint';
import { objectsIn } from '../input';
import { productFields } from '../live/document-fields';
import { notFound } from '../refusal';
import { parseDoc, type Json } from '../store/exact-json';
import { idParam, integerParam, listPage, listText } from '../store/list-query';
import type { ServiceRecord } from '../store/record-store';

const DEFAULT_COUNT = 20;
/** Fields of the list that product/info does not have. */
const OF_LIST_ONLY = ['fob', 'image', 'group_name', 'cost_with_tax', 'minimum_order_quantity', 'pin_flag'];
/** Details that only E5 and inventory-list use. */
const NOT_ANSWERED = ['inventory', 'sku_id'];

const without = (record: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

const infoOf = ({ doc, detail }: ServiceRecord): Json => ({
  ...without(doc, OF_LIST_ONLY),
  ...(isObject(doc['fob']) ? doc['fob'] : {}),
  quantity: String(doc['minimum_order_quantity'] ?? ''),
  ...without(detail, NOT_ANSWERED),
});

/**
 * Finds the product of an SKU; an empty list for an unknown one. The index is made again when the number of products
 * has changed.
 */
const skuFinder = ({ store }: ServiceContext): ((sku: string) => ServiceRecord[]) => {
  let [index, counted] = [new Map<string, string>(), -1];
  const count = (): number =>
    store.sql("SELECT count(*) FROM record WHERE resource = 'product'").pluck().get() as number;
  const skusOf = (): Map<string, string> => {
    const rows = store
      .sql("SELECT CAST(id AS TEXT) AS id, detail FROM record WHERE resource = 'product'")
      .all() as { id: string; detail: string }[];
    return new Map(
      rows.flatMap(({ id, detail }) =>
        objectsIn(parseDoc(detail), 'sku_items').map((sku) => [String(sku['sku_id']), id] as const),
      ),
    );
  };
  return (sku) => {
    const now = count();
    if (now !== counted) [index, counted] = [skusOf(), now];
    const id = index.get(sku);
    const product = id === undefined ? undefined : store.get('product', id);
    return product === undefined ? [] : [product];
  };
};

/** The stock of the SKUs in `sku_id`, or of all products without it, as pages of 20. */
const inventoryOf = (
  { store }: ServiceContext,
  call: Call,
  productOf: (sku: string) => ServiceRecord[],
): Json => {
  const wanted = [...new Set((call.query.get('sku_id') ?? '').split(',').flatMap((id) => id.trim() || []))];
  const found = new Map(wanted.flatMap(productOf).map((product) => [product.id, product.detail]));
  const details =
    wanted.length > 0
      ? [...found.values()]
      : (store.sql("SELECT detail FROM record WHERE resource = 'product'").pluck().all() as string[]).map(
          parseDoc,
        );
  const all = details
    .flatMap((detail) => objectsIn(detail, 'inventory'))
    .filter((row) => wanted.length === 0 || wanted.includes(String(row['sku_id'])));
  const count = Math.max(1, integerParam(call, 'count') ?? DEFAULT_COUNT);
  const page = Math.max(1, integerParam(call, 'start_index') ?? 1);
  return { count: all.length, list: all.slice((page - 1) * count, page * count) };
};

export const productRoutes = (app: ServiceApp, context: ServiceContext): void => {
  const productOf = skuFinder(context);
  endpoint(app, context, 'GET', PRODUCT_LIST_PATH, { optional: true }, (call) => {
    const { texts, total } = listPage(context, call, {
      resource: 'product',
      defaultCount: DEFAULT_COUNT,
      time: integerParam(call, 'time_type') === 2 ? 'create_time' : 'update_time',
    });
    return new JsonText(`{"count":${total},"list":${listText(texts)}}`);
  });
  endpoint(app, context, 'GET', PRODUCT_INFO_PATH, { optional: true }, (call) => {
    const [id, number] = [idParam(call, 'product_id'), call.query.get('product_no')?.trim() ?? ''];
    const record =
      id === undefined ? context.store.findByNumber('product', number) : context.store.get('product', id);
    if (!record) throw notFound();
    return infoOf(record);
  });
  endpoint(app, context, 'GET', PRODUCT_FIELDS_PATH, { optional: true }, () => productFields);
  endpoint(app, context, 'GET', PRODUCT_INVENTORY_PATH, { optional: true }, (call) =>
    inventoryOf(context, call, productOf),
  );
};
