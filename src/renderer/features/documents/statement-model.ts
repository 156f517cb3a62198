/**
 * The statement of a company: what was ordered, invoiced and received in a period, with totals per currency
 * in decimal arithmetic. It counts delivered documents only; pending documents and changes are listed
 * separately. Days are days of the service. Pure.
 */
import type { Row, View } from '#shared/contract/records';
import { currencyCode } from '#shared/domain/currency';
import { isLocalRef } from '#shared/domain/intent';
import { negated, sumDecimals, toDecimal } from '#shared/domain/money';
import { isReceiptDraft } from '#shared/domain/receipts';
import { dayOf, formatServerTime, isNoDate } from '#shared/domain/time';
import { valueText } from '#shared/domain/value-text';
import type { DayRange } from '../../format/day-range';

export const STATEMENT_PARTS = ['order', 'outboundInvoice', 'receipt'] as const;
export type StatementPart = (typeof STATEMENT_PARTS)[number];

interface PartSpec {
  company: string;
  date: string;
  number: string;
  amount: string;
  columns: string[];
}
export const PART_SPECS: Readonly<Record<StatementPart, PartSpec>> = {
  order: {
    company: 'company',
    date: 'account_date',
    number: 'order_no',
    amount: 'amount',
    columns: ['order_no', 'name', 'account_date', 'create_time', 'currency', 'amount', 'end_status'],
  },
  outboundInvoice: {
    company: 'company_info',
    date: 'warehouse_invoice_time',
    number: 'serial_id',
    amount: 'product_total_amount',
    columns: [
      'serial_id',
      'remark',
      'warehouse_invoice_time',
      'create_time',
      'currency',
      'product_total_amount',
      'status',
    ],
  },
  receipt: {
    company: 'company_info',
    date: 'collection_date',
    number: 'cash_collection_invoice_no',
    amount: 'amount',
    columns: [
      'cash_collection_invoice_no',
      'type',
      'trade_no',
      'collection_date',
      'create_time',
      'currency',
      'amount',
      'status',
    ],
  },
};

/** It may be open at either end. */
export type Period = DayRange;

const PERIOD = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;
/** Parses a period of the address, `2026-01-01..2026-12-31`; undefined if the text is not a period. */
export const readPeriod = (text: string | undefined): Period | undefined => {
  const match = PERIOD.exec(text ?? '');
  return match ? { from: match[1] ?? '', to: match[2] ?? '' } : undefined;
};
export const formatPeriod = ({ from, to }: Period): string => `${from}..${to}`;

/**
 * Returns the view of all records of a part. The period is not a filter of the view, because a document
 * without its own date counts on the day of its creation: see `statementDay`.
 */
export const statementView = (part: StatementPart, companyId: string): View => {
  const { company, date } = PART_SPECS[part];
  return {
    resource: part,
    sort: [{ field: date, direction: 'asc' }],
    filters: [{ field: company, op: 'in', values: [companyId] }],
  };
};

/**
 * Returns the service's day of a document (`YYYY-MM-DD`): its own date, in the field `date`, otherwise the day
 * of its creation; `''` if it has neither. The document and the statement name the same day.
 */
export const documentDay = (values: Row['values'], date: string): string => {
  const time = [values[date], values.create_time].find((value) => !isNoDate(value));
  return time === undefined ? '' : dayOf(String(time));
};

/** Returns the day on which a document counts in the statement: see `documentDay`. */
export const statementDay = (part: StatementPart, { values }: Row): string =>
  documentDay(values, PART_SPECS[part].date);

/** A document without a day belongs only to the period that has neither a start nor an end. */
const isWithin = (day: string, { from, to }: Period): boolean =>
  (from === '' || day >= from) && (to === '' || (day !== '' && day <= to));

/** The number of a document; `''` for one that the service has not numbered yet. */
export const statementNumber = (part: StatementPart, { id, values }: Row): string => {
  const number = String(values[PART_SPECS[part].number] ?? '') || id;
  return isLocalRef(number) ? '' : number;
};

/** The currency of a document as the lists read it: a service may give a number (contract E4). */
export const statementCurrency = ({ values }: Row): string => currencyCode(valueText(values.currency));

/** A document, or a change of a delivered document, that the service does not have yet. */
export interface PendingDocument {
  part: StatementPart;
  row: Row;
  isNew: boolean;
}
export interface PartRows {
  delivered: Row[];
  pending: PendingDocument[];
}

/** The documents of a part as they were read. */
export interface ReadRows {
  /** The records without pending work. */
  stored: readonly Row[];
  /** The records with it, read afterwards. */
  shown: readonly Row[];
  /**
   * The stored records that `shown` lacks, with pending work: they wait to be moved to another customer, or were
   * moved. One that cannot be read any more is left out.
   */
  moved?: readonly Row[];
}

