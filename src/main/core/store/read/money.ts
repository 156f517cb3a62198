/**
 * Ordered, invoiced, received and owed, per currency, computed exactly from the cached documents. Owed is
 * invoiced minus received, rounded to the currency's decimals: an invoice may have prices of four decimals,
 * but nobody pays a part of a cent. Receipts cover invoices in order of their dates; the oldest uncovered invoice
 * gives the date of the debt. A draft receipt (status 1) does not count as received, nor a draft order as ordered.
 *
 * It does not: know of the outbox, nor convert between currencies.
 */
import Big from 'big.js';
import { linesOf } from '#shared/domain/nested-values';
import type { CurrencyMoney } from '#shared/contract/money';
import { currencyCode } from '#shared/domain/currency';
import { sumDecimals, toDecimal } from '#shared/domain/money';
import { isReceiptDraft, orderOfAllocation, receivedBy } from '#shared/domain/receipts';
import { isNoDate } from '#shared/domain/time';
import { STATE, docTable, quoted, rowTable } from '../schema/catalogue';
import { NO_UPDATE_SENT } from '../schema/update-sent';
import { textOf } from '../write/column-values';
import { displayValues } from './display-values';
import { isDraftSql } from './is-draft-sql';
import { type Amount, MONEY_FIELDS, MONEY_KINDS, type MoneyKind, moneyOf } from './money-of';
import { OwedList } from './owed-list';
import type { RecordReader } from './record-reader';
import type { StatementCache } from '../schema/statement-cache';

type Values = Readonly<Record<string, unknown>>;
export const currencyOf = (values: Values): string => currencyCode(textOf(values.currency));
const dayOf = (value: unknown): string => (isNoDate(value) ? '' : String(value).slice(0, 10));

/** The money of a customer, and the number of documents that it leaves out. */
export interface CompanyMoney {
  currencies: CurrencyMoney[];
  /** Draft receipts. */
  drafts: number;
  draftOrders: number;
  withoutAmount: number;
}
interface OrderMoney {
  currencies: CurrencyMoney[];
  unread: { invoices: number; receipts: number; invoiceIds: string[] };
  withoutAmount: { count: number; receiptIds: string[] };
}
/** What the documents of one kind say of an order. */
interface Named {
  amounts: Amount[];
  /** The ids of those that name the order without an amount for it. */
  withoutAmount: string[];
}
/** What is read of a document for the amounts of an order. */
const LINE_FIELDS = {
  outboundInvoice: [
    'record_list',
    'currency',
    'discount',
    MONEY_FIELDS.outboundInvoice.amount,
    MONEY_FIELDS.outboundInvoice.day,
    'create_time',
  ],
  receipt: ['record_list', 'currency', MONEY_FIELDS.receipt.day, 'create_time', 'status'],
};
/** More ids of documents are only counted. */
const MOST_NAMED = 20;

export class Money {
  readonly #sql: StatementCache;
  readonly #reader: (resource: MoneyKind) => RecordReader;

  constructor(sql: StatementCache, reader: (resource: MoneyKind) => RecordReader) {
    this.#sql = sql;
    this.#reader = reader;
  }

  company(id: string): CompanyMoney {
    const { amounts, ...left } = this.#amountsOf(id, MONEY_KINDS);
    return { currencies: moneyOf(amounts), ...left };
  }

