/**
 * Ordered, invoiced, received and owed, per currency, computed exactly from the cached documents. Owed is
 * invoiced minus received, rounded to the currency's decimals: an invoice may have prices of four decimals,
 * but nobody pays a part of a cent. Receipts cover invoices in order of their dates; the oldest uncovered invoice
 * gives the date of the debt. A draft receipt (status 1) does not count as received.
 *
 * It does not: know of the outbox, nor convert between currencies.
 */
import { linesOf } from '#shared/domain/nested-values';
import type { CurrencyMoney } from '#shared/contract/money';
import { CURRENCY_CODES } from '#shared/domain/currency';
import { placesOf, roundToCurrency, sumDecimals, toDecimal } from '#shared/domain/money';
import { RECEIPT_DRAFT, isReceiptDraft, orderOfAllocation } from '#shared/domain/receipts';
import { isNoDate } from '#shared/domain/time';
import { STATE, docTable, quoted, rowTable } from '../schema/catalogue';
import { textOf } from '../write/column-values';
import { filterCondition } from '../views/filter-sql';
import type { RecordReader } from './record-reader';
import type { StatementCache } from '../schema/statement-cache';
import { parseDetail, parseDocument } from '../schema/stored-document';

type Kind = 'order' | 'outboundInvoice' | 'receipt';
interface KindFields {
  company: string;
  amount: string;
  day: string;
}
const FIELDS: Readonly<Record<Kind, KindFields>> = {
  order: { company: 'company$id', amount: 'amount', day: 'account_date' },
  outboundInvoice: {
    company: 'company_info$id',
    amount: 'product_total_amount',
    day: 'warehouse_invoice_time',
  },
  receipt: { company: 'company_info$id', amount: 'amount', day: 'collection_date' },
};
const KINDS: readonly Kind[] = ['order', 'outboundInvoice', 'receipt'];

interface Amount {
  kind: Kind;
  currency: string;
  amount: string;
  /** Server day; `''` if the document has none. */
  day: string;
}

