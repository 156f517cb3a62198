/** The relations between records. Each relation is one index look-up, newest first. */
import type { Row } from '#shared/contract/records';
import { isLocalRef } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import type { SqlValue } from '../../ports/ports';
import { CATALOGUE, STATE, quoted, rowTable } from '../schema/catalogue';
import { idInteger, textOf } from '../write/column-values';
import type { RecordReader } from './record-reader';
import { TRAIL_OF_COMPANY } from './timeline';
import { mustGet, type StatementCache } from '../schema/statement-cache';

/**
 * How a record is related to records of `to`: the value of `of` (a column of the record, or its id) equals
 * their `column`; the lines of documents link them, from an order to documents (`linksTo`) or from a document to orders
 * (`linkedBy`); or they are the trail of a company, with the notes about its opportunities (`notesOf`).
 */
export type Relation = { to: ResourceName } & (
  | { of: string; column: string }
  | { linksTo: true }
  | { linkedBy: true }
  | { notesOf: 'company' }
);

export const RELATIONS: Readonly<Record<ResourceName, readonly Relation[]>> = {
  company: [
    { to: 'trail', notesOf: 'company' },
    { to: 'order', of: 'id', column: 'company$id' },
    { to: 'quotation', of: 'id', column: 'company_id' },
    { to: 'outboundInvoice', of: 'id', column: 'company_info$id' },
    { to: 'receipt', of: 'id', column: 'company_info$id' },
    { to: 'collection', of: 'id', column: 'company_id' },
    { to: 'opportunity', of: 'id', column: 'company_id' },
  ],
  lead: [{ to: 'trail', of: 'id', column: 'lead_id' }],
  order: [
    { to: 'company', of: 'company$id', column: 'id' },
    { to: 'opportunity', of: 'opportunity_id', column: 'id' },
    { to: 'quotation', of: 'opportunity_id', column: 'opportunity_id' },
    { to: 'outboundInvoice', linksTo: true },
    { to: 'receipt', linksTo: true },
    { to: 'collection', of: 'id', column: 'order_id' },
    { to: 'trail', of: 'opportunity_id', column: 'opportunity_id' },
  ],
  quotation: [
    { to: 'company', of: 'company_id', column: 'id' },
    { to: 'opportunity', of: 'opportunity_id', column: 'id' },
    { to: 'order', of: 'opportunity_id', column: 'opportunity_id' },
    { to: 'trail', of: 'opportunity_id', column: 'opportunity_id' },
  ],
  purchaseOrder: [{ to: 'purchaseOrder', of: 'supplier_info$id', column: 'supplier_info$id' }],
  outboundInvoice: [
    { to: 'company', of: 'company_info$id', column: 'id' },
    { to: 'order', linkedBy: true },
  ],
  receipt: [
    { to: 'company', of: 'company_info$id', column: 'id' },
    { to: 'order', linkedBy: true },
  ],
  trail: [
    { to: 'company', of: 'company_id', column: 'id' },
    { to: 'lead', of: 'lead_id', column: 'id' },
    { to: 'opportunity', of: 'opportunity_id', column: 'id' },
    { to: 'order', of: 'opportunity_id', column: 'opportunity_id' },
    { to: 'quotation', of: 'opportunity_id', column: 'opportunity_id' },
  ],
  collection: [
    { to: 'order', of: 'order_id', column: 'id' },
    { to: 'company', of: 'company_id', column: 'id' },
    { to: 'opportunity', of: 'opportunity_id', column: 'id' },
    // Known after the details were read.
    { to: 'receipt', of: 'receipt_no', column: 'cash_collection_invoice_no' },
  ],
  opportunity: [
    { to: 'company', of: 'company_id', column: 'id' },
    { to: 'quotation', of: 'id', column: 'opportunity_id' },
    { to: 'order', of: 'id', column: 'opportunity_id' },
    { to: 'collection', of: 'id', column: 'opportunity_id' },
    { to: 'trail', of: 'id', column: 'opportunity_id' },
  ],
  product: [],
  user: [],
};

/**
 * `key` as the column of the related records holds it. Id columns hold integers, or the text of a local id in
 * the overlay. The record's own id, the ids of nested objects and numbers of documents are text.
 */
export const comparedKey = ({ to, column }: { to: ResourceName; column: string }, key: string): SqlValue => {
  const field = CATALOGUE[to].fields.find((candidate) => candidate.key === column);
  return field?.storage === 'id' && !isLocalRef(key) ? idInteger(key) : key;
};

/**
 * The records that a person takes along with a record: its direct relations. For an order these include the
 * invoices and receipts of its customer, because only their lines say which order they belong to.
 */
