/**
 * A sales order's products as invoice lines (contract E5, E6): ordered, already invoiced, and left. From disk
 * only.
 */
import { isNoId } from '#shared/domain/ids';
import { isObject } from '#shared/domain/is-object';
import type { Row, View } from '#shared/contract/records';
import { isLocalRef } from '#shared/domain/intent';
import { dayOf, isNoDate } from '#shared/domain/time';
import { exceeds, remaining } from '#shared/domain/invoice-total';
import { linesOf } from '#shared/domain/nested-values';
import { core } from '../../client/client';
import { detailsSoon } from '../opening/details-soon';
import { type FormChild, knownDecimal, type LineFacts, UNKNOWN_COUNT } from '../values/form-values';
import { invoicedCounts, orderLineOf } from './invoiced-counts';
import { rateOf } from './last-rates';
import { fateOf, hasPendingLines, storedLinesOf } from './pending-lines';
import { choicesOf } from './product-line';
import { valueText } from '#shared/domain/value-text';

export interface OrderFacts {
  id: string;
  number: string;
  companyId: string;
  companyName: string;
  currency: string;
  rate: string;
  rateUsd: string;
  lines: Record<string, unknown>[];
  hasLineIds: boolean;
}

/**
 * Reads the order from disk; null if it is not there. It requests missing details once and waits only a
 * moment.
 */
export const orderFacts = async (id: string, fetchDetail = true): Promise<OrderFacts | null> => {
  const record = await core.records.get({ resource: 'order', id });
  if (!record) return null;
  if (record.detailState === 'offered' && fetchDetail && (await detailsSoon('order', id)))
    return await orderFacts(id, false);
  const { values } = record;
  const company = isObject(values.company) ? values.company : {};
  const lines = linesOf(values.product_list);
  return {
    id,
    number: valueText(values.order_no),
    companyId: valueText(company.company_id).replace(/^0$/, ''),
    companyName: valueText(company.name),
    currency: valueText(values.currency),
    rate: rateOf(values.exchange_rate),
    rateUsd: rateOf(values.exchange_rate_usd),
    lines,
    hasLineIds: lines.some((line) => valueText(line.unique_id) !== ''),
  };
};

const ORDERS_A_PAGE = 500;
const MOST_ORDERS = 10_000;
/** The code of an issue: the user ticked lines of an order, but did not add them to the invoice. */
export const LINES_NOT_ADDED = 'lines-not-added';
/** A picker draws this many at once; typing finds the others. */
export const MOST_ORDERS_SHOWN = 200;

/**
 * A company's orders, newest first, with their currencies and what `orderLabel` shows. A large customer has more than a
 * page.
 */
export const ordersOf = async (companyId: string): Promise<Row[]> => {
  const view: View = { resource: 'order', filters: [{ field: 'company', op: 'in', values: [companyId] }] };
  const columns = ['order_no', 'name', 'account_date', 'currency'];
  const orders: Row[] = [];
  for (let start = 0; start < MOST_ORDERS; start += ORDERS_A_PAGE) {
    const { total, rows } = await core.records.page({ view, start, limit: ORDERS_A_PAGE, columns });
    orders.push(...rows);
    if (start + ORDERS_A_PAGE >= total) break;
  }
  return orders;
};

/** Returns number, name and day of an order; missing ones are left out. */
export const orderLabel = ({ id, values }: Row): string =>
  [
    valueText(values.order_no ?? id),
    valueText(values.name),
    isNoDate(values.account_date) ? '' : dayOf(valueText(values.account_date)),
  ]
    .filter(Boolean)
    .join(' · ');

interface InvoicedLines {
  lines: Record<string, unknown>[];
  /** False if the lines of some invoice that may name the order are not on this computer. */
  isComplete: boolean;
}

interface Reading {
  /** Requests what is not there once, and waits only a moment. */
  fetchDetail: boolean;
  /** The invoices that do not count, by id. */
  exceptIds?: readonly string[];
}

/** The lines of all invoices of the order on this computer, including pending ones that the CRM has not refused. */
const invoicedLines = async (
  orderId: string,
  { fetchDetail, exceptIds = [] }: Reading,
): Promise<InvoicedLines> => {
  const unread = (await core.money.order({ id: orderId }))?.unread;
  if (fetchDetail && unread !== undefined && unread.invoiceIds.length > 0) {
    await Promise.all(unread.invoiceIds.map((id) => detailsSoon('outboundInvoice', id)));
    return await invoicedLines(orderId, { fetchDetail: false, exceptIds });
  }
  const { lines, isWhole } = await storedLines(orderId, exceptIds);
  return { lines, isComplete: isWhole && (unread?.invoices ?? 0) === 0 };
};

