/**
 * A sales order's products as invoice lines (contract E5, E6): ordered, already invoiced, and left. From disk
 * only.
 */
import { isNoId } from '#shared/domain/ids';
import { isObject } from '#shared/domain/is-object';
import type { Row, View } from '#shared/contract/records';
import { sumDecimals } from '#shared/domain/money';
import { dayOf, isNoDate } from '#shared/domain/time';
import { exceeds, remaining } from '#shared/domain/invoice-total';
import { linesOf } from '#shared/domain/nested-values';
import { core } from '../../client/client';
import { detailsSoon } from '../session/details-soon';
import { type FormChild, knownDecimal, type LineFacts, UNKNOWN_COUNT } from '../session/form-values';

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';

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
    number: textOf(values.order_no),
    companyId: textOf(company.company_id).replace(/^0$/, ''),
    companyName: textOf(company.name),
    currency: textOf(values.currency),
    rate: knownDecimal(values.exchange_rate),
    rateUsd: knownDecimal(values.exchange_rate_usd),
    lines,
    hasLineIds: lines.some((line) => textOf(line.unique_id) !== ''),
  };
};

const ORDERS_A_PAGE = 500;
const MOST_ORDERS = 10_000;
/** A picker draws this many at once; typing finds the others. */
export const MOST_ORDERS_SHOWN = 200;

/** A company's orders, newest first, with what `orderLabel` shows. A large customer has more than a page. */
export const ordersOf = async (companyId: string): Promise<Row[]> => {
  const view: View = { resource: 'order', filters: [{ field: 'company', op: 'in', values: [companyId] }] };
  const columns = ['order_no', 'name', 'account_date'];
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
    textOf(values.order_no ?? id),
    textOf(values.name),
    isNoDate(values.account_date) ? '' : dayOf(textOf(values.account_date)),
  ]
    .filter(Boolean)
    .join(' · ');

const sameLine = (
  invoiced: Record<string, unknown>,
  orderId: string,
  line: Record<string, unknown>,
): boolean => {
  if (textOf(invoiced.order_id) !== orderId) return false;
  const [lineId, own] = [textOf(invoiced.order_record_id), textOf(line.unique_id)];
  if (lineId !== '' && lineId !== '0' && own !== '') return lineId === own;
  return (
    textOf(invoiced.product_id) === textOf(line.product_id) && textOf(invoiced.sku_id) === textOf(line.sku_id)
  );
};

interface InvoicedLines {
  lines: Record<string, unknown>[];
  /** False if the lines of some invoice that may name the order are not on this computer. */
  isComplete: boolean;
}

/**
 * The lines of all invoices of the order on this computer, including pending ones. Requests the lines that are
 * not there once and waits only a moment.
 */
const invoicedLines = async (orderId: string, fetchDetail: boolean): Promise<InvoicedLines> => {
  const unread = (await core.money.order({ id: orderId }))?.unread;
  if (fetchDetail && unread !== undefined && unread.invoiceIds.length > 0) {
    await Promise.all(unread.invoiceIds.map((id) => detailsSoon('outboundInvoice', id)));
    return await invoicedLines(orderId, false);
  }
  const { lines, isWhole } = await storedLines(orderId, []);
  return { lines, isComplete: isWhole && (unread?.invoices ?? 0) === 0 };
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
  const records = await Promise.all(
    rows
      .filter(({ id }) => !exceptIds.includes(id))
      .map(({ id }) => core.records.get({ resource: 'outboundInvoice', id })),
  );
  return {
    lines: records.flatMap((record) => linesOf(record?.values.record_list)),
    isWhole: rows.length >= (related?.total ?? 0),
  };
};

export interface OrderLine {
  child: FormChild;
  facts: LineFacts;
  left: string | null;
}

/** Returns true if it is unknown how much of the line other invoices have. */
export const isInvoicedUnknown = ({ facts }: Pick<FormChild, 'facts'>): boolean =>
  facts?.invoiced === UNKNOWN_COUNT;

/** An order's line that is invoiced beyond the ordered quantity. All three are decimals. */
export interface OverOrdered {
  product: string;
  ordered: string;
  /** The quantity in other invoices. */
  before: string;
  /** The quantity in this invoice. */
  now: string;
}