const BELONGING: Readonly<Record<ResourceName, readonly Relation[]>> = {
  ...RELATIONS,
  order: [
    ...RELATIONS.order,
    { to: 'outboundInvoice', of: 'company$id', column: 'company_info$id' },
    { to: 'receipt', of: 'company$id', column: 'company_info$id' },
  ],
};

/** The resources that are taken along with a record of this resource, including its own. */
export const belongingKinds = (resource: ResourceName): ResourceName[] => [
  ...new Set([resource, ...BELONGING[resource].map(({ to }) => to)]),
];

/** Records of one resource; `wanting`: those whose details are missing or older than the record. */
export interface Belonging {
  resource: ResourceName;
  ids: string[];
  wanting: string[];
}

export class RelatedRecords {
  readonly #sql: StatementCache;
  readonly #reader: (resource: ResourceName) => RecordReader;

  constructor(sql: StatementCache, reader: (resource: ResourceName) => RecordReader) {
    this.#sql = sql;
    this.#reader = reader;
  }

  /** Returns only relations with at least one live record. */
  of(
    resource: ResourceName,
    id: string,
    limit: number,
  ): { resource: ResourceName; total: number; rows: Row[] }[] {
    const rowId = this.#sql.pluck<number>(`SELECT row_id FROM ${rowTable(resource)} WHERE id = ?`).get(id);
    if (rowId === undefined) return [];
    return RELATIONS[resource].flatMap((relation) => {
      const condition = this.#condition(resource, id, rowId, relation);
      if (condition === null) return [];
      const { recency } = CATALOGUE[relation.to];
      const from = `FROM ${rowTable(relation.to)} r WHERE r.state = ${STATE.live} AND ${condition.sql}`;
      const total = mustGet(this.#sql.pluck<number>(`SELECT count(*) ${from}`), ...condition.params);
      if (total === 0) return [];
      const order = recency === null ? 'r.row_id DESC' : `r.${quoted(recency)} DESC, r.row_id DESC`;
      const rowIds = this.#sql
        .pluck<number>(`SELECT r.row_id ${from} ORDER BY ${order} LIMIT ?`)
        .all(...condition.params, limit);
      return [{ resource: relation.to, total, rows: this.#reader(relation.to).allRows(rowIds) }];
    });
  }

  /** The record and the records that belong to it; null if the record is unknown or deleted. */
  belonging(resource: ResourceName, id: string): Belonging[] | null {
    const self = this.#sql
      .raw<[rowId: number, wants: number]>(
        `SELECT row_id, wants_detail FROM ${rowTable(resource)} WHERE id = ? AND state = ${STATE.live}`,
      )
      .get(id);
    if (self === undefined) return null;
    const others = BELONGING[resource].flatMap((relation): Belonging[] => {
      const condition = this.#condition(resource, id, self[0], relation);
      if (condition === null) return [];
      const found = this.#sql
        .raw<[id: string, wants: number]>(
          `SELECT r.id, r.wants_detail FROM ${rowTable(relation.to)} r
            WHERE r.state = ${STATE.live} AND ${condition.sql}`,
        )
        .all(...condition.params);
      return [
        {
          resource: relation.to,
          ids: found.map((one) => one[0]),
          wanting: found.filter(([, wants]) => wants === 1).map((one) => one[0]),
        },
      ];
    });
    return [{ resource, ids: [id], wanting: self[1] === 1 ? [id] : [] }, ...others];
  }

  #condition(
    resource: ResourceName,
    id: string,
    rowId: number,
    relation: Relation,
  ): { sql: string; params: SqlValue[] } | null {
    if ('linksTo' in relation) {
      return {
        sql: 'r.row_id IN (SELECT row_id FROM document_link WHERE resource = ? AND target = ?)',
        params: [relation.to, id],
      };
    }
    if ('linkedBy' in relation) {
      return {
        sql: 'r.id IN (SELECT target FROM document_link WHERE resource = ? AND row_id = ?)',
        params: [resource, rowId],
      };
    }
    if ('notesOf' in relation) return { sql: TRAIL_OF_COMPANY, params: [idInteger(id), idInteger(id)] };
    const key = relation.of === 'id' ? id : this.#columnText(resource, rowId, relation.of);
    if (key === null) return null;
    const self = relation.to === resource ? ' AND r.row_id <> ?' : '';
    return {
      sql: `r.${quoted(relation.column)} = ?${self}`,
      params: [comparedKey(relation, key), ...(self === '' ? [] : [rowId])],
    };
  }

  #columnText(resource: ResourceName, rowId: number, column: string): string | null {
    return textOf(
      this.#sql
        .pluck<string | null>(
          `SELECT CAST(${quoted(column)} AS TEXT) FROM ${rowTable(resource)} WHERE row_id = ?`,
        )
        .get(rowId),
    );
  }
}