  #amountsOf(
    id: string,
    kinds: readonly MoneyKind[],
  ): Omit<CompanyMoney, 'currencies'> & { amounts: Amount[] } {
    const amounts: Amount[] = [];
    let [drafts, draftOrders, withoutAmount] = [0, 0, 0];
    for (const kind of kinds) {
      const { amount: field, day } = MONEY_FIELDS[kind];
      for (const { values, draft } of this.#reader(kind).rows(this.#rowsOf(kind, id), [
        'currency',
        field,
        day,
        'create_time',
        'status',
      ])) {
        const amount = toDecimal(values[field]);
        if (kind === 'receipt' && isReceiptDraft(values.status)) drafts += 1;
        else if (draft === true) draftOrders += 1;
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
    return { amounts, drafts, draftOrders, withoutAmount };
  }

  order(id: string): OrderMoney | null {
    const rowId = this.#sql.pluck<number>(`SELECT row_id FROM ${rowTable('order')} WHERE id = ?`).get(id);
    if (rowId === undefined) return null;
    const [order] = this.#reader('order').rows(
      [rowId],
      ['currency', 'amount', 'account_date', 'create_time', 'update_time'],
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
    const made = madeBefore(order.values);
    const unread = (kind: 'outboundInvoice' | 'receipt'): string[] =>
      company === null ? [] : this.#unread(kind, company, { id, made });
    const unreadInvoices = unread('outboundInvoice');
    const invoices = this.#linesOfOrder('outboundInvoice', id, currencyOf(order.values));
    const receipts = this.#linesOfOrder('receipt', id, currencyOf(order.values));
    return {
      currencies: moneyOf([...ordered, ...invoices.amounts, ...receipts.amounts]),
      unread: {
        invoices: unreadInvoices.length,
        receipts: unread('receipt').length,
        invoiceIds: unreadInvoices.slice(0, MOST_NAMED),
      },
      withoutAmount: {
        count: Number(amount === undefined) + invoices.withoutAmount.length + receipts.withoutAmount.length,
        receiptIds: receipts.withoutAmount.slice(0, MOST_NAMED),
      },
    };
  }

  owed(person: string | null, limit: number) {
    return new OwedList(this.#sql, (id) => this.#amountsOf(id, ['outboundInvoice', 'receipt']).amounts).of(
      person,
      limit,
    );
  }

  #rowsOf(kind: MoneyKind, company: string): number[] {
    return this.#sql
      .pluck<number>(
        `SELECT row_id FROM ${rowTable(kind)} WHERE state = ${STATE.live} AND ${quoted(MONEY_FIELDS[kind].company)} = ?`,
      )
      .all(company);
  }

  #linesOfOrder(kind: 'outboundInvoice' | 'receipt', orderId: string, ordered: string): Named {
    const rows = this.#sql
      .raw<[id: string, raw: string, detail: string | null, currency: string | null]>(
        `SELECT r.id, d.raw, d.detail, r.currency FROM document_link l
          JOIN ${rowTable(kind)} r ON r.row_id = l.row_id AND r.state = ${STATE.live}
          JOIN ${docTable(kind)} d ON d.row_id = l.row_id WHERE l.resource = ? AND l.target = ?`,
      )
      .all(kind, orderId);
    const found: Named = { amounts: [], withoutAmount: [] };
    for (const [id, raw, detail, currency] of rows) {
      const document: Values = displayValues(kind, raw, detail, LINE_FIELDS[kind]);
      if (kind === 'receipt' && isReceiptDraft(document.status)) continue;
      // E4 gives the currency as an ISO number, the list as a code. The code of the list is used.
      const code = currencyOf({ currency: currency ?? document.currency });
      const day = dayOf(document[MONEY_FIELDS[kind].day]) || dayOf(document.create_time);
      const lines: Values[] = linesOf(document.record_list);
      const own = lines.filter((line) => orderNamedBy(kind, line) === orderId);
      const amountOf = (line: Values): string | undefined =>
        kind === 'receipt' ? receivedBy(line, code === ordered) : toDecimal(line.product_amount);
      const known = own.flatMap((line) => amountOf(line) ?? []);
      if (known.length < own.length) found.withoutAmount.push(id);
      const amounts = kind === 'receipt' ? known : withDiscount(known, document, lines);
      for (const amount of amounts) found.amounts.push({ kind, currency: code, amount, day });
    }
    return found;
  }

  /**
   * Ids of the customer's documents that may name the order and whose lines are not stored, or are older than the
   * document. Newest first. Left out are documents that cannot name the order: those last changed before the order was
   * made, and those whose stored lines named only other orders. So are draft receipts: nothing was received.
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
          WHERE r.state = ${STATE.live} AND r.${quoted(MONEY_FIELDS[kind].company)} = ?
            AND (r.detail_at IS NULL OR (r.wants_detail = 1 AND ${OUTDATED}))
            AND d.raw ->> '$.record_list' IS NULL
            AND coalesce(max(${SENT_UPDATE}, coalesce(r.create_time, '')) >= ?, 1)
            AND (EXISTS (${linksOf} AND l.target = ?) OR NOT EXISTS (${linksOf}))
            AND NOT ${isDraftSql(kind)}
          ORDER BY r.update_time DESC, r.row_id DESC`,
      )
      .all(company, order.made, kind, order.id, kind)
      .map(String);
  }
}

/**
 * SQL: the update time that the service sent, or NULL. A creation time does not prove that the document was
 * never changed.
 */
const SENT_UPDATE = `iif(${NO_UPDATE_SENT}, NULL, d.raw ->> '$.update_time')`;

/**
 * SQL: the details are older than the list item. Details that were read in the second of the change are wanted
 * again, but are not older.
 */
const OUTDATED = `coalesce(d.detail ->> '$.update_time' < ${SENT_UPDATE}, 1)`;

/**
 * A server time at which the order existed; `''` if it has none. A service may give a creation that is later than the
 * last change (contract B).
 */
const madeBefore = ({ create_time: created, update_time: updated }: Values): string => {
  if (isNoDate(created)) return '';
  return !isNoDate(updated) && String(updated) < String(created) ? String(updated) : String(created);
};

/** The id of the order that a line of an invoice or a receipt is for; null if it is for none. */
const orderNamedBy = (kind: 'outboundInvoice' | 'receipt', line: Values): string | null =>
  kind === 'receipt' ? orderOfAllocation(line) : textOf(line.order_id);

/**
 * `own`: the amounts of the lines that name the order. A discount applies to the whole invoice, so the lines share it
 * in proportion: the orders of an invoice add up to its total, as the customer's money counts it.
 */
const withDiscount = (
  own: readonly string[],
  invoice: Values,
  lines: readonly Values[],
): readonly string[] => {
  const all = lines.flatMap((line) => toDecimal(line.product_amount) ?? []);
  const total = toDecimal(invoice[MONEY_FIELDS.outboundInvoice.amount]);
  const products = sumDecimals(all);
  const isDiscounted = Number(toDecimal(invoice.discount) ?? 0) !== 0;
  if (own.length === 0 || !isDiscounted || total === undefined) return own;
  if (all.length < lines.length || Number(products) === 0) return own;
  return [new Big(sumDecimals(own)).times(total).div(products).round(4).toFixed()];
};
