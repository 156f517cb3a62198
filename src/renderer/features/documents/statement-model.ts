/**
 * A company's statement: what was ordered, invoiced and received in a period, with totals per currency by
 * decimal arithmetic. Pure.
 */
import type { Row, View } from '#shared/contract/records';
import { sumDecimals, toDecimal } from '#shared/domain/money';

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
    columns: ['order_no', 'name', 'account_date', 'currency', 'amount', 'end_status'],
  },
  outboundInvoice: {
    company: 'company_info',
    date: 'warehouse_invoice_time',
    number: 'serial_id',
    amount: 'product_total_amount',
    columns: ['serial_id', 'remark', 'warehouse_invoice_time', 'currency', 'product_total_amount', 'status'],
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
      'currency',
      'amount',
      'status',
    ],
  },
};

export interface Period {
  from: string;
  to: string;
}

const PERIOD = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;
/** A period as it stands in the address, `2026-01-01..2026-12-31`; undefined when it does not read. */
export const readPeriod = (text: string | undefined): Period | undefined => {
  const match = PERIOD.exec(text ?? '');
  return match ? { from: match[1] ?? '', to: match[2] ?? '' } : undefined;
};
export const formatPeriod = ({ from, to }: Period): string => `${from}..${to}`;

/** The records of a part, oldest first; empty ends are open. */
export const statementView = (part: StatementPart, companyId: string, { from, to }: Period): View => {
  const { company, date } = PART_SPECS[part];
  return {
    resource: part,
    sort: [{ field: date, direction: 'asc' }],
    filters: [
      { field: company, op: 'in', values: [companyId] },
      ...(from === '' && to === ''
        ? []
        : [
            {
              field: date,
              op: 'between' as const,
              ...(from === '' ? {} : { from }),
              ...(to === '' ? {} : { to }),
            },
          ]),
    ],
  };
};

/** A receipt that is only a draft (status 1) is no money received yet. */
export const isDraftReceipt = (part: StatementPart, row: Row): boolean =>
  part === 'receipt' && String(row.values.status) === '1';

export interface CurrencyTotals {
  currency: string;
  order: string;
  outboundInvoice: string;
  receipt: string;
  open: string;
}

/** Per currency, sorted by its code; `''` gathers what names none. `open` is invoiced less received. */
export const statementTotals = (rows: Readonly<Record<StatementPart, readonly Row[]>>): CurrencyTotals[] => {
  const sums = new Map<string, Record<StatementPart, string[]>>();
  for (const part of STATEMENT_PARTS) {
    for (const row of rows[part]) {
      const amount = toDecimal(row.values[PART_SPECS[part].amount]);
      if (amount === undefined || isDraftReceipt(part, row)) continue;
      const currency = typeof row.values.currency === 'string' ? row.values.currency : '';
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

const negated = (decimal: string): string => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`);

export const PERIOD_PRESETS = ['thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'last12', 'all'] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];

const day = (year: number, month: number, date: number): string => {
  const at = new Date(Date.UTC(year, month, date));
  return at.toISOString().slice(0, 10);
};

/** Days of a preset around `today`. */
export const presetPeriod = (preset: PeriodPreset, today: Date): Period => {
  const [y, m] = [today.getFullYear(), today.getMonth()];
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
      return { from: day(y - 1, m, today.getDate() + 1), to: day(y, m, today.getDate()) };
    case 'all':
      return { from: '', to: '' };
  }
};
