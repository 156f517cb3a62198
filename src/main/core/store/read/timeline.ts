/**
 * The records of a company or a lead in one list by time, newest first. Each kind is read one page along its
 * own index, and the pages are merged. The total order is time, kind, row, so a keyset stays correct while
 * records are added or deleted. Guarantees: with any page size no record occurs twice and none is left out.
 *
 * It does not: know of the outbox (`handlers/timeline.ts` adds pending work).
 */
import type { KindFigures, PersonFigure, TimelineSubject } from '#shared/contract/timeline';
import { OWNERS } from '#shared/domain/fields';
import { sumDecimals, toDecimal } from '#shared/domain/money';
import type { SqlValue } from '../../ports/ports';
import { STATE, ftsTable, quoted, rowTable } from '../schema/catalogue';
import { idInteger } from '../write/column-values';
import { labelsOf } from '../views/facet-counts';
import { fieldSql } from '../views/field-sql';
import { isDraftSql } from './is-draft-sql';
import { currencyOf } from './money';
import type { RecordReader } from './record-reader';
import { matchQuery } from '../words/search-text';
import { ownersSql } from '../schema/owners-sql';
import { mustGet, type StatementCache } from '../schema/statement-cache';

/** The order of records with equal times. */
export const STORED_KINDS = ['trail', 'order', 'quotation', 'outboundInvoice', 'receipt'] as const;
export type StoredKind = (typeof STORED_KINDS)[number];

/** A place in the order; entries after it are older. */
export interface TimelinePlace {
  time: string;
  kind: number;
  row: number;
}
export interface TimelineFilter {
  kinds: readonly StoredKind[];
  person: string | null;
  text: string;
}
export interface StoredEntry {
  kind: StoredKind;
  place: TimelinePlace;
  id: string;
  values: Record<string, unknown>;
  /** True for a draft order. */
  draft?: boolean;
}

interface Source {
  /** The column with the company's id. `lead` is the column with the lead's id, if there is one. */
  company: string;
  lead?: string;
  amount?: string;
  /** The fields that an entry of the timeline shows. */
  columns: readonly string[];
}

const SOURCES: Readonly<Record<StoredKind, Source>> = {
  trail: {
    company: 'company_id',
    lead: 'lead_id',
    columns: [
      'type',
      'content',
      'create_time',
      'create_user_info',
      'customer_info',
      'lead_customer_info',
      'opportunity_info',
      'file_info',
      'comment_count',
    ],
  },
  order: {
    company: 'company$id',
    amount: 'amount',
    columns: [
      'order_no',
      'name',
      'amount',
      'currency',
      'account_date',
      'handler_info',
      'users_info',
      'shipping_status',
      'end_status',
      'create_time',
    ],
  },
  quotation: {
    company: 'company_id',
    amount: 'amount',
    columns: [
      'quotation_no',
      'name',
      'amount',
      'currency',
      'quotation_date',
      'approval_status',
      'create_user_info',
      'create_time',
    ],
  },
  outboundInvoice: {
    company: 'company_info$id',
    amount: 'product_total_amount',
    columns: [
      'serial_id',
      'product_total_amount',
      'currency',
      'warehouse_invoice_time',
      'status',
      'handler_info',
      'create_user_info',
      'create_time',
    ],
  },
  receipt: {
    company: 'company_info$id',
    amount: 'amount',
    columns: [
      'cash_collection_invoice_no',
      'amount',
      'currency',
      'collection_date',
      'status',
      'type',
      'handler_info',
      'create_user_info',
      'create_time',
    ],
  },
};

const TIME = "coalesce(r.create_time, r.update_time, '')";
/** A float keeps up to this many digits of a decimal. Longer amounts are read from the document. */
const EXACT_DIGITS = 15;

type Found = [rowId: number, time: string];
type FigureRow = [
  ...Found,
  owners: string | null,
  names: string | null,
  currency: string | null,
  amount: number | null,
];

export class Timeline {
  readonly #sql: StatementCache;
  readonly #reader: (resource: StoredKind) => RecordReader;

  constructor(sql: StatementCache, reader: (resource: StoredKind) => RecordReader) {
    this.#sql = sql;
    this.#reader = reader;
  }

  /** At most `limit` entries older than `after`, newest first. */
  page(
    subject: TimelineSubject,
    filter: TimelineFilter,
    after: TimelinePlace | null,
    limit: number,
  ): StoredEntry[] {
    const places = STORED_KINDS.flatMap((kind, rank) =>
      filter.kinds.includes(kind) ? this.#newest({ kind, rank }, { subject, filter, after, limit }) : [],
    );
    const wanted = places.sort((a, b) => comparePlaces(a.place, b.place)).slice(0, limit);
    return wanted.flatMap(({ kind, place }) =>
      this.#reader(kind)
        .rows([place.row], SOURCES[kind].columns)
        .map(({ id, values, draft }) => ({ kind, place, id, values, ...(draft === true ? { draft } : {}) })),
    );
  }

