/**
 * Reads the rows of a view in order. A view is sorted once, not per window: the ordered row ids stay in
 * memory until the resource is written. The first windows of a view without filters need no such list: they
 * come from an index, or from a sort that keeps only the first rows. The newest records of a status also come
 * from an index. OFFSET is never used.
 *
 * There is one total order: the sort fields, with empty values last in both directions, then the row id,
 * which SQLite appends to every index.
 */
import type { View } from '#shared/contract/records';
import { RESOURCE_INFO, type ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import type { SqlValue } from '../../ports/ports';
import { CATALOGUE, STATE, ftsTable, quoted, rowTable } from '../schema/catalogue';
import type { LaterIndexes } from '../schema/later-indexes';
import { type Condition, filterCondition } from './filter-sql';
import { type FieldSql, fieldSql } from './field-sql';
import { FIRST_WINDOWS, HeldLists, type RowIds, windowOf } from './held-lists';
import type { ResourceVersions } from '../write/resource-versions';
import { matchQuery, queryTerms, termsQuery } from '../words/search-text';
import { forgiven } from '../words/slips';
import { mustGet, type StatementCache } from '../schema/statement-cache';

export interface SortTerm {
  field: FieldSql;
  direction: 'asc' | 'desc';
}
export interface Plan {
  resource: ResourceName;
  state: number;
  conditions: Condition[];
  match: string | null;
  terms: SortTerm[];
}

export class ViewLists {
  readonly #sql: StatementCache;
  readonly #versions: ResourceVersions;
  readonly #indexes: Pick<LaterIndexes, 'has'>;
  readonly #held: HeldLists;

  constructor(sql: StatementCache, versions: ResourceVersions, indexes: Pick<LaterIndexes, 'has'>) {
    this.#sql = sql;
    this.#versions = versions;
    this.#indexes = indexes;
    this.#held = new HeldLists((view) => versionOf(view, versions));
  }

  /**
   * The row ids of a window and the size of the whole view. Throws AppError `bad-input` for fields that do
   * not exist or cannot be sorted.
   */
  window(view: View, start: number, limit: number): { total: number; rowIds: number[] } {
    const plan = planOf(view, this.#sql);
    const whole = this.#held.whole(view);
    if (!whole && start + limit <= FIRST_WINDOWS) {
      const total = this.#countWithoutList(plan);
      if (total !== null) return { total, rowIds: this.#firstRows(view, plan, start, limit) };
    }
    const rowIds = whole ?? this.#held.holdWhole(view, this.#ordered(plan));
    return { total: rowIds.length, rowIds: windowOf(rowIds, start, limit) };
  }

  /** The row ids of the whole view in their current order. The array never changes. */
  all(view: View): RowIds {
    return this.#held.whole(view) ?? this.#held.holdWhole(view, this.#ordered(planOf(view, this.#sql)));
  }

  /** An index gives the rows of one window at once. A sort reads every record, so the rows of all first windows are kept. */
  #firstRows(view: View, plan: Plan, start: number, limit: number): number[] {
    if (this.#walkOf(plan) !== null) return this.#ordered(plan, start + limit).slice(start);
    const first = this.#held.first(view) ?? this.#held.holdFirst(view, this.#ordered(plan, FIRST_WINDOWS));
    return windowOf(first, start, limit);
  }

  #ordered(plan: Plan, limit = -1): number[] {
    const walk = this.#walkOf(plan);
    if (walk !== null) return this.#along(plan, walk, limit);
    const { sql, params } = sortedSql(plan);
    return this.#sql.pluck<number>(sql).all(...params, limit);
  }

  /** The size of a view whose first rows are read without an ordered list; null for other views. */
  #countWithoutList(plan: Plan): number | null {
    if (isEverything(plan)) return this.#versions.liveCount(plan.resource);
    const walk = this.#walkOf(plan);
    return walk === null ? null : mustGet(this.#sql.pluck<number>(countSql(plan, walk)), ...walk.values);
  }

  /** The index that has the rows of the plan in order; null if there is none. */
  #walkOf(plan: Plan): Walk | null {
    const [term, ...more] = plan.terms;
    if (term === undefined || more.length > 0) return null;
    if (isEverything(plan))
      return term.field.index === null || !this.#indexes.has(term.field.index)
        ? null
        : { term, index: term.field.index, column: '', values: [] };
    const [condition, ...others] = plan.conditions;
    const equality = condition?.equality;
    const isAlone = others.length === 0 && plan.match === null && plan.state === STATE.live;
    return isAlone &&
      equality !== undefined &&
      equality.values.length > 0 &&
      term.field.key === CATALOGUE[plan.resource].recency &&
      this.#indexes.has(equality.index)
      ? { term, ...equality }
      : null;
  }

  /**
   * Reads the rows with a sort value first, then those without, so that empty values come last without a
   * sort.
   */
  #along(plan: Plan, walk: Walk, limit: number): number[] {
    const part = (presence: string, most: number): number[] => {
      const params = walk.values.length > 1 ? walk.values.flatMap((value) => [value, most]) : walk.values;
      return this.#sql.pluck<number>(walkSql(plan, walk, presence)).all(...params, most);
    };
    const rows = part('IS NOT NULL', limit);
    if (limit >= 0 && rows.length >= limit) return rows;
    return rows.concat(part('IS NULL', limit < 0 ? -1 : limit - rows.length));
  }
}

