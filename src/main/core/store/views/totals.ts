/**
 * Totals of a view: the number of records with an amount and the exact sum per currency, over the rows that
 * the list shows (cache and pending work). The work is done in pieces, so that lists can be read in between.
 * Each piece is one transaction.
 *
 * The columns hold amounts as floats, which are for sorting only. If a float is a whole number of
 * ten-thousandths, this integer is added. For every other amount the record's own text is added. Floats are
 * never added, so 0.1 and 0.2 make 0.3, and an amount with nineteen digits keeps all of them.
 *
 * Drafts, and collections that are not effective, are added apart: no sum of money includes them.
 */
import Big from 'big.js';
import type { Totals, View } from '#shared/contract/records';
import { toDecimal, withoutTail } from '#shared/domain/money';
import { COLLECTION_EFFECTIVE } from '#shared/domain/receipts';
import type { ResourceName } from '#shared/domain/resources';
import { AppError } from '../../app-error';
import type { SqlValue } from '../../ports/ports';
import { CATALOGUE, ftsTable, rowTable } from '../schema/catalogue';
import { isDraftSql } from '../read/is-draft-sql';
import { fieldSql } from './field-sql';
import type { StatementCache } from '../schema/statement-cache';
import { type Plan, planOf } from './view-lists';

/** Rows per piece. A piece takes about ten milliseconds. */
export const PIECE = 10_000;
/** Ten-thousandths: amounts in these steps are added as integers. */
const SCALE = 10_000;
/**
 * Below this limit every decimal of up to six places has its own float, so a float that looks like four
 * places is exact. The sum of a piece fits into 64 bits.
 */
const MOST = 2 ** 33;

export interface TotalsSource {
  sql: StatementCache;
  /** Replaces the tables in the SQL by the overlay tables; null without an overlay. */
  overlay: ((sql: string) => string) | null;
  /** The condition that leaves out cached records with an overlay row; `''` without an overlay. */
  withoutPendingRow: string;
  /** The exact value of a field of a cached row, or of an overlay row (negative row id). */
  exact(rowId: number, key: string): unknown;
  read<T>(body: () => T): T;
}

/**
 * Computes one piece per step, and returns the sums at the end. Throws AppError `bad-input` for fields
 * without amounts.
 */
export function* totalsOf(
  source: TotalsSource,
  view: View,
  fields: readonly string[],
): Generator<void, Totals> {
  const { overlay, withoutPendingRow } = source;
  const plan = planOf(view, source.sql, overlay === null ? null : { sqlOf: overlay, withoutPendingRow });
  const sums = fields.map((key) => new FieldSums(plan.resource, key));
  const last = source.read(
    () => source.sql.pluck<number | null>(`SELECT max(row_id) FROM ${rowTable(plan.resource)}`).get() ?? 0,
  );
  const selective = plan.conditions.some((condition) => condition.selective);
  // If an index finds the records, one query is faster than a walk through the table.
  const step = selective ? last : PIECE;
  for (let from = 0; from < last; from += step) {
    source.read(() => {
      for (const sum of sums) sum.add(source, plan, { from, to: from + step }, 1);
    });
    yield;
  }
  if (source.overlay !== null)
    source.read(() => {
      for (const sum of sums) sum.add(source, plan, null, -1);
    });
  return { fields: sums.map((sum) => sum.result()) };
}

interface Span {
  from: number;
  to: number;
}

type CurrencySums = Map<string, { count: number; sum: Big }>;

class FieldSums {
  readonly #key: string;
  readonly #value: string;
  readonly #currency: string;
  /** SQL: 1 for a record that no sum includes, otherwise 0. */
  readonly #isUncounted: string;
  readonly #sums: CurrencySums = new Map();
  readonly #drafts: CurrencySums = new Map();

  constructor(resource: ResourceName, key: string) {
    const field = fieldSql(resource, key);
    if (field.storage !== 'real' || field.kind !== 'money')
      throw new AppError('bad-input', 'this field has no amounts to add up', { details: { field: key } });
    this.#key = key;
    this.#value = field.value;
    this.#currency = currencySql(resource, key);
    this.#isUncounted = isUncountedSql(resource);
  }