/**
 * The lines of an invoice that exceed the ordered quantity, together with other invoices. `exceptIds` are the
 * ids of the invoice itself, if it is edited. From disk only; orders and invoices that are not on this computer
 * are not checked.
 */
export const overOrderedIn = async (
  children: readonly FormChild[],
  exceptIds: readonly string[],
): Promise<OverOrdered[]> => {
  const lines = children.filter((item) => !item.remove).map(({ fields }): Record<string, unknown> => fields);
  const orderIds = new Set(
    lines.map((line) => textOf(line.order_id)).filter((id) => id !== '' && id !== '0'),
  );
  const over: OverOrdered[] = [];
  for (const id of orderIds) {
    const order = await orderFacts(id, false);
    if (order === null) continue;
    const { lines: others } = await storedLines(id, exceptIds);
    const countIn = (from: readonly Record<string, unknown>[], line: Record<string, unknown>): string =>
      sumDecimals(
        from
          .filter((other) => sameLine(other, id, line))
          .map((other) => knownDecimal(other.outbound_count) || '0'),
      );
    for (const line of order.lines) {
      const [ordered, now, before] = [knownDecimal(line.count), countIn(lines, line), countIn(others, line)];
      if (exceeds(now, '0') && exceeds(sumDecimals([now, before]), ordered))
        over.push({ product: productOf(line), ordered, before, now });
    }
  }
  return over;
};
const productOf = (line: Record<string, unknown>): string =>
  textOf(line.product_name) || textOf(line.product_cn_name) || `#${textOf(line.product_id)}`;

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
      textOf(line.product_name) === '' ||
      textOf(line.product_model) === '' ||
      (textOf(line.product_unit) === '' && textOf(line.unit) === ''),
  );
  const ids = [...new Set(lacking.map((line) => textOf(line.product_id)))].filter((id) => !isNoId(id));
  const records = await Promise.all(ids.map((id) => core.records.get({ resource: 'product', id })));
  return new Map(records.flatMap((record) => (record === null ? [] : [[record.id, record.values] as const])));
};

/**
 * Every line of the order as a new invoice line; `left` is the quantity that is not invoiced yet. It is null if
 * the ordered or the invoiced quantity is unknown. If the invoiced one is, the new line has no quantity.
 */
export const orderLinesOf = async (order: OrderFacts): Promise<OrderLine[]> => {
  const { lines: taken, isComplete } = await invoicedLines(order.id, true);
  const products = await productsOf(order.lines);
  return order.lines.map((line) => {
    const known = products.get(textOf(line.product_id)) ?? {};
    const invoiced = sumDecimals(
      taken
        .filter((other) => sameLine(other, order.id, line))
        .map((other) => knownDecimal(other.outbound_count) || '0'),
    );
    const ordered = knownDecimal(line.count);
    const left = isComplete ? remaining(ordered, invoiced) : null;
    const count = isComplete ? (left ?? ordered) : '';
    const facts: LineFacts = {
      product: textOf(line.product_name) || textOf(line.product_cn_name) || textOf(known.name),
      number: textOf(line.product_no) || textOf(line.sku_code) || textOf(known.product_no),
      unit: textOf(line.product_unit) || textOf(line.unit) || textOf(known.unit),
      name: textOf(line.product_name) || textOf(known.name),
      cnName: textOf(line.product_cn_name) || textOf(known.cn_name),
      model: textOf(line.product_model) || textOf(known.model),
      orderNo: order.number,
      ordered,
      invoiced: isComplete ? invoiced : UNKNOWN_COUNT,
    };
    const ids = {
      product_id: textOf(line.product_id),
      sku_id: textOf(line.sku_id),
      order_id: order.id,
      ...(textOf(line.unique_id) === '' ? {} : { order_record_id: textOf(line.unique_id) }),
    };
    return {
      facts,
      left,
      child: {
        ref: `local:${crypto.randomUUID()}`,
        facts,
        fields: { ...ids, outbound_count: count, sale_price: knownDecimal(line.unit_price) },
      },
    };
  });
};