/** A walk along an index; with `values`, only along the entries in which `column` has one of them. */
interface Walk {
  term: SortTerm;
  index: string;
  column: string;
  values: readonly SqlValue[];
}

/**
 * A text that changes whenever the rows of the view or their order may change: with its records, with the
 * names of people and statuses that it compares, and with the words that it searches.
 */
export const versionOf = (view: View, versions: ResourceVersions): string => {
  const { resource, filters = [], sort = [], search = '' } = view;
  const readsNames = [...filters, ...sort].some(({ field }) => fieldSql(resource, field).readsNames);
  return [
    versions.of(resource),
    readsNames ? `${versions.of('user')} ${versions.ofLookups()}` : '',
    search === '' ? '' : versions.wordsOf(resource),
  ].join(' ');
};

/**
 * Pending work: replaces the tables in the SQL by the overlay tables; and the condition for cached records that no
 * overlay row replaces.
 */
interface PlanOverlay {
  sqlOf(sql: string): string;
  withoutPendingRow: string;
}

/**
 * The FTS5 query of a search in a list: the words as typed if they match any record that is live, or removed if the list
 * has the removed records; otherwise with one typing error per word. A record with pending work matches as it is shown.
 */
const matchOf = (
  view: View,
  state: number,
  sql: StatementCache,
  overlay: PlanOverlay | null,
): string | null => {
  const text = view.search ?? '';
  const match = matchQuery(text);
  if (match === null) return null;
  const fts = ftsTable(view.resource);
  const any = (condition: string): string => `SELECT 1 FROM ${fts}
    CROSS JOIN ${rowTable(view.resource)} r ON r.row_id = ${fts}.rowid
    WHERE ${fts} MATCH ? AND ${condition} LIMIT 1`;
  const isMatch = (query: string): boolean => sql.pluck(query).get(match) !== undefined;
  const isInState = `r.state = ${state}`;
  const isShown = overlay === null ? isInState : `${isInState} AND ${overlay.withoutPendingRow}`;
  if (isMatch(any(isShown))) return match;
  // As in the lists, a removed record with pending work is among the live ones too.
  const isPending = state === STATE.live ? '1' : isInState;
  if (overlay !== null && isMatch(overlay.sqlOf(any(isPending)))) return match;
  const wider = forgiven(sql, view.resource, queryTerms(text), overlay?.sqlOf(fts));
  return wider === null ? match : termsQuery(wider);
};

/** A search without letters and digits finds nothing. */
const NOTHING: Condition = { sql: '0', params: [], selective: true };
const hasNoWords = ({ search = '' }: View): boolean => search.trim() !== '' && matchQuery(search) === null;