const negated = (decimal: string): string => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`);
export const less = (a: string, b: string): string => sumDecimals([a, negated(b)]);
const isPositive = (decimal: string): boolean => !decimal.startsWith('-') && Number(decimal) !== 0;
/** `invoiced` minus `received`, rounded to what can be paid. */
const owedOf = (invoiced: string, received: string, currency: string): string =>
  roundToCurrency(less(invoiced, received), currency);

/**
 * The day of the first invoice that is not covered by `received`; invoices without a day come last. A part of
 * a cent is covered.
 */
const uncoveredSince = (invoices: readonly Amount[], received: string, currency: string): string | null => {
  const inOrder = invoices.toSorted((a, b) => (a.day || '9').localeCompare(b.day || '9'));
  let upTo = '0';
  for (const { amount, day } of inOrder) {
    upTo = sumDecimals([upTo, amount]);
    if (isPositive(owedOf(upTo, received, currency))) return day === '' ? null : day;
  }
  return null;
};

/** Adds the amounts of documents per currency. Pure. */
export const moneyOf = (amounts: readonly Amount[]): CurrencyMoney[] =>
  [...new Set(amounts.map(({ currency }) => currency))].toSorted().map((currency) => {
    const of = (kind: Kind): Amount[] =>
      amounts.filter((one) => one.kind === kind && one.currency === currency);
    const sum = (kind: Kind): string => sumDecimals(of(kind).map(({ amount }) => amount));
    const [invoiced, received] = [sum('outboundInvoice'), sum('receipt')];
    const owed = owedOf(invoiced, received, currency);
    return {
      currency,
      ordered: sum('order'),
      invoiced,
      received,
      owed,
      since: isPositive(owed) ? uncoveredSince(of('outboundInvoice'), received, currency) : null,
    };
  });

type Values = Readonly<Record<string, unknown>>;
type OwedRow = [id: string, name: string | null, currency: string, millionths: string, since: string];
export const currencyOf = (values: Values): string => textOf(values.currency)?.trim() ?? '';
const dayOf = (value: unknown): string => (isNoDate(value) ? '' : String(value).slice(0, 10));

interface OrderMoney {
  currencies: CurrencyMoney[];
  unread: { invoices: number; receipts: number; invoiceIds: string[] };
}
/** More ids of unread documents are only counted. */
const MOST_NAMED = 20;
/** Services send times of 1970 where there is none (contract B, Values). */
const NO_DATE_BELOW = '1971';

export class Money {
  readonly #sql: StatementCache;
  readonly #reader: (resource: Kind) => RecordReader;

  constructor(sql: StatementCache, reader: (resource: Kind) => RecordReader) {
    this.#sql = sql;
    this.#reader = reader;
  }

  company(id: string): { currencies: CurrencyMoney[]; drafts: number; withoutAmount: number } {
    const amounts: Amount[] = [];
    let [drafts, withoutAmount] = [0, 0];
    for (const kind of KINDS) {
      const { amount: field, day } = FIELDS[kind];
      for (const { values } of this.#reader(kind).rows(this.#rowsOf(kind, id), [
        'currency',
        field,
        day,
        'create_time',
        'status',
      ])) {
        const amount = toDecimal(values[field]);
        if (kind === 'receipt' && isReceiptDraft(values.status)) drafts += 1;
        else if (amount === undefined) withoutAmount += 1;
        else
          amounts.push({
            kind,
            currency: currencyOf(values),
            amount,
            day: dayOf(values[day]) || dayOf(values.create_time),
          });
      }
    }
    return { currencies: moneyOf(amounts), drafts, withoutAmount };
  }

  order(id: string): OrderMoney | null {
    const rowId = this.#sql.pluck<number>(`SELECT row_id FROM ${rowTable('order')} WHERE id = ?`).get(id);
    if (rowId === undefined) return null;
    const [order] = this.#reader('order').rows(
      [rowId],
      ['currency', 'amount', 'account_date', 'create_time'],
    );
    if (!order) return null;
    const amount = toDecimal(order.values.amount);
    const ordered: Amount[] =
      amount === undefined
        ? []
        : [
            {
              kind: 'order',
              currency: currencyOf(order.values),
              amount,
              day: dayOf(order.values.account_date),
            },
          ];
    const company =
      this.#sql
        .pluck<string | null>(`SELECT ${quoted('company$id')} FROM ${rowTable('order')} WHERE row_id = ?`)
        .get(rowId) ?? null;
    const made = isNoDate(order.values.create_time) ? '' : String(order.values.create_time);
    const unread = (kind: 'outboundInvoice' | 'receipt'): string[] =>
      company === null ? [] : this.#unread(kind, company, { id, made });
    const invoices = unread('outboundInvoice');
    return {
      currencies: moneyOf([
        ...ordered,
        ...this.#linesOfOrder('outboundInvoice', id),
        ...this.#linesOfOrder('receipt', id),
      ]),
      unread: {
        invoices: invoices.length,
        receipts: unread('receipt').length,
        invoiceIds: invoices.slice(0, MOST_NAMED),
      },
    };
  }

  /** Customers who owe money, the longest debt first. The totals include all of them. */
  owed(person: string | null, limit: number) {
    const owner =
      person === null
        ? { sql: '1', params: [] }
        : filterCondition('company', { field: 'user_id', op: 'in', values: [person] });
    const found = this.#sql.raw<OwedRow>(owedSql(owner.sql)).all(...owner.params);
    const rows = found
      .map(([id, name, currency, millionths, since]) => ({
        id,
        name: name || id,
        currency,
        millionths: payable(BigInt(millionths), currency),
        since,
      }))
      .filter(({ millionths }) => millionths > 0n);
    const totals = new Map<string, { millionths: bigint; customers: number }>();
    for (const { currency, millionths } of rows) {
      const total = totals.get(currency) ?? { millionths: 0n, customers: 0 };
      totals.set(currency, {
        millionths: total.millionths + millionths,
        customers: total.customers + 1,
      });
    }
    return {
      totals: [...totals]
        .map(([currency, { millionths, customers }]) => ({
          currency,
          owed: decimalOf(millionths),
          customers,
        }))
        .toSorted((a, b) => b.customers - a.customers || (a.currency < b.currency ? -1 : 1)),
      customers: rows.slice(0, limit).map(({ id, name, currency, millionths, since }) => ({
        id,
        name,
        currency,
        owed: decimalOf(millionths),
        since: since === NO_DAY ? null : since.slice(0, 10),
      })),
    };
  }

  #rowsOf(kind: Kind, company: string): number[] {
    return this.#sql
      .pluck<number>(
        `SELECT row_id FROM ${rowTable(kind)} WHERE state = ${STATE.live} AND ${quoted(FIELDS[kind].company)} = ?`,
      )
      .all(company);
  }

  #linesOfOrder(kind: 'outboundInvoice' | 'receipt', orderId: string): Amount[] {
    const rows = this.#sql
      .raw<[raw: string, detail: string | null, currency: string | null]>(
        `SELECT d.raw, d.detail, r.currency FROM document_link l
          JOIN ${rowTable(kind)} r ON r.row_id = l.row_id AND r.state = ${STATE.live}
          JOIN ${docTable(kind)} d ON d.row_id = l.row_id WHERE l.resource = ? AND l.target = ?`,
      )
      .all(kind, orderId);
    // E4 gives the currency as an ISO number, the list as a code. The code of the list is used.
    return rows.flatMap(([raw, detail, currency]) => {
      const document: Values = { ...parseDocument(raw), ...parseDetail(detail) };
      if (kind === 'receipt' && isReceiptDraft(document.status)) return [];
      return linesOf(document.record_list).flatMap((line: Values): Amount[] => {
        const amount = kind === 'receipt' ? receivedFor(line, orderId) : invoicedFor(line, orderId);
        if (amount === undefined) return [];
        const day = dayOf(document[FIELDS[kind].day]) || dayOf(document.create_time);
        return [{ kind, currency: currencyOf({ currency: currency ?? document.currency }), amount, day }];
      });
    });
  }

  /**
   * Ids of the customer's documents whose lines are not stored and may name the order, newest first. A document
   * that was last changed before the order was made cannot name it. Nor can one whose lines, when they were
   * stored, named other orders only.
   */
  #unread(
    kind: 'outboundInvoice' | 'receipt',
    company: string,
    order: { id: string; made: string },
  ): string[] {
    const linksOf = `SELECT 1 FROM document_link l WHERE l.resource = ? AND l.row_id = r.row_id`;
    return this.#sql
      .pluck<string>(
        `SELECT r.id FROM ${rowTable(kind)} r JOIN ${docTable(kind)} d ON d.row_id = r.row_id
          WHERE r.state = ${STATE.live} AND r.${quoted(FIELDS[kind].company)} = ? AND r.detail_at IS NULL
            AND d.raw ->> '$.record_list' IS NULL
            AND NOT (coalesce(r.update_time, '') > '${NO_DATE_BELOW}' AND r.update_time < ?)
            AND (EXISTS (${linksOf} AND l.target = ?) OR NOT EXISTS (${linksOf}))
          ORDER BY r.update_time DESC, r.row_id DESC`,
      )
      .all(company, order.made, kind, order.id, kind)
      .map(String);
  }
}

const invoicedFor = (line: Values, orderId: string): string | undefined =>
  textOf(line.order_id) === orderId ? toDecimal(line.product_amount) : undefined;
const receivedFor = (line: Values, orderId: string): string | undefined =>
  orderOfAllocation(line) === orderId ? toDecimal(line.cash_collection_amount) : undefined;

/** Sorts after every day. */
const NO_DAY = '9';
const PLACES = 6;

/** The smallest number of millionths that is rounded up to an amount of `places` decimals. */
const leastPayable = (places: number): number => 10 ** (PLACES - places) / 2;

/**
 * SQL: a number of millionths of `i.currency` is rounded to an amount above 0. Nearly every row is decided by
 * the first two comparisons, because the list of currencies takes longer than the rest of the query.
 */
const isPayableSql = (millionths: string): string => {
  const all = [...new Set(CURRENCY_CODES.map(placesOf))];
  const codes = (places: number): string =>
    CURRENCY_CODES.filter((code) => placesOf(code) === places)
      .map((code) => `'${code}'`)
      .join(', ');
  const cases = all
    .filter((places) => places !== placesOf(''))
    .map((places) => `WHEN i.currency IN (${codes(places)}) THEN ${leastPayable(places)}`);
  return `(${millionths} >= ${leastPayable(Math.min(...all))} OR (${millionths} > 0
      AND ${millionths} >= CASE ${cases.join(' ')} ELSE ${leastPayable(placesOf(''))} END))`;
};
const IS_UNCOVERED = isPayableSql('(i.up_to - coalesce(p.amount, 0))');

/** Rounds a positive number of millionths to the decimals of the currency. */
const payable = (millionths: bigint, currency: string): bigint => {
  const unit = 10n ** BigInt(PLACES - placesOf(currency));
  return ((millionths + unit / 2n) / unit) * unit;
};

/** Decimal text of a number of millionths. */
const decimalOf = (millionths: bigint): string => {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(PLACES + 1, '0');
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
  return millionths < 0n ? `-${text}` : text;
};

/**
 * Adds whole millionths, because sums of floats are not exact. Amounts have at most six places, and a 64-bit
 * sum can hold nine million millions.
 */
const owedSql = (owner: string): string => {
  const company = quoted('company_info$id');
  const day = `coalesce(nullif(${quoted('warehouse_invoice_time')}, ''), create_time, '${NO_DAY}')`;
  const millionths = (amount: string): string => `CAST(round(coalesce(${amount}, 0) * 1000000) AS INTEGER)`;
  const each = `PARTITION BY ${company}, coalesce(currency, '')`;
  return `
    WITH received AS (
      SELECT ${company} AS company, coalesce(currency, '') AS currency, sum(${millionths('amount')}) AS amount
        FROM ${rowTable('receipt')}
        WHERE state = ${STATE.live} AND ${company} IS NOT NULL AND coalesce(status, 0) <> ${RECEIPT_DRAFT}
        GROUP BY 1, 2
    ), invoiced AS (
      SELECT ${company} AS company, coalesce(currency, '') AS currency, ${day} AS day,
          sum(${millionths('product_total_amount')}) OVER (${each} ORDER BY ${day}, row_id) AS up_to,
          sum(${millionths('product_total_amount')}) OVER (${each}) AS amount
        FROM ${rowTable('outboundInvoice')}
        WHERE state = ${STATE.live} AND ${company} IS NOT NULL
    )
    SELECT r.id, r.name, i.currency, CAST(max(i.amount) - coalesce(max(p.amount), 0) AS TEXT), min(i.day)
      FROM invoiced i
      JOIN ${rowTable('company')} r ON r.id = i.company AND r.state = ${STATE.live}
      LEFT JOIN received p ON p.company = i.company AND p.currency = i.currency
      WHERE ${IS_UNCOVERED} AND (${owner})
      GROUP BY i.company, i.currency
      HAVING max(i.amount) > coalesce(max(p.amount), 0)
      ORDER BY min(i.day), r.id`;
};
