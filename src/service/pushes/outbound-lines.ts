/**
 * Lines of a pushed outbound invoice: edited, appended, removed, and what the service fills in (contract
 * E5, E4).
 */
import type { ServiceContext } from '../context';
import { lineAmount } from '../documents';
import { asId, idIn, isPassedEmpty, numberIn, textIn } from '../input';
import { cannotBeEmpty, notFound, Refusal } from '../refusal';
import { jsonId, type Json } from '../store/exact-json';

const LINE_NUMBERS = ['outbound_count', 'sale_price', 'cost_unit_price_rmb', 'moment_enable_count'] as const;
const NO_PRODUCT: Json = {
  sku_code: '',
  product_no: '',
  product_name: '',
  product_cn_name: '',
  product_model: '',
  product_unit: '',
  product_type: 1,
  product_disable_flag: 0,
};

const blankLine = (context: ServiceContext, invoiceId: string): Json => ({
  outbound_record_id: jsonId(context.store.nextId('outboundRecord')),
  outbound_invoice_id: jsonId(invoiceId),
  sku_id: 0,
  product_id: 0,
  outbound_count: 0,
  sale_count: 0,
  sale_price: 0,
  product_amount: 0,
  moment_enable_count: 0,
  order_id: 0,
  order_no: '',
  order_record_id: 0,
  cost_unit_price_rmb: 0,
  ...NO_PRODUCT,
});

const PRODUCT_TEXTS = ['product_unit', 'product_name', 'product_model', 'product_cn_name'] as const;

/** Stores the product details of a line if the service does not know the product. */
const takeProductTexts = (line: Json, entry: Json): void => {
  for (const key of PRODUCT_TEXTS) if (key in entry) line[key] = textIn(entry, key) ?? '';
};

const fillProduct = (context: ServiceContext, line: Json): void => {
  const record = context.store.get('product', String(line['product_id']));
  if (!record) return;
  const product = { ...record.doc, ...record.detail };
  Object.assign(line, {
    sku_code: `${String(product['product_no'])}-S`,
    product_no: product['product_no'],
    product_name: product['name'],
    product_cn_name: product['cn_name'],
    product_model: product['model'],
    product_unit: product['unit'],
    product_disable_flag: product['disable_flag'],
  });
  if (asId(line['sku_id']) === undefined) line['sku_id'] = product['sku_id'];
};

/** The order a line belongs to must exist; its line, where named, tells the product too. */
const fillOrder = (context: ServiceContext, line: Json): void => {
  const orderId = asId(line['order_id']);
  if (orderId === undefined) {
    line['order_no'] = '';
    return;
  }
  const order = context.store.get('order', orderId);
  if (!order) throw notFound();
  line['order_no'] = order.number;
  const orderLine = ((order.detail['product_list'] as Json[] | undefined) ?? []).find(
    (candidate) => String(candidate['unique_id']) === String(line['order_record_id']),
  );
  if (orderLine && asId(line['product_id']) === undefined)
    Object.assign(line, { product_id: orderLine['product_id'], sku_id: orderLine['sku_id'] });
};

const editLine = (context: ServiceContext, line: Json, entry: Json): void => {
  for (const key of ['sku_id', 'product_id', 'order_id'])
    if (key in entry) {
      const id = idIn(entry, key);
      line[key] = id === undefined ? 0 : jsonId(id);
    }
  // The contract says that an edit without order_record_id sets it to 0 (E5).
  const orderLine = idIn(entry, 'order_record_id');
  line['order_record_id'] = orderLine === undefined ? 0 : jsonId(orderLine);
  for (const key of LINE_NUMBERS) {
    const value = numberIn(entry, key);
    if (value !== undefined) line[key] = value;
  }
  for (const [key, value] of Object.entries(entry))
    if (/^\d+$/.test(key)) line[key] = value === null ? '' : String(value);
  fillOrder(context, line);
  takeProductTexts(line, entry);
  fillProduct(context, line);
  line['sale_count'] = line['outbound_count'];
  line['product_amount'] = lineAmount(line);
};

const isAssociated = (line: Json): boolean =>
  asId(line['order_id']) !== undefined || asId(line['order_record_id']) !== undefined;

/** The live service asks for the unit of every line, of a removed one too under a quirk of its own. */
const checkUnit = ({ quirks }: ServiceContext, entry: Json): void => {
  if (!quirks.productUnit) return;
  if (numberIn(entry, 'remove') === 1 && !quirks.removedLinesChecked) return;
  if (!('product_unit' in entry) || isPassedEmpty(entry, 'product_unit')) throw cannotBeEmpty('product_unit');
};

/**
 * The invoice's lines after the push. Unlisted lines stay; at least one must carry an association in the
 * end.
 */
export const mergeLines = (
  context: ServiceContext,
  invoiceId: string,
  before: readonly Json[],
  entries: readonly Json[],
): Json[] => {
  let lines = before.map((line) => ({ ...line }));
  for (const entry of entries) {
    checkUnit(context, entry);
    const id = idIn(entry, 'outbound_record_id');
    const existing =
      id === undefined ? undefined : lines.find((line) => String(line['outbound_record_id']) === id);
    if (id !== undefined && !existing) throw notFound();
    if (numberIn(entry, 'remove') === 1) {
      if (!existing) throw cannotBeEmpty('outbound_record_id');
      lines = lines.filter((line) => line !== existing);
      continue;
    }
    const line = existing ?? blankLine(context, invoiceId);
    editLine(context, line, entry);
    if (!existing) lines.push(line);
  }
  if (!lines.some(isAssociated)) throw new Refusal(404, 'at least one line with sales-order association');
  return lines;
};