  add(source: TotalsSource, plan: Plan, span: Span | null, sign: 1 | -1): void {
    const value = this.#value;
    const plain = `(abs(${value}) < ${MOST} AND round(${value} * ${SCALE}) / ${SCALE} = ${value})`;
    const where = whereOf(plan, span, source);
    const turned = (sql: string): string =>
      span === null && source.overlay !== null ? source.overlay(sql) : sql;
    const scan =
      span !== null && plan.match === null && !plan.conditions.some((condition) => condition.selective)
        ? ' NOT INDEXED'
        : '';
    const from = `FROM ${rowTable(plan.resource)} r${scan} WHERE ${where.sql} AND ${value} IS NOT NULL`;
    // The groups are also divided by piece, because the sum of all rows may not fit into 64 bits.
    const groups = source.sql
      .raw<[currency: string | null, isUncounted: number, count: number, odd: number, scaled: string]>(
        turned(
          `SELECT ${this.#currency}, ${this.#isUncounted}, count(*), sum(NOT ${plain}), CAST(sum(CASE WHEN ${plain} THEN CAST(round(${value} * ${SCALE}) AS INTEGER) ELSE 0 END) AS TEXT) ${from}
            GROUP BY 1, 2, r.row_id / ${PIECE}`,
        ),
      )
      .all(...where.params);
    let odd = 0;
    for (const [currency, isUncounted, count, others, scaled] of groups) {
      put(this.#sumsOf(isUncounted), { currency, count, amount: new Big(scaled).div(SCALE) });
      odd += others;
    }
    if (odd === 0) return;
    const rows = source.sql
      .raw<[rowId: number, currency: string | null, isUncounted: number]>(
        turned(`SELECT r.row_id, ${this.#currency}, ${this.#isUncounted} ${from} AND NOT ${plain}`),
      )
      .all(...where.params);
    for (const [rowId, currency, isUncounted] of rows) {
      const decimal = toDecimal(source.exact(rowId * sign, this.#key));
      if (decimal === undefined) continue;
      put(this.#sumsOf(isUncounted), { currency, count: 0, amount: new Big(withoutTail(decimal)) });
    }
  }

  result(): Totals['fields'][number] {
    return { field: this.#key, sums: listed(this.#sums), drafts: listed(this.#drafts) };
  }

  #sumsOf(isUncounted: number): CurrencySums {
    return isUncounted === 0 ? this.#sums : this.#drafts;
  }
}

/** SQL: 1 if the record `r` is a draft or a collection that is not effective, otherwise 0; never NULL. */
const isUncountedSql = (resource: ResourceName): string =>
  resource === 'collection'
    ? `(coalesce(r.collect_status, 0) <> ${COLLECTION_EFFECTIVE})`
    : isDraftSql(resource);

const put = (
  sums: CurrencySums,
  { currency, count, amount }: { currency: string | null; count: number; amount: Big },
): void => {
  const name = currency ?? '';
  const before = sums.get(name);
  sums.set(name, {
    count: (before?.count ?? 0) + count,
    sum: (before?.sum ?? new Big(0)).plus(amount),
  });
};

/** The sums, the most frequent currency first. */
const listed = (sums: CurrencySums): Totals['fields'][number]['sums'] =>
  [...sums]
    .map(([currency, { count, sum }]) => ({ currency, count, sum: sum.toFixed() }))
    .sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1));

/**
 * In the contract the names of fields in yuan end with `_rmb`, those in dollars with `_usd`. All other fields
 * are in the document's currency.
 */
const currencySql = (resource: ResourceName, key: string): string => {
  if (key.endsWith('_rmb')) return `'CNY'`;
  if (key.endsWith('_usd')) return `'USD'`;
  return CATALOGUE[resource].fields.some((field) => field.key === 'currency')
    ? `upper(trim(CAST(${fieldSql(resource, 'currency').value} AS TEXT)))`
    : 'NULL';
};

const whereOf = (
  plan: Plan,
  span: Span | null,
  { withoutPendingRow }: TotalsSource,
): { sql: string; params: SqlValue[] } => {
  // As in the lists, a removed record with pending work also counts among the live ones.
  const parts = [
    span === null && plan.state === 0 ? '1' : `r.state = ${plan.state}`,
    ...plan.conditions.map(({ sql }) => sql),
  ];
  const params = plan.conditions.flatMap((condition) => condition.params);
  if (plan.match !== null) {
    parts.push(
      `r.row_id IN (SELECT rowid FROM ${ftsTable(plan.resource)}
        WHERE ${ftsTable(plan.resource)} MATCH ?${span === null ? '' : ' AND rowid > ? AND rowid <= ?'})`,
    );
    params.push(plan.match, ...(span === null ? [] : [span.from, span.to]));
  }
  if (span !== null) {
    parts.push('r.row_id > ?', 'r.row_id <= ?');
    params.push(span.from, span.to);
    if (withoutPendingRow !== '') parts.push(withoutPendingRow);
  }
  return { sql: parts.join(' AND '), params };
};
