/**
 * The related records, including pending work: a new receipt is shown in its company's panel, and the company
 * in the receipt's.
 */
import type { Row } from '#shared/contract/records';
import { isLocalRef } from '#shared/domain/intent';
import type { ResourceName } from '#shared/domain/resources';
import type { SqlValue } from '../../ports/ports';
import { CATALOGUE, STATE, quoted, rowTable } from '../schema/catalogue';
import { idInteger, textOf } from '../write/column-values';
import { type Laid, type OverlayTables, overOverlay, overlayTable } from './overlay-tables';
import { withoutPendingRow } from './overlay-views';
import { RELATIONS, type Relation, comparedKey } from '../read/related';
import { TRAIL_OF_COMPANY } from '../read/timeline';
import { mustGet, type StatementCache } from '../schema/statement-cache';

interface Condition {
  sql: string;
  params: SqlValue[];
}
type ReadRows = (resource: ResourceName, rowIds: readonly number[]) => Row[];

/** The notes of a company that wait, with those about its opportunities; `tables` have the opportunities. */
const pendingTrailOf = (companyId: string, tables: readonly string[]): Condition => {
  const company = isLocalRef(companyId) ? companyId : idInteger(companyId);
  const opportunities = tables.map((table) => `SELECT o.id FROM ${table} o WHERE o.company_id = ?`);
  return {
    sql: `(r.company_id = ? OR (r.company_id IS NULL
      AND CAST(r.opportunity_id AS TEXT) IN (${opportunities.join(' UNION ALL ')})))`,
    params: [company, ...tables.map(() => company)],
  };
};

export class OverlayRelated {
  readonly #sql: StatementCache;
  readonly #tables: OverlayTables;
  readonly #rows: ReadRows;

  /** `rows` reads cached rows, and overlay rows by negative row ids. */
  constructor(sql: StatementCache, tables: OverlayTables, rows: ReadRows) {
    this.#sql = sql;
    this.#tables = tables;
    this.#rows = rows;
  }

  /** Like `RelatedRecords.of`. The overlay tables of all related resources must be up to date. */
  of(
    resource: ResourceName,
    id: string,
    limit: number,
  ): { resource: ResourceName; total: number; rows: Row[] }[] {
    const laid = this.#tables.byId(resource, id);
    const rowId = this.#sql.pluck<number>(`SELECT row_id FROM ${rowTable(resource)} WHERE id = ?`).get(id);
    if (laid === undefined && rowId === undefined) return [];
    return RELATIONS[resource].flatMap((relation) => {
      const condition = this.#condition(resource, id, laid, rowId, relation);
      if (condition === null) return [];
      const { to } = relation;
      const over = this.#tables.of(to).size > 0;
      const { recency } = CATALOGUE[to];
      const time = recency === null ? 'NULL' : `r.${quoted(recency)}`;
      const cached = `SELECT r.row_id, ${time} AS at FROM ${rowTable(to)} r WHERE r.state = ${STATE.live}
        AND ${condition.sql}${over ? ` AND ${withoutPendingRow(to)}` : ''}`;
      const ofPending = 'notesOf' in relation ? pendingTrailOf(id, this.#opportunities()) : condition;
      const pending = overOverlay(
        to,
        `SELECT -r.row_id AS row_id, ${time} AS at FROM ${rowTable(to)} r WHERE ${ofPending.sql}`,
      );
      const from = over ? `FROM (${cached} UNION ALL ${pending})` : `FROM (${cached})`;
      const params = over ? [...condition.params, ...ofPending.params] : condition.params;
      const total = mustGet(this.#sql.pluck<number>(`SELECT count(*) ${from}`), ...params);
      if (total === 0) return [];
      const rowIds = this.#sql
        .pluck<number>(`SELECT row_id ${from} ORDER BY at DESC, abs(row_id) DESC LIMIT ?`)
        .all(...params, limit);
      return [{ resource: to, total, rows: this.#rows(to, rowIds) }];
    });
  }

  /** The tables of opportunities: that of the pending ones exists only if there are some. */
  #opportunities(): string[] {
    const pending = this.#tables.of('opportunity').size > 0 ? [overlayTable('opportunity')] : [];
    return [rowTable('opportunity'), ...pending];
  }

  #condition(
    resource: ResourceName,
    id: string,
    laid: Laid | undefined,
    rowId: number | undefined,
    relation: Relation,
  ): Condition | null {
    if ('linksTo' in relation)
      return {
        sql: 'r.row_id IN (SELECT row_id FROM document_link WHERE resource = ? AND target = ?)',
        params: [relation.to, id],
      };
    if ('linkedBy' in relation) {
      const links = laid === undefined ? 'document_link' : 'overlay_link';
      return {
        sql: `r.id IN (SELECT target FROM ${links} WHERE resource = ? AND row_id = ?)`,
        params: [resource, laid?.rowId ?? rowId ?? null],
      };
    }
    if ('notesOf' in relation) return { sql: TRAIL_OF_COMPANY, params: [idInteger(id), idInteger(id)] };
    const key = relation.of === 'id' ? id : this.#columnText(resource, laid, rowId, relation.of);
    if (key === null) return null;
    const self = relation.to === resource && rowId !== undefined ? ' AND r.row_id <> ?' : '';
    return {
      sql: `r.${quoted(relation.column)} = ?${self}`,
      params: [comparedKey(relation, key), ...(self === '' || rowId === undefined ? [] : [rowId])],
    };
  }

  #columnText(
    resource: ResourceName,
    laid: Laid | undefined,
    rowId: number | undefined,
    column: string,
  ): string | null {
    const [table, row] =
      laid === undefined ? [rowTable(resource), rowId ?? null] : [overlayTable(resource), laid.rowId];
    return textOf(
      this.#sql
        .pluck<string | null>(`SELECT CAST(${quoted(column)} AS TEXT) FROM ${table} WHERE row_id = ?`)
        .get(row),
    );
  }
}