/** The lines of an invoice with pending work, without what the CRM has refused. A deleted invoice has none. */
const countedLinesOf = async (row: Row): Promise<Record<string, unknown>[]> => {
  const { id } = row;
  if (row.pending !== undefined && (await fateOf(row)) === 'refused') {
    if (isLocalRef(id)) return [];
    if (hasPendingLines(row)) return await storedLinesOf('outboundInvoice', id);
  }
  const record = await core.records.get({ resource: 'outboundInvoice', id });
  return record?.removed === true ? [] : linesOf(record?.values.record_list);
};

/** `isWhole`: all invoices of the order were looked at. */
const storedLines = async (
  orderId: string,
  exceptIds: readonly string[],
): Promise<{ lines: Record<string, unknown>[]; isWhole: boolean }> => {
  const related = (await core.records.related({ resource: 'order', id: orderId, limit: 100 })).find(
    ({ resource }) => resource === 'outboundInvoice',
  );
  const rows = related?.rows ?? [];
  const lines = await Promise.all(rows.filter(({ id }) => !exceptIds.includes(id)).map(countedLinesOf));
  return {
    lines: lines.flat().filter((line) => valueText(line.order_id) === orderId),
    isWhole: rows.length >= (related?.total ?? 0),
  };
};

export interface OrderLine {
  child: FormChild;
  facts: LineFacts;
  left: string | null;
}

/** Returns true if the quantity of the line in other invoices is unknown. */
export const isInvoicedUnknown = ({ facts }: Pick<FormChild, 'facts'>): boolean =>
  facts?.invoiced === UNKNOWN_COUNT;

/** An order's line that is invoiced beyond the ordered quantity. All three are decimals. */
export interface OverOrdered {
  /** A line of this invoice with this line of the order, or at least with its product. */
  ref: string | undefined;
  product: string;
  ordered: string;
  /** The quantity in other invoices. */
  before: string;
  /** The quantity in this invoice. */
  now: string;
}

/** A line of the invoice that is checked. */
interface InvoiceLine {
  ref?: string;
  fields: Readonly<Record<string, unknown>>;
  remove?: true;
}

/**
 * The lines of an invoice that exceed the ordered quantity, together with other invoices. `exceptIds` are the
 * ids of the invoice itself, if it is edited. From disk only; orders and invoices that are not on this computer
 * are not checked.
 */
export const overOrderedIn = async (
  children: readonly InvoiceLine[],
  exceptIds: readonly string[],
): Promise<OverOrdered[]> => {
  const lines = children.filter((item) => !item.remove);
  const orderIds = new Set(
    lines.map(({ fields }) => valueText(fields.order_id)).filter((id) => id !== '' && id !== '0'),
  );
  const over: OverOrdered[] = [];
  for (const id of orderIds) {
    const order = await orderFacts(id, false);
    if (order === null) continue;
    const { lines: others } = await storedLines(id, exceptIds);
    const own = lines.filter(({ fields }) => valueText(fields.order_id) === id);
    const before = invoicedCounts(order.lines, others);
    const all = invoicedCounts(order.lines, [...others, ...own.map(({ fields }) => fields)]);
    for (const [at, line] of order.lines.entries()) {
      const ordered = knownDecimal(line.count);
      const now = remaining(all[at], before[at]) ?? '0';
      if (!exceeds(now, '0') || !exceeds(all[at], ordered)) continue;
      const named = own.findLast(({ fields }) => orderLineOf(fields, order.lines) === line);
      const same = own.findLast(({ fields }) => valueText(fields.product_id) === valueText(line.product_id));
      over.push({ ref: (named ?? same)?.ref, product: productOf(line), ordered, before: before[at]!, now });
    }
  }
  return over;
};

/** The same for an invoice in the outbox, as the screens show it. `target`: the invoice that the item edits. */
export const overOrderedByItem = async (id: string, target: string | null): Promise<OverOrdered[]> => {
  const record = await core.records.get({ resource: 'outboundInvoice', id: target ?? id });
  const lines = linesOf(record?.values.record_list).map((fields) => ({ fields }));
  return await overOrderedIn(lines, [id, ...(target === null ? [] : [target])]);
};

const productOf = (line: Record<string, unknown>): string =>
  valueText(line.product_name) || valueText(line.product_cn_name) || `#${valueText(line.product_id)}`;

export interface OrderWithLines {
  order: OrderFacts;
  lines: OrderLine[];
}