const isUndelivered = ({ pending }: Row): boolean =>
  pending?.intents.some(({ state }) => state !== 'applied') === true;

/**
 * Returns true if the pending change is visible on a statement. Other changes, such as of the owners, are
 * not.
 */
const isVisibleChange = (part: StatementPart, { pending }: Row): boolean =>
  pending?.fields.some((field) => field === 'record_list' || PART_SPECS[part].columns.includes(field)) ===
  true;

/**
 * Divides the documents of a period into delivered and pending ones, oldest first. A delivered document with a
 * pending change keeps its stored values, and the change is listed as pending. Work that is delivered but not stored
 * yet counts as delivered.
 */
export const partRows = (
  part: StatementPart,
  { stored, shown, moved = [] }: ReadRows,
  period: Period,
): PartRows => {
  const storedById = new Map(stored.map((row) => [row.id, row]));
  const delivered = new Map(storedById);
  const pending: PendingDocument[] = [];
  const isInPeriod = (row: Row): boolean => isWithin(statementDay(part, row), period);
  for (const row of shown) {
    const before = storedById.get(row.id);
    if (!isUndelivered(row)) delivered.set(row.id, row);
    else if (before === undefined || isVisibleChange(part, row))
      pending.push({ part, row, isNew: isLocalRef(row.id) });
  }
  for (const row of moved) {
    const before = storedById.get(row.id);
    if (!isUndelivered(row)) delivered.delete(row.id);
    else if (before !== undefined) pending.push({ part, row: before, isNew: false });
  }
  const byDay = (a: Row, b: Row): number => statementDay(part, a).localeCompare(statementDay(part, b));
  return {
    // A draft order is none of the customer's orders yet.
    delivered: [...delivered.values()].filter((row) => row.draft !== true && isInPeriod(row)).sort(byDay),
    pending: pending
      .filter(({ row }) => isInPeriod(row) || isInPeriod(storedById.get(row.id) ?? row))
      .sort((a, b) => byDay(a.row, b.row)),
  };
};

/** The amount of a pending document; empty if only the service can compute it. */
export const pendingAmount = ({ part, row }: PendingDocument): unknown => row.values[PART_SPECS[part].amount];

/** Returns true for a draft of a receipt; it is listed, but not added up. */
const isDraftReceipt = (part: StatementPart, row: Row): boolean =>
  part === 'receipt' && isReceiptDraft(row.values.status);

export interface CurrencyTotals {
  currency: string;
  order: string;
  outboundInvoice: string;
  receipt: string;
  open: string;
}

/**
 * Returns totals per currency, sorted by code; `''` contains documents without a currency. `open` is invoiced
 * minus received.
 */
export const statementTotals = (rows: Readonly<Record<StatementPart, readonly Row[]>>): CurrencyTotals[] => {
  const sums = new Map<string, Record<StatementPart, string[]>>();
  for (const part of STATEMENT_PARTS) {
    for (const row of rows[part]) {
      const amount = toDecimal(row.values[PART_SPECS[part].amount]);
      if (amount === undefined || isDraftReceipt(part, row)) continue;
      const currency = statementCurrency(row);
      const known = sums.get(currency) ?? { order: [], outboundInvoice: [], receipt: [] };
      known[part].push(amount);
      sums.set(currency, known);
    }
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, parts]) => {
      const invoiced = sumDecimals(parts.outboundInvoice);
      const received = sumDecimals(parts.receipt);
      return {
        currency,
        order: sumDecimals(parts.order),
        outboundInvoice: invoiced,
        receipt: received,
        open: sumDecimals([invoiced, negated(received)]),
      };
    });
};

export const PERIOD_PRESETS = ['thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'last12', 'all'] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

const day = (year: number, month: number, date: number): string =>
  dayOf(formatServerTime(Date.UTC(year, month, date)));

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Returns the days of a preset relative to `today`, a day of the service (`YYYY-MM-DD`). */
export const presetPeriod = (preset: PeriodPreset, today: string): Period => {
  const [y = 0, month = 1, d = 1] = today.split('-').map(Number);
  const m = month - 1;
  switch (preset) {
    case 'thisMonth':
      return { from: day(y, m, 1), to: day(y, m + 1, 0) };
    case 'lastMonth':
      return { from: day(y, m - 1, 1), to: day(y, m, 0) };
    case 'thisQuarter':
      return { from: day(y, m - (m % 3), 1), to: day(y, m - (m % 3) + 3, 0) };
    case 'thisYear':
      return { from: day(y, 0, 1), to: day(y, 11, 31) };
    case 'last12':
      // The day after the same day of last year; 29 February is 28 February there.
      return { from: day(y - 1, m, Math.min(d, daysIn(y - 1, m)) + 1), to: today };
    case 'all':
      return { from: '', to: '' };
  }
};
