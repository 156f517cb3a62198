/**
 * Reads windows of a view over the cached records and the overlay rows in one total order: one statement
 * sorts both. A cached record with an overlay row is left out, so that no record occurs twice. Overlay rows
 * have negative row ids.
 *
 * It is used only if the resource has overlay rows. Otherwise `view-lists.ts` is used, at no extra cost.
 */
import type { View } from '#shared/contract/records';
import type { ResourceName } from '#shared/domain/resources';
import type { SqlValue } from '../../ports/ports';
import { STATE, quoted, rowTable, ftsTable } from '../schema/catalogue';
import { type OverlayTables, overOverlay, overlayTable } from './overlay-tables';
import type { LaterIndexes } from '../schema/later-indexes';
import type { ResourceVersions } from '../write/resource-versions';
import type { StatementCache } from '../schema/statement-cache';
import { FIRST_WINDOWS, HeldLists, type RowIds, windowOf } from '../views/held-lists';
import { type Plan, collation, isEverything, planOf, versionOf } from '../views/view-lists';

interface Sql {
  sql: string;
  params: SqlValue[];
}

export class OverlayViews {
  readonly #sql: StatementCache;
  readonly #versions: ResourceVersions;
  readonly #tables: OverlayTables;
  readonly #indexes: Pick<LaterIndexes, 'has'>;
  readonly #held: HeldLists;

  constructor(
    sql: StatementCache,
    versions: ResourceVersions,
    tables: OverlayTables,
    indexes: Pick<LaterIndexes, 'has'>,
  ) {
    this.#sql = sql;
    this.#versions = versions;
    this.#tables = tables;
    this.#indexes = indexes;
    this.#held = new HeldLists((view) => `${versionOf(view, versions)} ${tables.revision(view.resource)}`);
  }

  /** Like `ViewLists.window`. The tables must be up to date. */
  window(view: View, start: number, limit: number): { total: number; rowIds: number[] } {
    const plan = this.#planOf(view);
    const whole = this.#held.whole(view);
    if (!whole && isEverything(plan) && start + limit <= FIRST_WINDOWS) {
      const first = this.#held.first(view) ?? this.#held.holdFirst(view, this.#firstRows(plan));
      return { total: this.#everything(view.resource), rowIds: windowOf(first, start, limit) };
    }
    const rowIds = whole ?? this.#held.holdWhole(view, this.#ordered(plan));
    return { total: rowIds.length, rowIds: windowOf(rowIds, start, limit) };
  }

  all(view: View): RowIds {
    return this.#held.whole(view) ?? this.#held.holdWhole(view, this.#ordered(this.#planOf(view)));
  }

  #firstRows(plan: Plan): number[] {
    const { sql, params } = firstSql(plan, this.#indexes, FIRST_WINDOWS);
    return this.#sql.pluck<number>(sql).all(...params, FIRST_WINDOWS);
  }

  #everything(resource: ResourceName): number {
    const over = [...this.#tables.of(resource).values()];
    return (
      this.#versions.liveCount(resource) +
      over.length -
      over.filter(({ base }) => base?.state === STATE.live).length
    );
  }

  #ordered(plan: Plan): number[] {
    const { sql, params } = sortedSql(plan, [cachedArm(plan), overlayArm(plan)]);
    return this.#sql.pluck<number>(sql).all(...params, -1);
  }

  #planOf(view: View): Plan {
    return planOf(view, this.#sql, {
      sqlOf: (sql) => overOverlay(view.resource, sql),
      withoutPendingRow: withoutPendingRow(view.resource),
    });
  }
}

/** Sorts the rows of all arms in one order, the same as in `view-lists.ts`. */
const sortedSql = (plan: Plan, arms: readonly Sql[]): Sql => {
  const order = plan.terms.map(
    ({ field, direction }, i) => `k${i}${collation(field)} ${direction} NULLS LAST`,
  );
  const direction = plan.terms[0]?.direction ?? 'asc';
  return {
    sql: `SELECT row_id FROM (${arms.map(({ sql }) => sql).join(' UNION ALL ')})
      ORDER BY ${order.join(', ')}, place ${direction}, id ${direction} LIMIT ?`,
    params: arms.flatMap(({ params }) => params),
  };
};

const keys = (plan: Plan): string => plan.terms.map(({ field }, i) => `, ${field.order} AS k${i}`).join('');

/** The condition for cached records without an overlay row. */
export const withoutPendingRow = (resource: ResourceName): string =>
  `r.row_id NOT IN (SELECT base FROM ${overlayTable(resource)} WHERE base IS NOT NULL)`;

const conditions = (plan: Plan): Sql => {
  const where = plan.conditions.map((condition) => condition.sql);
  const params = plan.conditions.flatMap((condition) => condition.params);
  if (plan.match !== null) {
    where.push(
      `r.row_id IN (SELECT rowid FROM ${ftsTable(plan.resource)} WHERE ${ftsTable(plan.resource)} MATCH ?)`,
    );
    params.push(plan.match);
  }
  return { sql: where.map((condition) => ` AND ${condition}`).join(''), params };
};

const cachedArm = (plan: Plan): Sql => {
  const { sql, params } = conditions(plan);
  const scan =
    plan.match === null && !plan.conditions.some((condition) => condition.selective) ? ' NOT INDEXED' : '';
  return {
    sql: `SELECT r.row_id, r.row_id AS place, '' AS id${keys(plan)} FROM ${rowTable(plan.resource)} r${scan}
      WHERE r.state = ${plan.state} AND ${withoutPendingRow(plan.resource)}${sql}`,
    params,
  };
};

/**
 * Among equal values an edited record keeps its place, and a new record comes after all cached rows, by its
 * id.
 */
const AFTER_ALL = 1e15;

/**
 * A removed record with pending work is in both lists: with a mark in the live list, and in the removed list.
 */
const overlayArm = (plan: Plan): Sql => {
  const { sql, params } = conditions(plan);
  const own = plan.state === STATE.live ? '1' : `r.state = ${plan.state}`;
  return {
    sql: overOverlay(
      plan.resource,
      `SELECT -r.row_id AS row_id, coalesce(r.base, ${AFTER_ALL}) AS place, r.id${keys(plan)}
        FROM ${rowTable(plan.resource)} r WHERE ${own}${sql}`,
    ),
    params,
  };
};

/**
 * The first rows of an unfiltered view: as many cached rows as may be needed, from the index, and all overlay
 * rows.
 */
const firstSql = (plan: Plan, indexes: Pick<LaterIndexes, 'has'>, limit: number): Sql => {
  const [term, ...more] = plan.terms;
  const index = term?.field.index ?? null;
  if (term === undefined || more.length > 0 || index === null || !indexes.has(index))
    return sortedSql(plan, [cachedArm(plan), overlayArm(plan)]);
  const walk = (presence: string): Sql => ({
    sql: `SELECT * FROM (SELECT r.row_id, r.row_id AS place, '' AS id${keys(plan)}
      FROM ${rowTable(plan.resource)} r INDEXED BY ${quoted(index)} WHERE r.state = ${STATE.live}
      AND ${term.field.order} ${presence} AND ${withoutPendingRow(plan.resource)}
      ORDER BY ${term.field.order} ${term.direction}, r.row_id ${term.direction} LIMIT ?)`,
    params: [limit],
  });
  return sortedSql(plan, [walk('IS NOT NULL'), walk('IS NULL'), overlayArm(plan)]);
};