/** The products of lines that lack a name, unit or model, by id, from the local copy of the catalogue. */
const productsOf = async (
  lines: readonly Record<string, unknown>[],
): Promise<Map<string, Record<string, unknown>>> => {
  const lacking = lines.filter(
    (line) =>
      valueText(line.product_name) === '' ||
      valueText(line.product_model) === '' ||
      (valueText(line.product_unit) === '' && valueText(line.unit) === ''),
  );
  const ids = [...new Set(lacking.map((line) => valueText(line.product_id)))].filter((id) => !isNoId(id));
  const records = await Promise.all(ids.map((id) => core.records.get({ resource: 'product', id })));
  return new Map(records.flatMap((record) => (record === null ? [] : [[record.id, record.values] as const])));
};

/** The facts of each line of the order. */
const factsOf = async (order: OrderFacts, reading: Reading): Promise<Required<LineFacts>[]> => {
  const { lines: taken, isComplete } = await invoicedLines(order.id, reading);
  const products = await productsOf(order.lines);
  const counts = invoicedCounts(order.lines, taken);
  return order.lines.map((line, at) => {
    const known = products.get(valueText(line.product_id)) ?? {};
    return {
      product: valueText(line.product_name) || valueText(line.product_cn_name) || valueText(known.name),
      number: valueText(line.product_no) || valueText(line.sku_code) || valueText(known.product_no),
      unit: valueText(line.product_unit) || valueText(line.unit) || valueText(known.unit),
      name: valueText(line.product_name) || valueText(known.name),
      cnName: valueText(line.product_cn_name) || valueText(known.cn_name),
      model: valueText(line.product_model) || valueText(known.model),
      orderNo: order.number,
      ordered: knownDecimal(line.count),
      invoiced: isComplete ? counts[at]! : UNKNOWN_COUNT,
      companyId: order.companyId,
      price: knownDecimal(line.unit_price),
      currency: order.currency,
    };
  });
};

/**
 * Every line of the order as a new invoice line; `left` is the quantity that is not invoiced yet. It is null if the
 * ordered or the invoiced quantity is unknown. If the invoiced quantity is unknown, the new line has no quantity.
 */
export const orderLinesOf = async (order: OrderFacts): Promise<OrderLine[]> => {
  const facts = await factsOf(order, { fetchDetail: true });
  return order.lines.map((line, at) => {
    const known = facts[at]!;
    const isComplete = known.invoiced !== UNKNOWN_COUNT;
    const left = isComplete ? remaining(known.ordered, known.invoiced) : null;
    const count = isComplete ? (left ?? known.ordered) : '';
    const ids = {
      product_id: valueText(line.product_id),
      sku_id: valueText(line.sku_id),
      order_id: order.id,
      ...(valueText(line.unique_id) === '' ? {} : { order_record_id: valueText(line.unique_id) }),
    };
    return {
      facts: known,
      left,
      child: {
        ref: `local:${crypto.randomUUID()}`,
        facts: known,
        fields: { ...ids, outbound_count: count, sale_price: knownDecimal(line.unit_price) },
      },
    };
  });
};

/**
 * Adds to the lines of a saved invoice what is known of their order lines and products. Reads the disk only.
 * `exceptIds` are the ids of the invoice itself.
 */
export const withOrderFacts = async (
  children: readonly FormChild[],
  exceptIds: readonly string[],
): Promise<FormChild[]> => {
  const orders = new Map<string, { order: OrderFacts; facts: LineFacts[] }>();
  const ids = new Set(children.map(({ fields }) => valueText(fields.order_id)).filter((id) => !isNoId(id)));
  for (const id of ids) {
    const order = await orderFacts(id, false);
    if (order !== null)
      orders.set(id, { order, facts: await factsOf(order, { fetchDetail: false, exceptIds }) });
  }
  return await Promise.all(
    children.map(async (item) => {
      const of = orders.get(valueText(item.fields.order_id));
      const line = of && orderLineOf(item.fields, of.order.lines);
      const facts = line ? of.facts[of.order.lines.indexOf(line)] : await productFacts(item);
      return facts === undefined ? item : { ...item, facts };
    }),
  );
};

/** The facts of a line without an order, from its product on this computer. */
const productFacts = async ({ fields }: FormChild): Promise<LineFacts | undefined> => {
  const [id, sku] = [valueText(fields.product_id), valueText(fields.sku_id)];
  if (isNoId(id)) return undefined;
  const record = await core.records.get({ resource: 'product', id });
  const choices = record === null ? [] : choicesOf(record, '');
  return (choices.find(({ value }) => value === `${id}~${sku}`) ?? choices[0])?.line.facts;
};