  figures(subject: TimelineSubject): { kinds: KindFigures[]; people: PersonFigure[] } {
    const people = new Map<string, { name: string | null; count: number }>();
    const kinds = STORED_KINDS.flatMap((kind): KindFigures[] => {
      const belongs = belongsTo(kind, subject);
      if (belongs === null) return [];
      const { amount } = SOURCES[kind];
      const owned = fieldSql(kind, OWNERS);
      const rows = this.#sql
        .raw<FigureRow>(
          `SELECT r.row_id, ${TIME}, ${owned.ids}, ${owned.names}, ${amount === undefined ? 'NULL, NULL' : `r.currency, ${amountSql(kind, amount)}`}
            FROM ${rowTable(kind)} r WHERE ${belongs.sql}`,
        )
        .all(...belongs.params);
      const sums = new Map<string, string[]>();
      let newest: { row: number; time: string } | null = null;
      for (const [row, time, owners, names, currency, value] of rows) {
        if (newest === null || time > newest.time || (time === newest.time && row > newest.row))
          newest = { row, time };
        const ids = owners === null ? [] : owners.slice(1, -1).split(',');
        const labels = labelsOf(ids.length, names ?? '');
        for (const [at, id] of ids.entries()) {
          const known = people.get(id);
          people.set(id, {
            name: known?.name ?? (labels?.[at] || null),
            count: (known?.count ?? 0) + 1,
          });
        }
        if (amount === undefined || value === null) continue;
        const key = currencyOf({ currency });
        const list = sums.get(key) ?? [];
        if (list.length === 0) sums.set(key, list);
        list.push(this.#exact(kind, amount, row, value));
      }
      return [
        {
          kind,
          count: rows.length,
          latest: newest && { id: this.#id(kind, newest.row), time: newest.time },
          sums: [...sums]
            .map(([currency, amounts]) => ({ currency, count: amounts.length, amount: sumDecimals(amounts) }))
            .sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1)),
        },
      ];
    });
    return {
      kinds,
      people: [...people].map(([id, person]) => ({ id, ...person })).sort((a, b) => b.count - a.count),
    };
  }

  /** The newest entries of one kind; `rank` is the place of the kind among entries of the same time. */
  #newest(
    { kind, rank }: { kind: StoredKind; rank: number },
    {
      subject,
      filter,
      after,
      limit,
    }: { subject: TimelineSubject; filter: TimelineFilter; after: TimelinePlace | null; limit: number },
  ): { kind: StoredKind; place: TimelinePlace }[] {
    const belongs = belongsTo(kind, subject);
    const match = filter.text.trim() === '' ? null : matchQuery(filter.text);
    // A text without a word finds nothing, not everything.
    if (belongs === null || (filter.text.trim() !== '' && match === null)) return [];
    const [where, params] = [[belongs.sql], [...belongs.params]];
    if (filter.person !== null) {
      where.push(`instr(${ownersSql(kind)}, ?) > 0`);
      params.push(`,${filter.person},`);
    }
    if (match !== null) {
      where.push(`r.row_id IN (SELECT rowid FROM ${ftsTable(kind)} WHERE ${ftsTable(kind)} MATCH ?)`);
      params.push(match);
    }
    if (after !== null) {
      where.push(
        rank === after.kind
          ? `(${TIME} < ? OR (${TIME} = ? AND r.row_id < ?))`
          : `${TIME} ${rank > after.kind ? '<=' : '<'} ?`,
      );
      params.push(...(rank === after.kind ? [after.time, after.time, after.row] : [after.time]));
    }
    const rows = this.#sql
      .raw<Found>(
        `SELECT r.row_id, ${TIME} AS time FROM ${rowTable(kind)} r WHERE ${where.join(' AND ')}
          ORDER BY time DESC, r.row_id DESC LIMIT ?`,
      )
      .all(...params, limit);
    return rows.map(([row, time]) => ({ kind, place: { time, kind: rank, row } }));
  }

  #exact(kind: StoredKind, amount: string, row: number, value: number): string {
    const text = String(value);
    if (text.replaceAll(/\D/g, '').length <= EXACT_DIGITS && !text.includes('e')) return text;
    return toDecimal(this.#reader(kind).rows([row], [amount])[0]?.values[amount]) ?? text;
  }

  #id(kind: StoredKind, row: number): string {
    return mustGet(this.#sql.pluck<string>(`SELECT id FROM ${rowTable(kind)} WHERE row_id = ?`), row);
  }
}

/** SQL for the amount that is added; NULL for a draft, because nothing was received or ordered yet. */
const amountSql = (kind: StoredKind, amount: string): string => {
  const column = `r.${quoted(amount)}`;
  const isDraft = isDraftSql(kind);
  return isDraft === '0' ? column : `CASE WHEN NOT ${isDraft} THEN ${column} END`;
};

/** Newest first; equal times by kind, then by row. Negative when `a` stands before `b`. */
export const comparePlaces = (a: TimelinePlace, b: TimelinePlace): number => {
  if (a.time === b.time) return a.kind - b.kind || b.row - a.row;
  return a.time > b.time ? -1 : 1;
};

/** The condition for records of a company or lead; null for kinds that never belong to one. */
const belongsTo = (
  kind: StoredKind,
  { resource, id }: TimelineSubject,
): { sql: string; params: SqlValue[] } | null => {
  const column = resource === 'company' ? SOURCES[kind].company : SOURCES[kind].lead;
  if (column === undefined) return null;
  // Ids of nested objects are stored as text, plain id columns as integers.
  const value = column.includes('$') ? id : idInteger(id);
  if (value === null) return { sql: '0', params: [] };
  return kind === 'trail' && resource === 'company'
    ? { sql: TRAIL_OF_COMPANY, params: [value, value] }
    : { sql: `r.state = ${STATE.live} AND r.${quoted(column)} = ?`, params: [value] };
};

/**
 * The trail of a company, with notes that name only one of its opportunities. Two look-ups, because SQLite would
 * scan the table for an OR over two columns.
 */
export const TRAIL_OF_COMPANY = `r.row_id IN (
  SELECT t.row_id FROM ${rowTable('trail')} t WHERE t.state = ${STATE.live} AND t.company_id = ?
  UNION ALL
  SELECT t.row_id FROM ${rowTable('opportunity')} o
    JOIN ${rowTable('trail')} t ON t.state = ${STATE.live} AND t.opportunity_id = o.opportunity_id
    WHERE o.state = ${STATE.live} AND o.company_id = ? AND t.company_id IS NULL)`;