/** The overlay tables must be up to date. */
export const planOf = (view: View, sql: StatementCache, overlay: PlanOverlay | null = null): Plan => {
  const sort = view.sort && view.sort.length > 0 ? view.sort : [RESOURCE_INFO[view.resource].defaultSort];
  const state = view.removed ? STATE.removed : STATE.live;
  return {
    resource: view.resource,
    state,
    conditions: [
      ...(view.filters ?? []).map((filter) => filterCondition(view.resource, filter)),
      ...(hasNoWords(view) ? [NOTHING] : []),
    ],
    match: matchOf(view, state, sql, overlay),
    terms: sort.map(({ field: key, direction }) => {
      const field = fieldSql(view.resource, key);
      if (!field.sortable)
        throw new AppError('bad-input', 'this field cannot be sorted', { details: { field: key } });
      return { field, direction };
    }),
  };
};

/** Returns true for all live records without a filter or search. The size of such a view is known. */
export const isEverything = (plan: Plan): boolean =>
  plan.conditions.length === 0 && plan.match === null && plan.state === STATE.live;

const walkSql = (plan: Plan, { term, index, column, values }: Walk, presence: string): string => {
  const { field, direction } = term;
  const part = (columns: string, condition: string): string =>
    `SELECT ${columns} FROM ${rowTable(plan.resource)} r INDEXED BY ${quoted(index)}
    WHERE r.state = ${STATE.live}${condition} AND ${field.order} ${presence}
    ORDER BY ${field.order} ${direction}, r.row_id ${direction} LIMIT ?`;
  if (values.length <= 1) return part('r.row_id', values.length === 0 ? '' : ` AND ${column} = ?`);
  // The rows of each value are in order, so the first rows of the union are among the first rows of the values.
  const arms = values.map(
    () => `SELECT * FROM (${part(`r.row_id AS row_id, ${field.order} AS k`, ` AND ${column} = ?`)})`,
  );
  return `SELECT row_id FROM (${arms.join(' UNION ALL ')}) ORDER BY k ${direction}, row_id ${direction} LIMIT ?`;
};

const countSql = (plan: Plan, { index, column, values }: Walk): string =>
  `SELECT count(*) FROM ${rowTable(plan.resource)} r INDEXED BY ${quoted(index)}
    WHERE r.state = ${STATE.live} AND ${column} IN (${values.map(() => '?').join(', ')})`;

const sortedSql = (plan: Plan): { sql: string; params: SqlValue[] } => {
  const where = [`r.state = ${plan.state}`, ...plan.conditions.map((condition) => condition.sql)];
  const params = plan.conditions.flatMap((condition) => condition.params);
  if (plan.match !== null) {
    where.push(
      `r.row_id IN (SELECT rowid FROM ${ftsTable(plan.resource)} WHERE ${ftsTable(plan.resource)} MATCH ?)`,
    );
    params.push(plan.match);
  }
  // Without NOT INDEXED, SQLite walks a partial index for `state` and looks up every row, which takes four
  // times as long as a scan.
  const scan =
    plan.match === null && !plan.conditions.some((condition) => condition.selective) ? ' NOT INDEXED' : '';
  // The unary plus prevents a walk along a sort index, which is slow if a filter discards most rows.
  const order = plan.terms.map(
    ({ field, direction }) => `+${field.order}${collation(field)} ${direction} NULLS LAST`,
  );
  return {
    sql: `SELECT r.row_id FROM ${rowTable(plan.resource)} r${scan} WHERE ${where.join(' AND ')}
      ORDER BY ${order.join(', ')}, r.row_id ${plan.terms[0]?.direction ?? 'asc'} LIMIT ?`,
    params,
  };
};

/** An expression does not inherit its column's collation. */
export const collation = (field: FieldSql): string =>
  field.storage === 'text' ||
  field.storage === 'named' ||
  field.storage === 'people' ||
  field.storage === 'custom' ||
  field.kind === 'id'
    ? ' COLLATE NOCASE'
    : '';
